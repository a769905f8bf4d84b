//! The judge: whatever was said, the verdict has a place and words, and costs no more than what it is about.

mod talk;

use super::source::Source;
use crate::lint::{Finding, Judge, Language, Options, Rule, Said, Status, Text, judge as judged, primary};
use crate::proto::framing::{Frame, FrameDecoder, Framing, Limits};
use crate::proto::mcp::Version;
use crate::proto::random::Random;
use crate::proto::session::Side;
use crate::trace::export::{self, Target, export};
use crate::trace::import::{Format, read};
use crate::trace::{self, Lane, Trace, TraceEntry, TraceFrame};

/// How many findings, and how many things to remember, the shortest text may give beyond one for each of its bytes.
const FEW: usize = 16;

/// A value of which a sentence shows all is no longer, in characters; a finding keeps one more.
const SHOWN: usize = 120;

/// Judges a log as if somebody had pasted it, or a conversation as it would come over two wires.
pub fn judge(data: &[u8]) {
    let mut source = Source::new(data);
    let versions: Vec<_> = Version::ALL.into_iter().map(Some).chain([None]).collect();
    let options = Options { version: *source.pick(&versions), ..Options::default() };
    if source.byte().is_multiple_of(2) {
        pasted(source, options);
    } else {
        spoken(source, options);
    }
}

fn pasted(mut source: Source<'_>, options: Options) {
    let formats: Vec<_> = Format::all().map(Some).chain([None; 16]).collect();
    let format = *source.pick(&formats);
    let language = *source.pick(&Language::ALL);
    let target = *source.pick(&Target::ALL);
    let read = read(source.rest(), format);
    for number in read.trace.sessions() {
        let trace = read.trace.session(number);
        let findings = judged(&trace, &options);
        check(&findings, &trace, options.limits);
        reported(&findings, &trace, target, language);
    }
}

fn spoken(mut source: Source<'_>, options: Options) {
    let body = if source.byte().is_multiple_of(4) { 1 + usize::from(source.byte()) } else { 1 << 20 };
    let options = Options { limits: Limits { body, header: 128 }, ..options };
    let mut random = Random::new(u64::from(source.byte()));
    let longest = u64::from(source.byte());
    let trace = Trace::of(talk::entries(&mut source));
    let findings = judged(&trace, &options);
    check(&findings, &trace, options.limits);
    assert_eq!(cut(&trace, options, |_| 1), findings, "byte by byte");
    let any = |left: usize| usize::try_from(1 + random.up_to(longest)).expect("a byte").min(left);
    assert_eq!(cut(&trace, options, any), findings, "in random chunks");
}

/// What is found when each entry comes in parts, as long as `length` says when that much is left.
fn cut(trace: &Trace, options: Options, mut length: impl FnMut(usize) -> usize) -> Vec<Finding> {
    let mut judge = Judge::new(options);
    let mut findings = Vec::new();
    let mut fed = 0;
    for entry in &trace.entries {
        let mut rest = &entry.bytes[..];
        loop {
            let (part, after) = rest.split_at(if rest.is_empty() { 0 } else { length(rest.len()) });
            rest = after;
            fed += part.len();
            let end = entry.end && rest.is_empty();
            judge.feed(&TraceEntry { end, ..TraceEntry::new(entry.at, entry.lane, part) });
            findings.extend(core::iter::from_fn(|| judge.poll_finding()));
            if rest.is_empty() {
                break;
            }
        }
        assert!(judge.remembered() <= fed + FEW, "{} of {fed} bytes", judge.remembered());
    }
    judge.finish();
    findings.extend(core::iter::from_fn(|| judge.poll_finding()));
    findings
}

