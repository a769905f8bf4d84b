//! The texts of `wirelab man` and `wirelab completions`.

use std::io;
use std::path::Path;

pub(in crate::native::cli) const MAN: &str = "Write the manual pages";
pub(in crate::native::cli) const MAN_LONG: &str = "\
Write the manual: the page of the whole program to standard output, or one page for each command into a folder.";
pub(in crate::native::cli) const MAN_AFTER: &str = "\
Examples:
  wirelab man > wirelab.1
  wirelab man --output ~/.local/share/man/man1";
pub(in crate::native::cli) const OUTPUT: &str = "Write a page for each command into this folder";

pub(in crate::native::cli) const COMPLETIONS: &str =
    "Write what a shell needs to complete commands and options";
pub(in crate::native::cli) const COMPLETIONS_LONG: &str = "\
Write a script for your shell to standard output. Where it belongs depends on the shell; the examples are the usual places.";
pub(in crate::native::cli) const COMPLETIONS_AFTER: &str = "\
Examples:
  wirelab completions bash > ~/.local/share/bash-completion/completions/wirelab
  wirelab completions zsh > ~/.zfunc/_wirelab
  wirelab completions fish > ~/.config/fish/completions/wirelab.fish";
pub(in crate::native::cli) const SHELL: &str = "The shell";

pub(in crate::native::cli) fn cannot_write(folder: &Path, error: &io::Error) -> String {
    format!("{}: {error}", folder.display())
}
