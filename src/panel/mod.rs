//! Everything that the page does, without a page: what it knows, what changes it, what it shows.
//!
//! `update(&mut Model, Msg) -> Vec<Effect>` and `view(&Model) -> ViewModel`. The web layer applies the view model to
//! the document and turns its events into messages; it decides nothing.
#![forbid(unsafe_code)]

mod act;
mod attach;
mod book;
mod carry;
mod course;
mod effect;
mod facts;
mod fault;
mod fields;
mod files;
mod form;
mod guide;
mod http;
mod inspect;
mod lesson;
mod manners;
mod model;
mod msg;
pub mod node;
mod peers;
mod place;
mod queries;
mod recording;
mod share;
pub mod text;
mod time;
mod update;
mod view;
mod watch;
mod wish;
mod words;
mod world;

pub use act::{ActMsg, Acting, Deed, Draft, Ending, FillMsg, Form as WrittenAs, Reaction, Shelf};
pub use attach::{
    AttachMsg, Cause, Ended, Hello, Role, Standing, Told, Trouble, What, Why, kind, read, write,
};
pub use book::{Book, BookMsg};
pub use effect::{Body, Effect};
pub use fault::{BreakMsg, Often};
pub use files::Document;
pub use form::{Field, FieldKind, Form};
pub use guide::{Move, next_move};
pub use http::HttpMsg;
pub use inspect::{InspectMsg, Way};
pub use lesson::{Lesson, LessonMsg};
pub use model::{Environment, Model, Notice, Theme};
pub use msg::{KEYS, Msg, Presence, Provocation};
pub use peers::{Peers, PeersMsg};
pub use place::{Place, READER};
pub use recording::{Pace, Recording, RecordingMsg, Shape, Source, Stage};
pub use share::Shared;
pub use time::{Grain, RUN_INTERVAL, Speed, TimeMsg};
pub use update::update;
pub use view::{ViewModel, nav_key, view};
