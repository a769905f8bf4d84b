// SQLite for query_db: its own WebAssembly build behind one function. The page loads this file with the first query.
//
// What it refuses, and how it says so, is what src/native/database.rs does: tests/data/queries.json holds both to it.
import load from "./sqlite/sqlite3.js";

// No text and no blob that a query touches is larger than this, in bytes.
const MAX_VALUE_BYTES = 1 << 20;
// How many of its own steps the engine takes between two looks at the clock.
const STEPS = 100;
// How long a script may take to make a database, in milliseconds.
const SCRIPT_MILLIS = 5000;
// Functions that reach for more than their arguments.
const REACHING = ["load_extension", "fts3_tokenizer", "readfile", "writefile", "edit"];

class Failure {
  constructor(...words) {
    this.words = words;
  }
}

let engine, opened;

/** A promise that is made once, and anew after it has failed. */
function once(make) {
  let made;
  return () => (made ??= make().catch((error) => ((made = undefined), Promise.reject(error))));
}

const sample = once(() => fetchText("./sqlite/sample.sql"));
const loaded = once(() => load({ print: () => {}, printErr: () => {} }));

/** Answers one question; src/demo/database/wire.rs says how questions and replies are written. */
export async function ask(question) {
  const [sql, rows, columns, characters, bytes, millis, script] = JSON.parse(question);
  const text = script ?? (await sample());
  engine = await loaded();
  // From here on nothing waits: one question after the other.
  if (opened?.script !== text) {
    opened?.close();
    opened = undefined;
    try {
      opened = new Database(text);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      return JSON.stringify(failure.words);
    }
  }
  return JSON.stringify(opened.answer(sql, rows, columns, characters, bytes, millis));
}

