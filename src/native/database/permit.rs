//! What a query may do, and how SQL calls what it may not. `www/database.js` decides the same for the page; a list of
//! statements in `tests/data/queries.json` holds both to it.

use rusqlite::hooks::AuthAction;

/// Functions that reach for more than their arguments.
const REACHING: &[&str] = &["load_extension", "fts3_tokenizer", "readfile", "writefile", "edit"];

/// Whether a `SELECT` may need this.
pub(super) fn reads(action: &AuthAction<'_>) -> bool {
    match action {
        AuthAction::Select | AuthAction::Read { .. } | AuthAction::Recursive => true,
        AuthAction::Function { function_name } => {
            !REACHING.iter().any(|reaching| reaching.eq_ignore_ascii_case(function_name))
        }
        _ => false,
    }
}

/// What a statement wanted to do, as SQL names it.
pub(super) fn name(action: &AuthAction<'_>) -> String {
    // Definitions are kept in a table, and the engine asks for that first.
    let is_schema = |table: &str| ["sqlite_master", "sqlite_temp_master"].contains(&table);
    match action {
        AuthAction::Insert { table_name } if is_schema(table_name) => "CREATE".to_owned(),
        AuthAction::CreateTrigger { .. } | AuthAction::CreateTempTrigger { .. } => "CREATE".to_owned(),
        AuthAction::Delete { table_name } if is_schema(table_name) => "DROP".to_owned(),
        AuthAction::Insert { table_name } => format!("INSERT INTO {table_name}"),
        AuthAction::Update { table_name, .. } => format!("UPDATE {table_name}"),
        AuthAction::Delete { table_name } => format!("DELETE FROM {table_name}"),
        AuthAction::Pragma { pragma_name, .. } => format!("PRAGMA {pragma_name}"),
        AuthAction::Function { function_name } => format!("The function {function_name}"),
        AuthAction::Attach { .. } => "ATTACH".to_owned(),
        AuthAction::Detach { .. } => "DETACH".to_owned(),
        AuthAction::AlterTable { table_name, .. } => format!("ALTER TABLE {table_name}"),
        AuthAction::Reindex { .. } => "REINDEX".to_owned(),
        AuthAction::Analyze { .. } => "ANALYZE".to_owned(),
        AuthAction::Transaction { .. } | AuthAction::Savepoint { .. } => "A transaction".to_owned(),
        _ => "A change of the schema".to_owned(),
    }
}
