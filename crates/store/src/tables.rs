//! Compares the tables with the migrations that this program knows.

use std::collections::BTreeSet;

use sea_orm::{ConnectionTrait, Statement};
use sea_orm_migration::{MigratorTrait, SchemaManager};

use crate::{Result, Store, migrations};

/// The table of the steps that were done, which the library keeps.
const STEPS: &str = "seaql_migrations";

/// The state of the tables compared with this program's migrations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tables {
    /// Nothing was ever made here.
    Missing,
    /// Some steps are still to be done.
    Old {
        missing: usize,
    },
    Current,
    /// A newer program has done steps that this one does not know.
    Newer(Vec<String>),
}

/// What to do about tables that a newer program has made.
pub fn newer_tables(steps: &[String]) -> String {
    format!(
        "a newer version of touchline has changed the tables ({}): run that version, or restore a backup from before it",
        steps.join(", ")
    )
}

impl Store {
    /// Compares the tables with this program's migrations. Changes nothing.
    pub async fn tables(&self) -> Result<Tables> {
        if !SchemaManager::new(&*self.read().current()).has_table(STEPS).await? {
            return Ok(Tables::Missing);
        }
        let select = Statement::from_string(self.read().get_database_backend(), format!("SELECT version FROM {STEPS}"));
        let rows = self.read().query_all_raw(select).await?;
        let done = rows.iter().map(|row| row.try_get("", "version")).collect::<Result<BTreeSet<String>, _>>()?;
        let known: BTreeSet<String> =
            migrations::Migrator::migrations().iter().map(|step| step.name().to_owned()).collect();
        let newer: Vec<String> = done.difference(&known).cloned().collect();
        Ok(match known.difference(&done).count() {
            _ if !newer.is_empty() => Tables::Newer(newer),
            0 => Tables::Current,
            missing => Tables::Old { missing },
        })
    }
}
