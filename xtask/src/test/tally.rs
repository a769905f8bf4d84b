//! Counting tests by what their runners print.

use std::ops::AddAssign;

/// How many tests passed, failed and were skipped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Those that passed.
    pub passed: usize,
    /// Those that failed.
    pub failed: usize,
    /// Those that did not run.
    pub skipped: usize,
}

impl Tally {
    /// One test of ours.
    pub fn one(passed: bool) -> Self {
        Self { passed: passed.into(), failed: (!passed).into(), skipped: 0 }
    }

    /// One test that did not run.
    pub fn one_skipped() -> Self {
        Self { skipped: 1, ..Self::default() }
    }

    /// Adds up the result lines of `cargo test`, which the browser runner prints in the same form.
    pub fn of_output(output: &str) -> Self {
        let mut sum = Self::default();
        for line in output.lines() {
            let Some(result) = line.trim().strip_prefix("test result: ") else { continue };
            // `ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s`
            let counts = result.split_once(". ").map_or(result, |(_, counts)| counts);
            for count in counts.split(';') {
                let mut words = count.split_whitespace();
                let (Some(Ok(number)), Some(what)) = (words.next().map(str::parse::<usize>), words.next())
                else {
                    continue;
                };
                match what {
                    "passed" => sum.passed += number,
                    "failed" => sum.failed += number,
                    "ignored" => sum.skipped += number,
                    _ => {}
                }
            }
        }
        sum
    }

    /// How many tests ran.
    pub fn ran(self) -> usize {
        self.passed + self.failed
    }

    /// Believes the exit code: a runner that failed without naming a test still failed.
    pub fn with_success(mut self, success: bool) -> Self {
        if !success && self.failed == 0 {
            self.failed = 1;
        }
        self
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)
    }
}

/// The lines of the tests that were ignored, each with the reason that its author gave.
pub fn ignored(output: &str) -> Vec<&str> {
    let is_ignored = |line: &&str| line.starts_with("test ") && line.contains(" ... ignored");
    output.lines().filter(is_ignored).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_results_of_all_binaries_are_added_up() {
        let output = "running 3 tests\n\
            test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n\
            test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 7 filtered out; finished in 0.10s\n";
        assert_eq!(Tally::of_output(output), Tally { passed: 4, failed: 2, skipped: 1 });
    }

    #[test]
    fn a_test_that_prints_about_results_is_not_counted() {
        assert_eq!(Tally::of_output("the test result: ok. 9 passed").ran(), 0);
        assert_eq!(Tally::of_output("test result: ok. many passed").ran(), 0);
    }

    #[test]
    fn a_runner_that_fails_without_naming_a_test_counts_as_one_failure() {
        assert_eq!(Tally::default().with_success(false).failed, 1);
        assert_eq!(Tally { failed: 2, ..Tally::default() }.with_success(false).failed, 2);
        assert_eq!(Tally::one(true).with_success(true), Tally::one(true));
    }

    #[test]
    fn ignored_tests_keep_their_reason() {
        let output = "test a ... ok\ntest b ... ignored, needs a printer\n";
        assert_eq!(ignored(output), ["test b ... ignored, needs a printer"]);
    }

    #[test]
    fn the_closing_line_reads_as_every_tool_expects() {
        assert_eq!(Tally { passed: 1, failed: 0, skipped: 2 }.to_string(), "1 passed, 0 failed, 2 skipped");
    }
}
