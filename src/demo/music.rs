//! The library behind `play_music`: a few artists, one song each, no sound.

/// One artist and one song, in both languages.
struct Entry {
    chinese: Artist,
    english: Artist,
    /// Other ways to write the name.
    aliases: &'static [&'static str],
}

/// A name and a song in one language.
struct Artist {
    name: &'static str,
    song: &'static str,
}

const LIBRARY: &[Entry] = &[
    Entry {
        chinese: Artist { name: "周杰伦", song: "晴天" },
        english: Artist { name: "Jay Chou", song: "Sunny Day" },
        aliases: &["周杰倫"],
    },
    Entry {
        chinese: Artist { name: "邓丽君", song: "月亮代表我的心" },
        english: Artist { name: "Teresa Teng", song: "The Moon Represents My Heart" },
        aliases: &["鄧麗君"],
    },
    Entry {
        chinese: Artist { name: "王菲", song: "红豆" },
        english: Artist { name: "Faye Wong", song: "Red Bean" },
        aliases: &[],
    },
    Entry {
        chinese: Artist { name: "陈奕迅", song: "十年" },
        english: Artist { name: "Eason Chan", song: "Ten Years" },
        aliases: &["陳奕迅"],
    },
];

/// The names of all artists, in both languages.
pub(super) fn artists() -> impl Iterator<Item = &'static str> {
    LIBRARY.iter().flat_map(|entry| [entry.english.name, entry.chinese.name])
}

/// What is playing, or that nothing by `artist` is there and who is. In Chinese when the artist was written in
/// Chinese, otherwise in English.
pub(super) fn play(artist: &str) -> Result<String, String> {
    let artist = artist.trim();
    let chinese = artist.chars().any(is_han);
    let found = LIBRARY.iter().find(|entry| {
        let names = [entry.chinese.name, entry.english.name];
        names.iter().chain(entry.aliases).any(|name| name.eq_ignore_ascii_case(artist))
    });
    match (found, chinese) {
        (Some(Entry { chinese: Artist { name, song }, .. }), true) => {
            Ok(format!("正在播放：{name} - {song}"))
        }
        (Some(Entry { english: Artist { name, song }, .. }), false) => {
            Ok(format!("Now playing: {name} - {song}"))
        }
        (None, true) => {
            let artists: Vec<_> = LIBRARY.iter().map(|entry| entry.chinese.name).collect();
            Err(format!("曲库里没有“{artist}”的歌。现有歌手：{}", artists.join("、")))
        }
        (None, false) => {
            let artists: Vec<_> = LIBRARY.iter().map(|entry| entry.english.name).collect();
            Err(format!("Nothing by {artist:?} is in the library. Artists: {}", artists.join(", ")))
        }
    }
}

/// Whether a character is in the block of common Chinese characters or its first extension.
const fn is_han(character: char) -> bool {
    matches!(character, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_is_in_the_language_of_the_question() {
        for artist in ["周杰伦", " 周杰倫\n"] {
            assert_eq!(play(artist).as_deref(), Ok("正在播放：周杰伦 - 晴天"));
        }
        for artist in ["Jay Chou", "JAY CHOU", "jay chou "] {
            assert_eq!(play(artist).as_deref(), Ok("Now playing: Jay Chou - Sunny Day"));
        }
    }

    #[test]
    fn every_artist_is_found_by_every_name() {
        for entry in LIBRARY {
            for name in [entry.chinese.name, entry.english.name].iter().chain(entry.aliases) {
                let answer = play(name).expect(name);
                assert!(
                    answer.ends_with(entry.chinese.song) || answer.ends_with(entry.english.song),
                    "{answer}"
                );
            }
        }
    }

    #[test]
    fn who_is_not_there_is_told_who_is() {
        assert_eq!(
            play("林俊杰").as_deref().map_err(String::as_str),
            Err("曲库里没有“林俊杰”的歌。现有歌手：周杰伦、邓丽君、王菲、陈奕迅")
        );
        assert_eq!(
            play("Jay").as_deref().map_err(String::as_str),
            Err(
                "Nothing by \"Jay\" is in the library. Artists: Jay Chou, Teresa Teng, Faye Wong, Eason Chan"
            ),
        );
    }
}
