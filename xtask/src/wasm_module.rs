//! What the page's modules ask of their host: nothing but their own JavaScript.
//!
//! A dependency that reads a clock or a file compiles for wasm32 all the same and then imports it from `env`,
//! and the page fails at start. So the build looks at the import section itself.

use anyhow::{Context, Result, bail, ensure};

/// What the module called `name` may import from: wasm-bindgen's JavaScript beside it.
pub fn glue(name: &str) -> String {
    format!("./{name}_bg.js")
}

/// One thing that a module imports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// The module that it comes from.
    pub module: String,
    /// Its name there.
    pub name: String,
}

/// Checks that `wasm`, called `name`, imports from its [`glue`] and nowhere else.
///
/// # Errors
/// When it does not, naming every stranger, and when `wasm` is no WebAssembly module.
pub fn check_imports(wasm: &[u8], name: &str) -> Result<()> {
    let glue = glue(name);
    let strangers: Vec<String> = imports(wasm)?
        .into_iter()
        .filter(|import| import.module != glue)
        .map(|import| format!("{}.{}", import.module, import.name))
        .collect();
    ensure!(
        strangers.is_empty(),
        "the page's wasm may import from {glue} only, but it wants {}",
        strangers.join(", ")
    );
    Ok(())
}

/// Everything that `wasm` imports, in its order.
///
/// # Errors
/// When `wasm` is no WebAssembly module or imports something other than functions, tables, memories, globals
/// and tags.
pub fn imports(wasm: &[u8]) -> Result<Vec<Import>> {
    let mut module = Reader { rest: wasm };
    ensure!(module.take(8)? == b"\0asm\x01\0\0\0", "this is no WebAssembly module of version 1");
    while !module.rest.is_empty() {
        let id = module.byte()?;
        let size = module.number()?;
        let content = module.take(size)?;
        if id == 2 {
            return Reader { rest: content }.import_section();
        }
    }
    Ok(Vec::new())
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn import_section(mut self) -> Result<Vec<Import>> {
        let count = self.number()?;
        let mut imports = Vec::new();
        for _ in 0..count {
            let import = Import { module: self.name()?, name: self.name()? };
            self.skip_type().with_context(|| format!("at the import {}.{}", import.module, import.name))?;
            imports.push(import);
        }
        Ok(imports)
    }

    fn skip_type(&mut self) -> Result<()> {
        match self.byte()? {
            0 => drop(self.number()?), // a function: the number of its type
            1 => {
                self.skip_value_type()?;
                self.skip_limits()?;
            }
            2 => self.skip_limits()?,
            3 => {
                self.skip_value_type()?;
                self.byte()?; // whether it may change
            }
            4 => {
                self.byte()?;
                self.number()?;
            }
            kind => bail!("unknown kind of import {kind}"),
        }
        Ok(())
    }

    fn skip_value_type(&mut self) -> Result<()> {
        // 0x63 and 0x64 say "reference to" and are followed by what it refers to.
        if matches!(self.byte()?, 0x63 | 0x64) {
            self.number()?;
        }
        Ok(())
    }

    fn skip_limits(&mut self) -> Result<()> {
        let has_maximum = self.byte()? & 1 == 1;
        self.number()?;
        if has_maximum {
            self.number()?;
        }
        Ok(())
    }

    fn name(&mut self) -> Result<String> {
        let size = self.number()?;
        Ok(std::str::from_utf8(self.take(size)?)?.to_owned())
    }

    /// A LEB128 number.
    fn number(&mut self) -> Result<usize> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return usize::try_from(value).context("a size beyond this machine");
            }
        }
        bail!("a number longer than 64 bits")
    }

    fn byte(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }

    fn take(&mut self, size: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(size).context("the module ends too early")?;
        self.rest = rest;
        Ok(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &[u8] = b"\0asm\x01\0\0\0";
    /// A custom section, which comes before the imports here and must be passed over.
    const CUSTOM: &[u8] = b"\x00\x03\x01ab";

    fn module(imports: &[&[u8]]) -> Vec<u8> {
        let content = [&[imports.len() as u8], imports.concat().as_slice()].concat();
        [HEAD, CUSTOM, &[2, content.len() as u8], &content].concat()
    }

    const GLUE_FUNCTION: &[u8] = b"\x0f./wirelab_bg.js\x01f\x00\x05";
    const ENV_FUNCTION: &[u8] = b"\x03env\x03now\x00\x81\x01";
    const ENV_MEMORY: &[u8] = b"\x03env\x06memory\x02\x01\x01\x02";
    const ENV_TABLE: &[u8] = b"\x03env\x05table\x01\x70\x00\x01";
    const ENV_GLOBAL: &[u8] = b"\x03env\x02sp\x03\x7f\x01";

    #[test]
    fn a_module_that_imports_only_its_glue_is_fine() {
        check_imports(&module(&[GLUE_FUNCTION, GLUE_FUNCTION]), "wirelab").unwrap();
        check_imports(&module(&[]), "wirelab").unwrap();
        check_imports(HEAD, "wirelab").unwrap();
    }

    #[test]
    fn every_stranger_is_named_whatever_its_kind() {
        let all = module(&[GLUE_FUNCTION, ENV_MEMORY, ENV_TABLE, ENV_GLOBAL, ENV_FUNCTION]);
        let error = check_imports(&all, "wirelab").unwrap_err().to_string();
        assert!(error.ends_with("env.memory, env.table, env.sp, env.now"), "{error}");
        let error = check_imports(&module(&[GLUE_FUNCTION]), "rulebook").unwrap_err().to_string();
        assert!(error.ends_with("./wirelab_bg.js.f"), "{error}");
    }

    #[test]
    fn a_cut_module_is_an_error_at_every_length() {
        let whole = module(&[GLUE_FUNCTION, ENV_MEMORY]);
        let section_start = HEAD.len() + CUSTOM.len();
        for cut in (0..whole.len()).filter(|cut| ![HEAD.len(), section_start].contains(cut)) {
            assert!(imports(&whole[..cut]).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn a_number_without_end_is_an_error() {
        assert!(imports(&[HEAD, &[2], &[0xff; 12]].concat()).is_err());
    }
}
