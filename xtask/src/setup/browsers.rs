//! The browsers that the tests run in, each with its driver.

use std::fmt;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::apt;
use super::cargo_tools::GECKODRIVER;
use crate::cache::Cache;
use crate::run;

/// A browser that the tests run in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Browser {
    /// Chrome or Chromium, with chromedriver.
    Chrome,
    /// Firefox, with geckodriver.
    Firefox,
}

impl fmt::Display for Browser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Chrome => "Chrome",
            Self::Firefox => "Firefox",
        })
    }
}

impl Browser {
    /// wasm-pack's flag for it.
    pub fn flag(self) -> &'static str {
        match self {
            Self::Chrome => "--chrome",
            Self::Firefox => "--firefox",
        }
    }

    /// wasm-pack's flag for its driver.
    pub fn driver_flag(self) -> &'static str {
        match self {
            Self::Chrome => "--chromedriver",
            Self::Firefox => "--geckodriver",
        }
    }

    /// The Debian packages that bring it.
    pub fn packages(self) -> &'static [&'static str] {
        match self {
            Self::Chrome => &["chromium", "chromium-driver"],
            Self::Firefox => &["firefox-esr"],
        }
    }

    /// The browser's program, if it is here.
    pub fn program(self) -> Option<PathBuf> {
        let (names, app): (&[&str], _) = match self {
            Self::Chrome => (
                &["chromium", "google-chrome", "google-chrome-stable", "chromium-browser", "chrome"],
                "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
            ),
            Self::Firefox => {
                (&["firefox", "firefox-esr"], "/Applications/Firefox.app/Contents/MacOS/firefox")
            }
        };
        run::which_any(names).or_else(|| Some(PathBuf::from(app)).filter(|app| app.is_file()))
    }

    /// The driver's program, if it is here.
    pub fn driver(self, cache: &Cache) -> Option<PathBuf> {
        match self {
            Self::Chrome => run::which("chromedriver"),
            Self::Firefox => run::which("geckodriver")
                .or_else(|| Some(GECKODRIVER.path(cache)).filter(|path| path.is_file())),
        }
    }

    /// Whether it is here or could be installed.
    pub fn can_be_had(self) -> bool {
        self.program().is_some() || apt::is_here()
    }

    /// Makes sure that the browser and its driver are here; returns the driver's path.
    ///
    /// # Errors
    /// When one of them is missing and cannot be installed; the message says how to.
    pub fn set_up(self, cache: &Cache) -> Result<PathBuf> {
        let driver_comes_with_it = self == Self::Chrome;
        if self.program().is_none() || (driver_comes_with_it && self.driver(cache).is_none()) {
            let what = match self {
                Self::Chrome => "Chrome or Chromium and its chromedriver, both of one version",
                Self::Firefox => "Firefox",
            };
            apt::ensure(cache, self.packages(), &format!("the browser tests need {what} on PATH"))?;
        }
        if self == Self::Firefox && self.driver(cache).is_none() {
            GECKODRIVER.set_up(cache)?;
        }
        self.driver(cache).with_context(|| format!("{self}'s driver is still not there"))
    }
}
