//! Whatever is printed to stdout once the wire is claimed lands on stderr.
#![cfg(unix)]

use std::io::Write;
use std::process::Command;

const AS_CHILD: &str = "WIRELAB_TEST_AS_CHILD";

#[test]
fn a_stray_print_does_not_reach_the_wire() {
    if std::env::var_os(AS_CHILD).is_some() {
        let mut wire = wirelab::native::wire::claim_stdout().expect("claimed");
        println!("stray");
        wire.write_all(b"<wire>").expect("written");
        let status = Command::new("echo").arg("from a child").status().expect("echo runs");
        assert!(status.success());
        return;
    }
    // This test again, in a process whose stdout is nobody else's.
    let output = Command::new(std::env::current_exe().expect("a path"))
        .args(["--exact", "a_stray_print_does_not_reach_the_wire", "--nocapture"])
        .env(AS_CHILD, "1")
        .output()
        .expect("it runs");
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(stdout.contains("<wire>") && !stdout.contains("stray") && !stdout.contains("child"), "{stdout}");
    assert!(stderr.contains("stray") && stderr.contains("from a child"), "{stderr}");
}