/// Each finding is about bytes that are there and says so, and all together are no flood.
fn check(findings: &[Finding], trace: &Trace, limits: Limits) {
    let lanes = [Side::Client, Side::Server].map(|side| frames(trace, Lane::from_sender(side), limits));
    let total: usize = lanes.iter().map(Vec::len).sum();
    let weight = |entry: &TraceEntry| entry.bytes.len() + entry.http.as_ref().map_or(0, |http| http.weight());
    let length: usize = trace.entries.iter().map(weight).sum();
    for finding in findings {
        if finding.lane == Lane::Note {
            head(finding, trace);
            continue;
        }
        let lane = &lanes[usize::from(finding.lane == Lane::ServerToClient)];
        let frame = &lane[finding.in_lane];
        assert_eq!(finding.offset, frame.offset, "{finding:?}");
        let range = &finding.range;
        assert!(range.start <= range.end && range.end <= frame.bytes.len(), "{finding:?} of {frame:?}");
        assert!(finding.frame < total && finding.related.is_none_or(|frame| frame < total), "{finding:?}");
        assert!(finding.path.len() <= 2 * frame.bytes.len(), "{finding:?}");
        let is_short =
            |said: &Said| !matches!(said, Said::Wire(text) if text.chars().nth(SHOWN + 1).is_some());
        assert!(is_short(&finding.expected) && is_short(&finding.seen), "{finding:?}");
        let is_foreign = ["FR-03", "FR-04"].contains(&finding.rule.as_str());
        assert!(!is_foreign || finding.seen != Said::Nothing, "what is no message is shown: {finding:?}");
        worded(finding);
    }
    assert!(findings.len() <= length + FEW, "{} findings in {length} bytes", findings.len());
    match primary(findings) {
        Some(first) => assert!(findings.contains(first)),
        None => assert!(findings.is_empty(), "one of them matters most"),
    }
}

/// It is of a rule that is judged, and there are words for it.
fn worded(finding: &Finding) {
    let rule = Rule::find(finding.rule.as_str()).expect("a rule of the book");
    assert_eq!(rule.status, Status::Judged, "{finding:?}");
    Language::ALL.into_iter().for_each(|language| said(finding, language));
}

/// What is about a head is about a remark that is part of an exchange.
fn head(finding: &Finding, trace: &Trace) {
    let mut notes = trace.entries.iter().filter(|entry| entry.lane == Lane::Note);
    let entry = notes.nth(finding.in_lane).expect("a remark");
    let exchange = entry.http.as_ref().map(|http| http.exchange);
    assert_eq!((exchange, finding.range.end <= entry.bytes.len()), (finding.exchange, true), "{finding:?}");
    worded(finding);
}

/// The sentence is there, on one line, and has no gaps but those that stood on the wire.
fn said(finding: &Finding, language: Language) {
    let sentence = finding.sentence(language);
    assert!(!sentence.trim().is_empty() && !sentence.contains(char::is_control), "{finding:?}");
    if finding.path.chars().count() > SHOWN {
        return;
    }
    let template = Text::find(language, finding.rule).found;
    let (expected, seen) = (finding.expected.to_text(language), finding.seen.to_text(language));
    let values = [("{expected}", &expected), ("{seen}", &seen), ("{path}", &finding.path)];
    let gaps = |text: &str, gap: &str| text.matches(gap).count();
    let own: usize = values.iter().map(|(gap, value)| gaps(template, gap) * gaps(value, "{")).sum();
    assert_eq!(gaps(&sentence, "{"), own, "{sentence:?} of {finding:?}");
}

/// What can be made of the recording can be made of it with these findings, and where they have a place they stand.
fn reported(findings: &[Finding], trace: &Trace, target: Target, language: Language) {
    let all = trace::frames(trace);
    let number = |finding: &Finding| {
        let here = |frame: &&TraceFrame| (frame.lane, frame.frame.offset) == (finding.lane, finding.offset);
        all.iter().find(here).map(|frame| frame.number)
    };
    let told = findings.iter().map(|finding| export::Finding {
        frame: number(finding),
        rule: finding.rule.as_str().to_owned(),
        sentence: finding.sentence(language),
    });
    let options =
        export::Options { language, findings: Some(told.collect()), shown: 64, ..export::Options::default() };
    let page = export(trace, target, &options);
    if matches!(target, Target::Markdown | Target::Html) {
        let is_there = |finding: &Finding| page.contains(finding.rule.as_str());
        assert!(findings.iter().all(is_there), "every finding is reported");
    }
}

/// The frames of one lane, idle ones among them.
fn frames(trace: &Trace, lane: Lane, limits: Limits) -> Vec<Frame> {
    let mut own = trace.entries.iter().filter(|entry| entry.lane == lane);
    let mut bytes = Vec::new();
    // Nothing comes after the end.
    let _ = own.find(|entry| {
        bytes.extend_from_slice(&entry.bytes);
        entry.end
    });
    let head = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    let has_header = head.get(..8).is_some_and(|name| name.eq_ignore_ascii_case(b"content-"));
    let framing = if has_header { Framing::ContentLength } else { Framing::Ndjson };
    let mut decoder = FrameDecoder::new(framing, limits);
    decoder.feed(&bytes);
    decoder.finish();
    core::iter::from_fn(|| decoder.poll_frame()).collect()
}
