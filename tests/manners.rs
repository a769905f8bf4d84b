//! Servers that behave like those on the official SDKs: every cell of the measured table.
#![cfg(not(target_arch = "wasm32"))]

#[path = "manners/table.rs"]
mod table;

#[path = "manners/clients.rs"]
mod clients;

use table::{MEASURED, NOT_MODELLED, cell, is_modelled, rows};
use wirelab::sim::manners::probe;

#[test]
fn every_cell_of_the_measured_table_agrees_or_is_named() {
    let mut differs = Vec::new();
    let (mut rows_seen, mut cells_seen) = (0, 0);
    for row in rows() {
        rows_seen += 1;
        for (manner, expected) in MEASURED.into_iter().zip(row.cells) {
            cells_seen += 1;
            let heard = cell(&probe(manner, &row.probe));
            if (heard == expected) != is_modelled(&row, manner) {
                differs.push(format!("{}, {}: measured {expected}, played {heard}", row.name, manner.name()));
            }
        }
    }
    assert!(differs.is_empty(), "{}:\n{}", differs.len(), differs.join("\n"));
    assert_eq!((rows_seen, cells_seen, NOT_MODELLED.len()), (85, 425, 2));
}
