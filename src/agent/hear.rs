//! What the model understands.

/// Whether `text` is Chinese, as far as it matters here.
pub(super) fn is_chinese(text: &str) -> bool {
    text.chars().any(|character| matches!(character, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'))
}

/// Whose song the person wants to hear.
pub(super) fn artist(text: &str) -> Option<&str> {
    let found = if is_chinese(text) {
        let after = |word| Some(text.split_once(word)?.1);
        let from = ["一首", "播放", "来点", "听"].into_iter().find_map(after)?;
        from.rsplit_once('的').map_or(from, |(artist, _)| artist)
    } else {
        text.split_once(" by ")?.1
    };
    let found =
        found.trim_matches(|character: char| character.is_whitespace() || ".!?。！？".contains(character));
    (!found.is_empty()).then_some(found)
}

/// Of the names that a text ends with, after its last colon, the one that is most like the artist who was wished for.
pub(super) fn nearest<'a>(wish: &str, text: &'a str) -> Option<&'a str> {
    let wanted = pairs(artist(wish)?);
    let (_, names) = text.rsplit_once([':', '：'])?;
    let mut best = None;
    for name in names.split([',', '、']).map(|name| name.trim().trim_end_matches(['.', '。'])) {
        let pairs = pairs(name);
        let count = pairs.iter().filter(|pair| wanted.contains(pair)).count();
        let percent = (count * 100).checked_div(pairs.len()).unwrap_or(0);
        if percent > best.map_or(0, |(percent, _)| percent) {
            best = Some((percent, name));
        }
    }
    best.map(|(_, name)| name)
}

/// The neighbours in a name: what remains of it when a letter is wrong.
fn pairs(name: &str) -> Vec<(char, char)> {
    name.chars().zip(name.chars().skip(1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_artist_is_found_in_either_language() {
        assert_eq!(artist("帮我播放一首周杰伦的歌"), Some("周杰伦"));
        assert_eq!(artist("播放王菲的红豆。"), Some("王菲"));
        assert_eq!(artist("Play me a song by Jay Chou!"), Some("Jay Chou"));
        assert_eq!(artist("Play something"), None);
        assert_eq!(artist("今天天气怎么样？"), None);
        assert_eq!(artist("a song by "), None);
    }

    #[test]
    fn the_name_that_was_meant_is_the_nearest() {
        let artists = "none. Artists: Eason Chan, Teresa Teng, Jay Chou, Faye Wong";
        assert_eq!(nearest("Play me a song by Jay Chow", artists), Some("Jay Chou"));
        assert_eq!(nearest("播放周杰轮的歌", "没有。现有歌手：邓丽君、周杰伦、王菲"), Some("周杰伦"));
        assert_eq!(nearest("by x by xy", "no colon"), None);
        assert_eq!(nearest("a by xy", "Artists: "), None);
        assert_eq!(nearest("a by xy", "Artists: Faye Wong"), None, "that has nothing to do with it");
    }
}
