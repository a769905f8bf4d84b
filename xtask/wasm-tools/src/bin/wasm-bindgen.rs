//! The part of the `wasm-bindgen` command that building the page needs, without the command's own weight.
//!
//! `wasm-bindgen INPUT.wasm --out-dir DIR --out-name NAME` writes what the original command writes with
//! `--target web --no-typescript`. `--version` answers as the original does: wasm-pack asks for it.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let args: Vec<OsString> = std::env::args_os().skip(1).collect();
    if args.iter().any(|arg| arg == "--version" || arg == "-V") {
        println!("wasm-bindgen {}", env!("CARGO_PKG_VERSION"));
        return Ok(());
    }
    let Args { input, out_dir, out_name } = Args::parse(args)?;
    Bindgen::new()
        .input_path(input)
        .web(true)?
        .typescript(false)
        // The library's default leaves the module's place open; the command's has it beside the JavaScript.
        .omit_default_module_path(false)
        .out_name(&out_name)
        .generate(out_dir)
}

struct Args {
    input: PathBuf,
    out_dir: PathBuf,
    out_name: String,
}

impl Args {
    fn parse(args: Vec<OsString>) -> Result<Self> {
        let (mut input, mut out_dir, mut out_name) = (None, None, None);
        let mut args = args.into_iter();
        while let Some(arg) = args.next() {
            match arg.to_str() {
                Some("--out-dir") => out_dir = args.next(),
                Some("--out-name") => out_name = args.next(),
                Some(flag) if flag.starts_with('-') => bail!("unknown flag {flag}"),
                _ if input.is_some() => bail!("one module at a time"),
                _ => input = Some(arg),
            }
        }
        let out_name = out_name.context("--out-name NAME is missing")?;
        Ok(Self {
            input: input.context("the module's path is missing")?.into(),
            out_dir: out_dir.context("--out-dir DIR is missing")?.into(),
            out_name: out_name.into_string().ok().context("--out-name must be UTF-8")?,
        })
    }
}
