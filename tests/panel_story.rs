//! A person, a model and the host around it, on the page: what each sees of what the frames carry.
#![cfg(not(target_arch = "wasm32"))]

mod scenes;

use scenes::{all_nodes, dom, open, region, settle};
use wirelab::panel::node::Node;
use wirelab::panel::{Model, Move, Msg, next_move, update};

/// The turns of each story that is shown: its class, and what it says.
fn turns(model: &Model) -> Vec<Vec<(String, String)>> {
    let pane = region(model, "story-pane");
    let lanes = all_nodes(&pane).into_iter().filter(|node| node.get("class") == Some("turns"));
    let turn = |node: &Node| (node.get("class").unwrap_or_default().to_owned(), node.text_content());
    lanes.map(|lane| lane.children.iter().map(turn).collect()).collect()
}

fn classes(turns: &[(String, String)]) -> Vec<&str> {
    turns.iter().map(|(class, _)| class.trim_start_matches("turn ")).collect()
}

#[test]
fn a_song_is_asked_for_called_for_read_and_announced_in_both_languages() {
    for (tag, wish, artist, song) in [
        ("en", "Jay Chou", "Jay Chou", "Sunny Day"),
        ("zh-CN", "周杰伦的歌", "周杰伦", "正在播放：周杰伦 - 晴天"),
    ] {
        let mut model = open(tag);
        settle(&mut model);
        update(&mut model, dom("wish", "story song", ""));
        assert_eq!(next_move(&model), Move::Model, "it thinks first");
        settle(&mut model);
        let [story] = &turns(&model)[..] else { panic!("one story") };
        assert_eq!(classes(story), ["person", "model", "sees", "model"]);
        assert!(story[0].1.contains(wish), "{story:?}");
        assert!(story[1].1.contains(&format!("play_music {{\"artist\":\"{artist}\"}}")), "{story:?}");
        assert!(story[1].1.contains('6') && story[2].1.contains('7'), "its frames are named: {story:?}");
        assert!(story[2].1.contains(song) && story[3].1.contains(song), "{story:?}");
        let bytes = model.pair().frames()[5].bytes.clone().expect("a request");
        assert!(String::from_utf8_lossy(&bytes).contains(&format!(r#""artist":"{artist}""#)));
    }
}

#[test]
fn a_model_recovers_from_what_it_can_read_and_is_stuck_with_what_it_cannot() {
    let mut model = open("en");
    settle(&mut model);
    for plot in ["recovers", "stuck"] {
        update(&mut model, dom("wish", &format!("story {plot}"), ""));
        settle(&mut model);
    }
    let [recovers, stuck] = &turns(&model)[..] else { panic!("side by side") };
    assert_eq!(classes(recovers), ["person", "model", "sees failed", "model", "sees", "model"]);
    assert!(recovers[2].1.contains("isError") && recovers[3].1.contains("Jay Chou"));
    assert_eq!(classes(stuck), ["person", "model", "blind"]);
    assert!(stuck[2].1.contains("-32602") && stuck[2].1.contains("The model sees nothing of this."));
    assert_eq!(next_move(&model), Move::YourTurn, "nothing more comes of it");

    // It is part of the world: gone when the reader goes back, there again in a link.
    let mut again = open("zh-CN");
    update(&mut again, Msg::OpenScript(model.script().expect("a world")));
    assert_eq!(again.pair().log(), model.pair().log());
    for _ in 0..2 {
        update(&mut model, Msg::Back);
    }
    assert_eq!(classes(&turns(&model)[1]), ["person", "model"]);
}

#[test]
fn whatever_the_reader_says_is_answered_and_before_the_handshake_nobody_listens() {
    let mut model = open("en");
    update(&mut model, dom("wish", "story song", ""));
    assert!(turns(&model).is_empty());
    settle(&mut model);
    update(&mut model, dom("say-text", "", "<b>a song by</b> <script> by Faye Wong"));
    update(&mut model, dom("say", "", ""));
    settle(&mut model);
    let story = turns(&model).remove(0);
    assert_eq!(classes(&story).last(), Some(&"model"));
    assert!(story[0].1.contains("<script>"), "as text: {story:?}");
    update(&mut model, dom("say-text", "", "  "));
    update(&mut model, dom("say", "", ""));
    assert_eq!(turns(&model).len(), 1, "nothing was said");
    update(&mut model, dom("say-text", "", "What is the time?"));
    update(&mut model, dom("say", "", ""));
    settle(&mut model);
    assert_eq!(classes(&turns(&model)[1]), ["person", "model"], "it can only play music, and says so");
}
