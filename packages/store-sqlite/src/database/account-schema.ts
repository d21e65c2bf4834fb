import { type Account, foldText } from "@kalends/core/storage";
import type { Connection } from "./connection.ts";
import { PREFIX } from "./prefix.ts";

/** Tables of accounts, which exist only if the calendar has users of its own. Times are Unix time in ms. */
const ACCOUNTS = `
CREATE TABLE ${PREFIX}accounts (
  id INTEGER PRIMARY KEY, folded_name TEXT NOT NULL UNIQUE, folded_email TEXT, json TEXT NOT NULL
) STRICT;
CREATE INDEX ${PREFIX}accounts_by_email ON ${PREFIX}accounts (folded_email) WHERE folded_email IS NOT NULL;
CREATE TABLE ${PREFIX}credentials (
  id TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES ${PREFIX}accounts (id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ${PREFIX}credentials_by_account ON ${PREFIX}credentials (account_id);
CREATE TABLE ${PREFIX}passkeys (
  id TEXT NOT NULL,
  account_id INTEGER NOT NULL REFERENCES ${PREFIX}accounts (id),
  PRIMARY KEY (id, account_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ${PREFIX}passkeys_by_account ON ${PREFIX}passkeys (account_id);
CREATE TABLE ${PREFIX}sign_in_records (
  kind TEXT NOT NULL,
  digest TEXT NOT NULL,
  account_id INTEGER,
  created INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  json TEXT NOT NULL,
  PRIMARY KEY (kind, digest)
) STRICT, WITHOUT ROWID;
CREATE INDEX ${PREFIX}sign_in_records_by_account ON ${PREFIX}sign_in_records (account_id, kind, created)
  WHERE account_id IS NOT NULL;
CREATE INDEX ${PREFIX}sign_in_records_by_expiry ON ${PREFIX}sign_in_records (expires);`;

export const ACCOUNT_NAMES: ReadonlySet<string> = new Set(
  [
    ...["accounts", "accounts_by_email", "credentials", "credentials_by_account"],
    ...["passkeys", "passkeys_by_account"],
    ...["sign_in_records", "sign_in_records_by_account", "sign_in_records_by_expiry"],
  ].map((name) => PREFIX + name),
);

const LAST_OF_ACCOUNTS = `SELECT 1 FROM sqlite_schema
  WHERE name = '${PREFIX}credentials_by_account' AND tbl_name = '${PREFIX}credentials'`;

export const hasAccounts = (connection: Connection): boolean =>
  connection.value(LAST_OF_ACCOUNTS) !== undefined;

/** Returns the stored form of an email address; `null` without one. */
export const toFoldedEmail = ({ email }: Pick<Account, "email">): string | null =>
  email === undefined ? null : foldText(email);

export const createAccountTables = (connection: Connection): void => connection.script(ACCOUNTS);
