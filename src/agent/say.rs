//! What the model says, in the language of the wish. These are its words, not the page's.

use super::hear::is_chinese;

/// The tool did it.
pub(super) fn done(wish: &str, text: &str) -> String {
    if is_chinese(wish) { format!("好的。{text}") } else { format!("Here you are. {text}") }
}

/// The tool did not, and there is nothing left to try.
pub(super) fn sorry(wish: &str, text: &str) -> String {
    if is_chinese(wish) {
        format!("抱歉，我试过了，没有成功：{text}")
    } else {
        format!("I am sorry, that did not work: {text}")
    }
}

/// That was no wish for a song.
pub(super) fn only_music(wish: &str) -> String {
    if is_chinese(wish) {
        "我只会放歌。请告诉我想听谁的歌，比如：播放一首周杰伦的歌。".to_owned()
    } else {
        "All I can do is play music. Name an artist: a song by Jay Chou, for example.".to_owned()
    }
}
