//! Who is speaking, and the pictures that go with names.

use crate::proto::json::{payload, words};

/// What Wirelab's client and server call themselves.
pub const CLIENT_NAME: &str = "wirelab";

payload! {
    /// Who is speaking: `clientInfo` or `serverInfo`. The peer's own word, checked by nobody.
    pub struct Implementation {
        /// Name for programs.
        name: String = "name",
        /// Its version, in any scheme.
        version: String = "version",
    }
    later {
        /// Name for people (2025-06-18 and later).
        title, with_title: String = "title",
        /// What it is for (2025-11-25 and later).
        description, with_description: String = "description",
        /// Pictures of it (2025-11-25 and later).
        icons, with_icons: Vec<Icon> = "icons",
        /// Where there is more about it (2025-11-25 and later).
        website_url, with_website_url: String = "websiteUrl",
    }
}

impl Implementation {
    /// This build of Wirelab.
    #[must_use]
    pub fn wirelab() -> Self {
        Self::new(CLIENT_NAME, env!("CARGO_PKG_VERSION"))
    }
}

payload! {
    /// A picture (2025-11-25 and later). Its source is a stranger's: showing it means fetching it.
    pub struct Icon {
        /// An `https:` or `data:` URI.
        src: String = "src",
    }
    optional {
        /// Its media type, where the source does not tell.
        mime_type: String = "mimeType",
        /// The sizes it is good for: `48x48`, or `any` for what scales.
        sizes: Vec<String> = "sizes",
        /// The background it is made for.
        theme: IconTheme = "theme",
    }
}

words! {
    /// The background that an icon is made for.
    pub enum IconTheme {
        /// A light one.
        Light = "light",
        /// A dark one.
        Dark = "dark",
    }
}
