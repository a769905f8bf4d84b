//! What the page knows.

use super::act::Acting;
use super::attach::{Attached, Role, Standing};
use super::book::Book;
use super::fault::Breaking;
use super::files::Files;
use super::form::Form;
use super::http::Http;
use super::inspect::Inspect;
use super::lesson::{self, Learning};
use super::manners;
use super::peers::Peers;
use super::place::{Place, READER};
use super::queries::Queries;
use super::recording::Recording;
use super::share::Shared;
use super::text::Language;
use super::time::{Grain, Speed};
use super::watch::Watch;
use super::world::World;
use crate::desk::FoundRow;
use crate::proto::error::LocalError;
use crate::proto::time::Instant;
use crate::sim::{FrameNumber, Pair, ScriptError, Settings, Whole};

/// What the page is told about its surroundings when it begins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Environment {
    /// The languages that the reader prefers, best first, as BCP 47 tags.
    pub languages: Vec<String>,
    /// Settings kept from earlier visits, by name.
    pub saved: Vec<(String, String)>,
    /// Milliseconds since 1970-01-01 UTC.
    pub unix_millis: u64,
    /// Whether somebody answers [`Effect::Query`](super::Effect::Query).
    pub database: bool,
}

impl Environment {
    fn saved(&self, key: &str) -> Option<&str> {
        self.saved.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// As the reader's system has it.
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// All three, in the order of the button that changes them.
    pub const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// The name in the document and in storage.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// Why the last thing that the reader tried did not happen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// The client refused it: the protocol does not allow it now.
    Refused(LocalError),
    /// A field of the form holds something that it cannot.
    BadField(String),
    /// What should have led to another world does not.
    BadScript(ScriptError),
    /// A place cannot be reached; why.
    Stayed(String),
    /// The world was shared, or not.
    Shared(Shared),
    /// A real process cannot do that with time.
    RealTime,
}

/// What the page knows. Everything else that it shows follows from this.
#[derive(Debug)]
pub struct Model {
    pub(super) language: Language,
    pub(super) theme: Theme,
    pub(super) settings: Settings,
    pub(super) pair: World,
    pub(super) queries: Queries,
    /// The frame that the reader looks at; the newest one while `None`.
    pub(super) selected: Option<FrameNumber>,
    pub(super) running: bool,
    /// The moment that the reader is on the way to, and whether that is in the past.
    pub(super) going: Option<(usize, bool)>,
    /// Whether the module that knows all places is on its way.
    pub(super) leaving: bool,
    pub(super) grain: Grain,
    pub(super) speed: Speed,
    /// Where the wire is scrolled to, and how high it is on the screen, in pixels.
    pub(super) seen: (usize, usize),
    pub(super) whole: bool,
    pub(super) inspect: Inspect,
    pub(super) help: bool,
    pub(super) form: Option<Form>,
    /// What the reader is about to say to the model.
    pub(super) wish: String,
    pub(super) files: Files,
    pub(super) notice: Option<Notice>,
    pub(super) place: Place,
    pub(super) recording: Recording,
    pub(super) book: Book,
    pub(super) acting: Acting,
    pub(super) breaking: Breaking,
    pub(super) peers: Peers,
    /// What the judge says while the reader acts.
    pub(super) watch: Watch,
    pub(super) learning: Learning,
    pub(super) attached: Attached,
    /// The world of HTTP, once the reader has been there.
    pub(super) http: Whole<Http>,
}

/// What a page begins with.
pub(super) fn usual_settings() -> Settings {
    let mut settings = Settings::default();
    settings.client.capabilities = manners::declared(&settings.client.offer, |_| false);
    settings.client.heartbeat = super::time::heartbeat();
    settings
}

impl Model {
    /// A page that was just opened.
    #[must_use]
    pub fn new(environment: &Environment) -> Self {
        let by_tag = |tag: &str| Language::ALL.into_iter().find(|language| language.tag() == tag);
        let language = environment
            .saved("language")
            .and_then(by_tag)
            .or_else(|| environment.languages.iter().find_map(|tag| Language::preferred(tag)))
            .unwrap_or(Language::English);
        let theme = environment.saved("theme");
        let theme = Theme::ALL.into_iter().find(|kind| Some(kind.name()) == theme).unwrap_or(Theme::System);
        let settings = Settings {
            unix_millis: environment.unix_millis,
            database_elsewhere: environment.database,
            ..usual_settings()
        };
        Self {
            language,
            theme,
            pair: World::new(&settings),
            settings,
            queries: Queries::default(),
            selected: None,
            running: false,
            going: None,
            leaving: false,
            grain: Grain::default(),
            speed: Speed::default(),
            seen: (0, 0),
            whole: false,
            inspect: Inspect::default(),
            help: false,
            form: None,
            wish: String::new(),
            files: Files::default(),
            notice: None,
            place: Place::default(),
            recording: Recording::default(),
            book: Book::default(),
            acting: Acting::default(),
            breaking: Breaking::default(),
            peers: Peers::default(),
            watch: Watch::default(),
            learning: if READER {
                lesson::saved(|key| environment.saved(key).map(str::to_owned))
            } else {
                Learning::default()
            },
            attached: Attached::default(),
            http: Whole::default(),
        }
    }

