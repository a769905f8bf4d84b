//! The same questions to a folder on the disk and to one in memory, and what only a disk has.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::demo::{MemoryFolder, PathFault};

/// A directory that goes when the test does. What is tested is `base` in it; beside that lies a secret.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("wirelab-folder-{}-{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let scratch = Self(std::env::temp_dir().join(name));
        fs::create_dir_all(scratch.base()).expect("a place for files");
        fs::write(scratch.0.join("secret.txt"), "secret").expect("a file");
        scratch
    }

    fn base(&self) -> PathBuf {
        self.0.join("base")
    }

    fn folder(&self) -> DiskFolder {
        DiskFolder::open(&self.base()).expect("a directory")
    }

    fn write(&self, path: &str, bytes: &[u8]) {
        let file = self.base().join(path);
        fs::create_dir_all(file.parent().expect("below the base")).expect("a directory");
        fs::write(file, bytes).expect("a file");
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const FILES: &[(&str, &[u8])] = &[
    ("a.txt", b"a"),
    ("sub/b.txt", b"b"),
    ("sub/deep/c.txt", b"c\xff"),
    ("读我.txt", "读".as_bytes()),
    ("empty", b""),
];

#[test]
fn a_disk_and_a_memory_answer_alike() {
    let scratch = Scratch::new();
    let mut memory = MemoryFolder::new();
    for (path, bytes) in FILES {
        scratch.write(path, bytes);
        memory.set(path, *bytes).expect(path);
    }
    let disk = scratch.folder();
    let missing = |path: &str| Err(FileError::NotFound(path.to_owned()));
    let directory = |path: &str| Err(FileError::Directory(path.to_owned()));
    let fault = |fault| Err(FileError::Path(fault));
    let long = "x".repeat(300);
    for (path, expected) in [
        ("a.txt", Ok(&b"a"[..])),
        ("./sub//../a.txt", Ok(b"a")),
        ("no-such/../a.txt", Ok(b"a")),
        ("a.txt/", Ok(b"a")),
        ("sub/b.txt", Ok(b"b")),
        ("sub/deep/c.txt", Ok(b"c\xff")),
        ("读我.txt", Ok("读".as_bytes())),
        ("empty", Ok(b"")),
        ("$BASE/a.txt", Ok(b"a")),
        ("$BASE/sub/../sub/b.txt", Ok(b"b")),
        ("none", missing("none")),
        ("A.TXT.bak", missing("A.TXT.bak")),
        ("sub/none", missing("sub/none")),
        ("a.txt/x", missing("a.txt/x")),
        (&long, missing(&long)),
        ("~", missing("~")),
        ("file:///etc/passwd", missing("file:/etc/passwd")),
        ("sub", directory("sub")),
        ("sub/deep/", directory("sub/deep")),
        (".", directory("")),
        ("sub/..", directory("")),
        ("$BASE", directory("")),
        ("", fault(PathFault::Empty)),
        ("..", fault(PathFault::Outside)),
        ("../secret.txt", fault(PathFault::Outside)),
        ("sub/../../secret.txt", fault(PathFault::Outside)),
        ("../base/a.txt", fault(PathFault::Outside)),
        ("$BASE/../secret.txt", fault(PathFault::Outside)),
        ("$BASE-not", fault(PathFault::Outside)),
        ("/etc/passwd", fault(PathFault::Outside)),
        ("/", fault(PathFault::Outside)),
        ("a.txt\0", fault(PathFault::Nul)),
        ("..\\secret.txt", fault(PathFault::Backslash)),
        ("C:\\secret.txt", fault(PathFault::Backslash)),
        ("C:secret.txt", fault(PathFault::Drive)),
        ("c:/secret.txt", fault(PathFault::Drive)),
    ] {
        let on_disk = path.replace("$BASE", scratch.base().to_str().expect("UTF-8"));
        let in_memory = path.replace("$BASE", MemoryFolder::ROOT);
        assert_eq!(
            disk.read(&on_disk).map(Cow::into_owned),
            expected.clone().map(<[u8]>::to_vec),
            "disk: {path}"
        );
        assert_eq!(
            memory.read(&in_memory).map(Cow::into_owned),
            expected.map(<[u8]>::to_vec),
            "memory: {path}"
        );
    }
    assert_eq!(disk.list(), memory.list());
    assert_eq!(disk.list(), ["a.txt", "empty", "sub/", "读我.txt"]);
}

#[test]
fn a_base_is_a_directory_that_is_there() {
    let scratch = Scratch::new();
    let error = DiskFolder::open(&scratch.0.join("none")).expect_err("nothing");
    assert_eq!(error.kind(), ErrorKind::NotFound);
    let error = DiskFolder::open(&scratch.0.join("secret.txt")).expect_err("a file");
    assert_eq!(error.to_string(), "not a directory");
    fs::remove_dir_all(scratch.base()).expect("empty");
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let scratch = Scratch::new();
    let file = File::create(scratch.base().join("large")).expect("a file");
    file.set_len(MAX_FILE_BYTES as u64 + 1).expect("a hole");
    let error = scratch.folder().read("large").expect_err("too large");
    assert_eq!(error.to_string(), "large: is larger than the 16 MiB that are read");
    file.set_len(MAX_FILE_BYTES as u64).expect("a hole");
    assert_eq!(scratch.folder().read("large").map(|bytes| bytes.len()), Ok(MAX_FILE_BYTES));
}

#[test]
fn what_is_hidden_is_not_listed_but_can_be_read() {
    let scratch = Scratch::new();
    scratch.write(".hidden", b"h");
    assert_eq!(scratch.folder().list(), [""; 0]);
    assert_eq!(scratch.folder().read(".hidden").as_deref(), Ok(&b"h"[..]));
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::symlink;
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::Duration;

    use rustix::io::Errno;

    use super::*;

    fn link(scratch: &Scratch, target: impl AsRef<Path>, name: &str) {
        symlink(target, scratch.base().join(name)).expect("a link");
    }

    /// Runs `read` on a thread, so that a wait that never ends fails instead.
    fn in_time<T: Send + 'static>(read: impl FnOnce() -> T + Send + 'static) -> T {
        let (sender, receiver) = channel();
        thread::spawn(move || sender.send(read()));
        receiver.recv_timeout(Duration::from_secs(10)).expect("it must not wait")
    }

    #[test]
    fn links_are_followed_within_the_base_and_not_out_of_it() {
        let scratch = Scratch::new();
        scratch.write("sub/b.txt", b"b");
        link(&scratch, "sub/b.txt", "inside");
        link(&scratch, scratch.base().join("sub"), "folder");
        link(&scratch, "../base/sub/b.txt", "around");
        link(&scratch, "../secret.txt", "outside");
        link(&scratch, "/", "top");
        link(&scratch, "outside", "twice");
        link(&scratch, "loop", "loop");
        link(&scratch, "none", "dangling");
        let folder = scratch.folder();
        for path in ["inside", "folder/b.txt", "around"] {
            assert_eq!(folder.read(path).as_deref(), Ok(&b"b"[..]), "{path}");
        }
        for path in ["outside", "top/etc", "top", "twice"] {
            assert_eq!(folder.read(path), Err(FileError::LinkOutside(path.to_owned())), "{path}");
        }
        assert_eq!(folder.read("dangling"), Err(FileError::NotFound("dangling".to_owned())));
        assert!(matches!(folder.read("loop"), Err(FileError::Unreadable { .. })));
        // By its text the path is the base's own file: the link is never looked at.
        scratch.write("a.txt", b"a");
        assert_eq!(folder.read("top/../a.txt").as_deref(), Ok(&b"a"[..]));
    }

    #[test]
    fn a_link_that_is_swapped_in_after_the_look_is_not_followed() {
        let scratch = Scratch::new();
        scratch.write("sub/b.txt", b"b");
        let folder = scratch.folder();
        assert!(folder.open_below(Path::new("sub/b.txt")).is_ok());
        fs::create_dir(scratch.0.join("sub")).expect("a directory");
        fs::write(scratch.0.join("sub/b.txt"), "secret").expect("a file");
        fs::remove_dir_all(scratch.base().join("sub")).expect("there");
        link(&scratch, scratch.0.join("sub"), "sub");
        link(&scratch, scratch.0.join("secret.txt"), "file");
        for path in ["sub/b.txt", "file"] {
            let error = folder.open_below(Path::new(path)).expect_err("a link");
            let errno = Errno::from_io_error(&error);
            assert!([Some(Errno::NOTDIR), Some(Errno::LOOP)].contains(&errno), "{path}: {error}");
        }
    }

    #[test]
    fn a_base_can_be_named_by_a_link_and_by_what_it_leads_to() {
        let scratch = Scratch::new();
        scratch.write("a.txt", b"a");
        let name = scratch.0.join("name");
        symlink(scratch.base(), &name).expect("a link");
        let folder = DiskFolder::open(&name).expect("a directory");
        for root in [name, scratch.base().canonicalize().expect("there")] {
            let path = root.join("a.txt");
            assert_eq!(folder.read(path.to_str().expect("UTF-8")).as_deref(), Ok(&b"a"[..]), "{path:?}");
        }
    }

    #[test]
    fn nothing_waits_for_what_may_never_come() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};

        let scratch = Scratch::new();
        let pipe = scratch.base().join("pipe");
        mknodat(CWD, &pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).expect("a pipe");
        let _socket =
            std::os::unix::net::UnixListener::bind(scratch.base().join("socket")).expect("a socket");
        link(&scratch, "pipe", "link");
        for path in ["pipe", "socket", "link"] {
            let folder = scratch.folder();
            let read = in_time(move || folder.read(path).map(Cow::into_owned));
            assert_eq!(read, Err(FileError::Special(path.to_owned())), "{path}");
        }
        // And if it had been a file when it was looked at.
        let folder = scratch.folder();
        assert!(in_time(move || folder.open_below(Path::new("pipe")).is_ok()));
        let devices = DiskFolder::open(Path::new("/dev")).expect("there");
        assert_eq!(devices.read("null"), Err(FileError::Special("null".to_owned())));
    }

    #[test]
    fn what_may_not_be_read_says_so() {
        use std::os::unix::fs::PermissionsExt;

        let scratch = Scratch::new();
        scratch.write("closed", b"a");
        let closed = scratch.base().join("closed");
        fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).expect("ours");
        // Root may read everything.
        if File::open(&closed).is_err() {
            let error = scratch.folder().read("closed").expect_err("closed");
            assert!(error.to_string().starts_with("closed: Permission denied"), "{error}");
        }
    }
}
