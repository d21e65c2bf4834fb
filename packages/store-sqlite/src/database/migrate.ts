import type { Session } from "../transactions/transactions.ts";
import type { Connection } from "./connection.ts";
import { ACCOUNT_TABLES, MIGRATIONS } from "./schema.ts";
import { untilFree } from "./until-free.ts";

/** Marks the file as ours in its header: "KLND". */
const APPLICATION_ID = 0x4b4c4e44;

/**
 * Brings the tables up to date. Processes that open one file at once wait for the first of them. Throws when the file
 * belongs to another program or to a newer version of this one.
 */
export const migrate = async (connection: Connection, place: string, patience: number): Promise<void> => {
  if (checkedVersion(connection, place) === MIGRATIONS.length) return;
  await untilFree(() => connection.script("BEGIN IMMEDIATE"), patience);
  try {
    const version = checkedVersion(connection, place);
    for (const step of MIGRATIONS.slice(version)) {
      if (typeof step === "string") connection.script(step);
      else step(connection);
    }
    connection.script(
      `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${MIGRATIONS.length}`,
    );
    connection.script("COMMIT");
  } finally {
    if (connection.inTransaction) connection.script("ROLLBACK");
  }
};

const hasAccounts = (read: Session["read"]): Promise<boolean> =>
  read((connection) => {
    const last = "SELECT 1 FROM sqlite_schema WHERE name = 'credentials_by_account'";
    return connection.value(last) !== undefined;
  });

export const requireAccounts = async ({ read }: Session): Promise<void> => {
  if (!(await hasAccounts(read))) throw new Error("the database keeps no accounts: run kalends migrate.");
};

/** Makes the tables of accounts, where they are not there. */
export const migrateAccounts = async ({ read, write }: Session): Promise<void> => {
  if (!(await hasAccounts(read))) await write((connection) => connection.script(ACCOUNT_TABLES));
};

/** The version of the file's tables, 0 when it has none. Throws when it belongs to another program or to a newer version. */
export const checkedVersion = (connection: Connection, place: string): number => {
  const owner = connection.value<number>("PRAGMA application_id");
  const isEmpty = connection.value<number>("SELECT count(*) FROM sqlite_schema") === 0;
  if (owner !== APPLICATION_ID && !(owner === 0 && isEmpty)) {
    throw new Error(`${place} is a database of another program.`);
  }
  const version = connection.value<number>("PRAGMA user_version") ?? 0;
  if (version > MIGRATIONS.length) {
    throw new Error(
      `${place} was written by a newer version of Kalends (schema ${version}; this one knows ${MIGRATIONS.length}).`,
    );
  }
  return version;
};

/** Older tables than these cannot be read. */
const OLDEST_READABLE = 6;

/**
 * Looks at the tables without changing them, and says why the store can only be read: `undefined` when they are those of this version.
 * Throws when they cannot be read.
 */
export const readableAsItIs = (connection: Connection, place: string): string | undefined => {
  const version = checkedVersion(connection, place);
  if (version === MIGRATIONS.length) return undefined;
  if (version === 0) throw new Error(`${place} holds no calendar.`);
  const older = `${place} has an older layout (${version}; this version has ${MIGRATIONS.length})`;
  if (version < OLDEST_READABLE) throw new Error(`${older}, which cannot be read: run kalends migrate.`);
  return `${older} and can only be read: run kalends migrate.`;
};
