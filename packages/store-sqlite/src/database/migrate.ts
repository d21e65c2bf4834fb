import type { Session } from "../transactions/transactions.ts";
import { ACCOUNT_NAMES, createAccountTables, hasAccounts } from "./account-schema.ts";
import { type Connection, openConnection } from "./connection.ts";
import { HAS_PREFIX } from "./other-tables.ts";
import { PREFIX } from "./prefix.ts";
import { untilFree } from "./retry-while-busy.ts";
import { FIRST_VERSION, MIGRATIONS, type Migration } from "./schema.ts";

type Migrations = readonly Migration[];

const latestOf = (migrations: Migrations): number => FIRST_VERSION + migrations.length - 1;

const run = (connection: Connection, migrations: Migrations): void => {
  for (const step of migrations) {
    if (typeof step === "string") connection.script(step);
    else step(connection);
  }
};

/** Opens an empty calendar in memory, with the tables of accounts. */
export const openEmptyCalendar = (): Connection => {
  const connection = openConnection(":memory:", { timeout: 0 });
  run(connection, MIGRATIONS);
  createAccountTables(connection);
  return connection;
};

const SAVE_LAYOUT = `UPDATE ${PREFIX}layout SET version = ?, names = (
  SELECT json_group_array(name) FROM sqlite_schema WHERE ${HAS_PREFIX})`;

/**
 * Migrates all tables to the latest version of `migrations` in one transaction. Tables of a host
 * application stay unchanged.
 * Processes that open the same file at the same time wait for the first one. Throws like `checkedVersion`.
 */
export const migrate = async (
  connection: Connection,
  place: string,
  patience: number,
  migrations: Migrations = MIGRATIONS,
): Promise<void> => {
  await untilFree(() => connection.script("BEGIN IMMEDIATE"), patience);
  try {
    const version = checkedVersion(connection, place, migrations);
    run(connection, migrations.slice(Math.max(0, version - FIRST_VERSION + 1)));
    connection.run(SAVE_LAYOUT, [latestOf(migrations)]);
    connection.script("COMMIT");
  } finally {
    if (connection.inTransaction) connection.script("ROLLBACK");
  }
};

/** True if a version that `checkedVersion` returned needs no migration. */
export const isLatest = (version: number, migrations: Migrations = MIGRATIONS): boolean =>
  version === latestOf(migrations);

/** Throws if `version`, a result of `checkedVersion`, is not the latest version of `migrations`. */
export const requireLatest = (version: number, place: string, migrations: Migrations = MIGRATIONS): void => {
  if (version === 0) throw new Error(`${place} holds no calendar.`);
  if (isLatest(version, migrations)) return;
  throw new Error(
    `${place} has an older layout (${version}; this version has ${latestOf(migrations)}): run kalends migrate.`,
  );
};

const IS_THERE = `SELECT 1 FROM sqlite_schema WHERE ${HAS_PREFIX} LIMIT 1`;

/**
 * Returns the version of the calendar's tables; 0 if the file has none. Throws if the tables come from a
 * newer version, or from before the first release. Throws if another program has created an object with the
 * prefix `kalends_`.
 */
export const checkedVersion = (
  connection: Connection,
  place: string,
  migrations: Migrations = MIGRATIONS,
): number => {
  if (connection.inTransaction) return readVersion(connection, place, migrations);
  try {
    // All checks read the same state of the file, because another process may migrate the file meanwhile.
    connection.hold();
    return readVersion(connection, place, migrations);
  } finally {
    connection.release();
  }
};

const readVersion = (connection: Connection, place: string, migrations: Migrations): number => {
  if (connection.value(IS_THERE) === undefined) {
    demandNoOldCalendar(connection, place);
    return 0;
  }
  const version = versionOf(connection);
  const latest = latestOf(migrations);
  if (version > latest)
    throw new Error(
      `${place} was written by a newer version of Kalends (layout ${version}; this one knows ${latest}).`,
    );
  if (version > 0 && version < FIRST_VERSION) throw isOldCalendar(place);
  demandNoClash(connection, place, version);
  return version;
};

const HAS_LAYOUT = `SELECT count(*) FROM pragma_table_info('${PREFIX}layout') WHERE name IN ('version', 'names')`;

const versionOf = (connection: Connection): number =>
  connection.value<number>(HAS_LAYOUT) === 2
    ? (connection.value<number>(`SELECT version FROM ${PREFIX}layout`) ?? 0)
    : 0;

const NAMES = `SELECT name FROM sqlite_schema WHERE ${HAS_PREFIX}`;
const UNKNOWN = `${NAMES} AND name NOT IN (SELECT value FROM ${PREFIX}layout, json_each(names))`;
const TYPE = "SELECT type FROM sqlite_schema WHERE name = ?";

const demandNoClash = (connection: Connection, place: string, version: number): void => {
  const names = connection.column<string>(version === 0 ? NAMES : UNKNOWN);
  // The tables of accounts are not created by migrations, so they are checked separately.
  const isKnown = (name: string): boolean =>
    version !== 0 && ACCOUNT_NAMES.has(name) && hasAccounts(connection);
  const clash = names.toSorted().find((name) => !isKnown(name));
  if (clash === undefined) return;
  const type = connection.value<string>(TYPE, [clash]);
  throw new Error(
    `The ${type} ${clash} in ${place} does not belong to Kalends, but uses its prefix ${PREFIX}. Rename it, or store the calendar in another file.`,
  );
};

/**
 * Application id ("KLND") in the header of files from before the first release. The tables in such files have
 * other names.
 */
const OLD_APPLICATION_ID = 0x4b4c4e44;

const demandNoOldCalendar = (connection: Connection, place: string): void => {
  if (connection.value<number>("PRAGMA application_id") === OLD_APPLICATION_ID) throw isOldCalendar(place);
};

const isOldCalendar = (place: string): Error =>
  new Error(
    `${place} was made by a version of Kalends from before the first release: export it with that version (kalends export), and import the archive into a new file.`,
  );

export const requireAccounts = async ({ read }: Session): Promise<void> => {
  if (!(await read(hasAccounts))) throw new Error("the database keeps no accounts: run kalends migrate.");
};

/** Creates the tables of accounts if they do not exist. */
export const migrateAccounts = async ({ read, write }: Session): Promise<void> => {
  if (await read(hasAccounts)) return;
  await write((connection) => {
    if (!hasAccounts(connection)) createAccountTables(connection);
  });
};