async function fetchText(name) {
  const url = new URL(name, import.meta.url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: HTTP ${response.status}`);
  return response.text();
}

class Database {
  /** The database that a script makes, in memory. */
  constructor(script) {
    const { capi, oo1 } = engine;
    this.script = script;
    this.inner = new oo1.DB(":memory:", "c");
    this.db = this.inner.pointer;
    // As where it is built in: a word in double quotes that names no column is a text.
    capi.sqlite3_db_config(this.db, capi.SQLITE_DBCONFIG_DQS_DML, 1, 0);
    capi.sqlite3_db_config(this.db, capi.SQLITE_DBCONFIG_DQS_DDL, 1, 0);
    this.deadline = performance.now() + SCRIPT_MILLIS;
    capi.sqlite3_progress_handler(this.db, STEPS, () => (performance.now() > this.deadline ? 1 : 0), 0);
    try {
      this.inner.exec(script);
    } catch {
      const why = capi.sqlite3_errmsg(this.db);
      this.close();
      throw new Failure("unavailable", `its script ends with an error: ${why}`);
    }
    // The binary's engine has these functions and this one has not: they are made here to be refused alike.
    for (const name of ["load_extension", "fts3_tokenizer"]) {
      capi.sqlite3_create_function(this.db, name, -1, capi.SQLITE_UTF8, 0, () => null, 0, 0);
    }
    capi.sqlite3_limit(this.db, capi.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES);
    capi.sqlite3_limit(this.db, capi.SQLITE_LIMIT_ATTACHED, 0);
    // Matching takes the product of both lengths, and nobody can interrupt it.
    capi.sqlite3_limit(this.db, capi.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 256);
    capi.sqlite3_db_config(this.db, capi.SQLITE_DBCONFIG_DEFENSIVE, 1, 0);
    capi.sqlite3_db_config(this.db, capi.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, 0);
    this.inner.exec("PRAGMA query_only = 1");
    capi.sqlite3_set_authorizer(this.db, (_, ...action) => this.authorize(...action), 0);
  }

  close() {
    this.inner.close();
  }

  authorize(code, first, second) {
    const { capi } = engine;
    const what = refusal(capi, code, first ?? "", second);
    // Full-text tables ask for it while they are read, by themselves, whether they have to be read anew.
    if (what === undefined || (this.runs && what === "PRAGMA data_version" && !second)) return capi.SQLITE_OK;
    this.refused ??= what;
    return capi.SQLITE_DENY;
  }

  answer(sql, rows, columns, characters, bytes, millis) {
    const { wasm } = engine;
    Object.assign(this, { refused: undefined, runs: false, millis, deadline: performance.now() + millis });
    const scope = wasm.scopedAllocPush();
    const statements = [];
    try {
      return this.run(sql, { rows, columns, characters, bytes }, statements);
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      return failure.words;
    } finally {
      for (const statement of statements) engine.capi.sqlite3_finalize(statement);
      wasm.scopedAllocPop(scope);
    }
  }

  run(sql, limits, statements) {
    const { capi, wasm } = engine;
    const bytes = new TextEncoder().encode(sql);
    const start = wasm.scopedAlloc(bytes.length + 1);
    wasm.heap8u().set(bytes, start);
    wasm.poke8(start + bytes.length, 0);
    const place = { at: start, end: start + bytes.length };
    const statement = this.next(place, statements);
    if (!statement) throw new Failure("empty");
    let second;
    try {
      second = this.next(place, statements);
    } catch {
      second = true;
    }
    // Comments are no statement, what cannot be compiled is.
    if (second) throw new Failure("second");
    const width = capi.sqlite3_column_count(statement);
    if (width === 0 || !capi.sqlite3_stmt_readonly(statement)) {
      throw new Failure("refused", "A statement that returns no rows");
    }
    const shown = Math.min(width, limits.columns);
    const columns = Array.from({ length: shown }, (_, column) => capi.sqlite3_column_name(statement, column));
    const values = [];
    let rows = 0;
    let more = "";
    this.runs = true;
    for (;;) {
      const code = capi.sqlite3_step(statement);
      if (code === capi.SQLITE_DONE) break;
      if (code !== capi.SQLITE_ROW) throw this.failure(code);
      if (rows === limits.rows) {
        more = "more";
        break;
      }
      rows += 1;
      values.push(...columns.map((_, column) => this.value(statement, column, limits)));
    }
    return ["rows", more, String(width - shown), String(shown), ...columns, ...values];
  }

  /** Compiles what comes next, past comments and empty statements; 0 at the end. */
  next(place, statements) {
    const { capi, wasm } = engine;
    const out = wasm.scopedAllocPtr(2);
    const [slot, tail] = out;
    while (place.at < place.end) {
      const code = capi.sqlite3_prepare_v3(this.db, place.at, place.end - place.at + 1, 0, slot, tail);
      if (code !== capi.SQLITE_OK) throw this.failure(code);
      place.at = wasm.peekPtr(tail);
      const statement = wasm.peekPtr(slot);
      if (statement) {
        statements.push(statement);
        return statement;
      }
    }
    return 0;
  }

  value(statement, column, limits) {
    const { capi, wasm } = engine;
    const type = capi.sqlite3_column_type(statement, column);
    if (type === capi.SQLITE_NULL) return "n";
    const isBlob = type === capi.SQLITE_BLOB;
    // The engine itself writes numbers, as it does everywhere.
    const read = isBlob ? "sqlite3_column_blob" : "sqlite3_column_text";
    const from = wasm.exports[read](statement, column);
    const length = capi.sqlite3_column_bytes(statement, column);
    const bytes = wasm.heap8u().slice(from, from + length);
    if (isBlob) {
      const digits = Array.from(bytes.subarray(0, limits.bytes), (byte) => byte.toString(16).padStart(2, "0"));
      return `b${length} ${digits.join("")}`;
    }
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    if (type === capi.SQLITE_INTEGER) return `i${text}`;
    if (type === capi.SQLITE_FLOAT) return `r${text}`;
    let characters = 0;
    let end = 0;
    for (const character of text) {
      if (characters < limits.characters) end += character.length;
      characters += 1;
    }
    return `t${characters} ${text.slice(0, end)}`;
  }

  failure(code) {
    const { capi } = engine;
    if (this.refused !== undefined) return new Failure("refused", this.refused);
    switch (code & 0xff) {
      case capi.SQLITE_INTERRUPT:
        return new Failure("late", String(this.millis));
      case capi.SQLITE_TOOBIG:
        return new Failure("engine", `string or blob too big: more than ${MAX_VALUE_BYTES >> 20} MiB`);
      default:
        return new Failure("engine", capi.sqlite3_errmsg(this.db));
    }
  }
}

/** What a statement wanted to do, as SQL names it; nothing where a SELECT may need it. */
function refusal(capi, code, first, second) {
  const isSchema = ["sqlite_master", "sqlite_temp_master"].includes(first);
  switch (code) {
    case capi.SQLITE_SELECT:
    case capi.SQLITE_READ:
    case capi.SQLITE_RECURSIVE:
      return undefined;
    case capi.SQLITE_FUNCTION:
      return REACHING.includes(second?.toLowerCase()) ? `The function ${second}` : undefined;
    // Definitions are kept in a table, and the engine asks for that first.
    case capi.SQLITE_INSERT:
      return isSchema ? "CREATE" : `INSERT INTO ${first}`;
    case capi.SQLITE_CREATE_TRIGGER:
    case capi.SQLITE_CREATE_TEMP_TRIGGER:
      return "CREATE";
    case capi.SQLITE_DELETE:
      return isSchema ? "DROP" : `DELETE FROM ${first}`;
    case capi.SQLITE_UPDATE:
      return `UPDATE ${first}`;
    case capi.SQLITE_PRAGMA:
      return `PRAGMA ${first}`;
    case capi.SQLITE_ATTACH:
      return "ATTACH";
    case capi.SQLITE_DETACH:
      return "DETACH";
    case capi.SQLITE_ALTER_TABLE:
      return `ALTER TABLE ${second}`;
    case capi.SQLITE_REINDEX:
      return "REINDEX";
    case capi.SQLITE_ANALYZE:
      return "ANALYZE";
    case capi.SQLITE_TRANSACTION:
    case capi.SQLITE_SAVEPOINT:
      return "A transaction";
    default:
      return "A change of the schema";
  }
}