    /// Whether nothing has happened in the world of pipes, and nothing was chosen.
    pub(super) fn is_new(&self) -> bool {
        let usual = Settings::default();
        self.pair.is_new()
            && self.settings.client.heartbeat == super::time::heartbeat()
            && self.queries.script.is_none()
            && self.settings.folder == usual.folder
            && self.settings.framings.are_usual()
            && (!READER || self.settings.manners == usual.manners)
            && self.settings.client.offer == usual.client.offer
            && self.settings.client.capabilities == manners::declared(&usual.client.offer, |_| false)
    }

    /// The worlds of the page as a text, for [`Msg::OpenScript`](super::Msg::OpenScript) here or elsewhere; nothing while
    /// nothing has happened and nothing was chosen.
    #[must_use]
    pub fn script(&self) -> Option<String> {
        super::share::kept(self)
    }

    /// All that the reader would miss in another module of the page, for [`Msg::Carried`](super::Msg::Carried) there.
    #[must_use]
    pub fn carry(&self) -> String {
        super::carry::pack(self)
    }

    /// Where the reader is.
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }

    /// The recording that the reader brought.
    #[must_use]
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// What the reader writes by hand.
    #[must_use]
    pub fn acting(&self) -> &Acting {
        &self.acting
    }

    /// The servers that are compared.
    #[must_use]
    pub fn peers(&self) -> &Peers {
        &self.peers
    }

    /// How late it is for the reader: by the real clock, where that counts.
    pub(super) fn now(&self) -> Instant {
        if READER { super::attach::now(self) } else { self.pair.now() }
    }

    /// Whether the page has to be told how late it is before anything happens.
    #[must_use]
    pub fn has_real_clock(&self) -> bool {
        self.attached.standing != Standing::Nowhere
    }

    /// How it stands with a real process.
    #[must_use]
    pub fn standing(&self) -> &Standing {
        &self.attached.standing
    }

    /// What this page is to it.
    #[must_use]
    pub fn role(&self) -> Role {
        self.attached.role
    }

    /// The rule book.
    #[must_use]
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// The world on the page.
    #[must_use]
    pub fn pair(&self) -> &Pair {
        &self.pair
    }

    /// The frame that the inspector shows: the chosen one, else the newest.
    #[must_use]
    pub fn shown_frame(&self) -> Option<FrameNumber> {
        let newest = self.pair.frames().len().checked_sub(1)?;
        Some(self.selected.map_or(newest, |frame| frame.min(newest)))
    }

    /// Whether more rows go by than anybody reads one by one.
    pub(super) fn is_flooded(&self) -> bool {
        self.running && self.speed.steps() > 1
    }

    /// What the judge has found in frame `number`, unless the reader is to find it.
    pub(super) fn found(&self, number: FrameNumber) -> &[FoundRow] {
        if self.learning.hides_findings() { &[] } else { self.watch.found(number) }
    }

    /// Keeps the form in step with the tools that the client knows.
    pub(super) fn refresh_form(&mut self) {
        let tools = self.pair.facts().tools().unwrap_or_default();
        if self.form.as_ref().is_none_or(|form| tools.iter().all(|tool| tool.name != form.tool)) {
            self.form = tools.first().map(Form::new);
        }
    }
}
