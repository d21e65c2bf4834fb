import { type JsonObject, type Owned, readInBatches } from "@kalends/core";
import {
  type AuditEntry,
  jobsOf,
  mailsOf,
  type Person,
  type PersonalData,
  previewsOf,
  storedPreferences,
} from "@kalends/core/interface";
import type { Account, AccountStore, Store, VersionSummary } from "@kalends/core/storage";
import { IMPORTED_AUTHORS } from "@kalends/import";
import { accountsIn } from "../archive/own-documents.ts";
import { toPerson } from "./erase-account.ts";
import { hasText, readAuditLog } from "./scrub-audit.ts";
import { readOutbox } from "./scrub-outbox.ts";
import { readAllVersions } from "./scrub-versions.ts";

export interface PersonalLinesDeps {
  readonly store: Store;
  readonly accountStore: Pick<AccountStore, "signInRecords">;
  readonly personalData: readonly Owned<PersonalData>[];
  /** Called with the number of records that were read so far. */
  readonly onProgress?: (done: number) => void;
}

/** One piece of stored data about a person: its kind and its stored form. */
export interface PersonalLine {
  readonly kind:
    | "account"
    | "session"
    | "link"
    | "preferences"
    | "event"
    | "occurrence"
    | "venue"
    | "organizer"
    | "image"
    | "version"
    | "plugin"
    | "document"
    | "change"
    | "audit"
    | "mail"
    | "preview"
    | "job";
  readonly data: unknown;
  /** Name of the plugin that stores the data; absent for data of the calendar itself. */
  readonly plugin?: string;
}

/**
 * Yields all stored data about an account. Reads all records for this. The data are:
 * - the account without hashes and keys, its sessions, one-time links and preferences,
 * - the records and versions of records of which the account is the author,
 * - for versions that the account replaced: who and when, without the content,
 * - data of plugins, such as decisions on proposals (rules/review.md#review-data), and of imports,
 * - changes in the outbox that the account made, and entries of the audit log by or about the account,
 * - waiting mail to the account,
 * - preview links that the account created, without their unsaved members,
 * - jobs that the account started.
 * Source: rules/choices.md#person.
 */
export async function* personalLines(
  { store, accountStore, personalData, onProgress }: PersonalLinesDeps,
  account: Account,
): AsyncGenerator<PersonalLine> {
  yield { kind: "account", data: withoutHashes(account) };
  for (const kind of ["session", "link"] as const)
    for (const { digest: _digest, ...data } of await accountStore.signInRecords.listOf(kind, account.id))
      yield { kind, data };
  const preferences = await storedPreferences(store.documents).find(account.id);
  if (preferences !== undefined) yield { kind: "preferences", data: preferences };
  let done = 0;
  const ofAuthor = <T extends { readonly author: number }>(records: readonly T[]): readonly T[] => {
    done += records.length;
    onProgress?.(done);
    return records.filter(({ author }) => author === account.id);
  };
  for (const kind of ["event", "venue", "organizer", "image"] as const)
    for await (const batch of readInBatches<{ readonly id: number; readonly author: number }>(
      store[`${kind}s`],
    ))
      for (const data of ofAuthor(batch)) yield { kind, data };
  const readAfter = (id: number, limit: number) => store.events.occurrencesAfter(id, limit);
  for await (const batch of readInBatches({ readAfter }))
    for (const { id, author, occurrence } of ofAuthor(batch))
      if (occurrence !== undefined && Object.keys(occurrence.changes).length > 0)
        yield { kind: "occurrence", data: { id, author, ...occurrence } };
  for await (const { content, ...version } of readAllVersions(store))
    if (version.author === account.id) yield { kind: "version", data: withRecord(version, content) };
    else if (version.replacedBy === account.id) yield { kind: "version", data: version };
  const person = toPerson(account);
  for (const { plugin, value } of personalData)
    for (const data of await value.export(person)) yield { kind: "plugin", plugin, data };
  for await (const { collection, key, value } of foreignDocuments(store, personalData, person))
    yield { kind: "document", data: { collection, key, value: withoutSecrets(value) } };
  const ofImports = { collection: IMPORTED_AUTHORS, member: "number", range: { equals: account.id } };
  for (const data of await store.documents.list({ ...ofImports, limit: BATCH }))
    yield { kind: "document", data };
  for await (const { time, kind, recordId, names, origin } of readOutbox(store))
    if (origin.userId === account.id) yield { kind: "change", data: { time, kind, recordId, names } };
  for await (const entry of readAuditLog(store))
    if (entry.userId === account.id || isOfAccount(entry, account)) yield { kind: "audit", data: entry };
  for await (const data of mailsOf(store, person)) yield { kind: "mail", data };
  for await (const data of previewsOf(store, account.id)) yield { kind: "preview", data };
  for await (const { id, kind, state, input, total, done, created, ended } of jobsOf(store, account.id))
    yield { kind: "job", data: { id, kind, state, input, total, done, created, ended } };
}

/** Returns a version with its content, which is absent if the version has none. */
const withRecord = (version: VersionSummary, content: string): object =>
  content === "" ? version : { ...version, record: JSON.parse(content) as unknown };

const isOfAccount = ({ kind, recordId }: AuditEntry, { id }: Account): boolean =>
  (kind === "account" || kind === "session") && recordId === id;

/**
 * Returns the account without hashes, keys and revision. For a sign-in password, only the time of its last
 * change stays.
 */
const withoutHashes = ({
  revision: _revision,
  credentials,
  signInPassword,
  passkeys,
  ...rest
}: Account): object => ({
  ...rest,
  credentials: credentials.map(({ hash: _hash, ...credential }) => credential),
  ...(signInPassword && { signInPassword: { changedUtc: signInPassword.changedUtc } }),
  ...(passkeys && {
    passkeys: passkeys.map(({ publicKey: _key, counter: _counter, ...passkey }) => passkey),
  }),
});

type NamedDocument = Awaited<ReturnType<Store["documents"]["readAfter"]>>[number];

/**
 * Yields plugin records that contain the account's number or email address. Skips the records of the calendar
 * itself, and of plugins that report personal data themselves. See `accountsIn`.
 */
export async function* foreignDocuments(
  { documents }: Pick<Store, "documents">,
  personalData: readonly Owned<PersonalData>[],
  person: Person,
): AsyncGenerator<NamedDocument> {
  const answering = new Set(["kalends", ...personalData.map(({ plugin }) => plugin)]);
  for (let batch = await documents.readAfter("", "", BATCH); batch.length > 0; ) {
    for (const document of batch)
      if (!answering.has(document.collection.split("/")[0] ?? "") && isAbout(document.value, person))
        yield document;
    const { collection = "", key = "" } = batch.at(-1) ?? {};
    batch = await documents.readAfter(collection, key, BATCH);
  }
}

const BATCH = 500;

const SECRET = /hash|secret|token|password/i;

const isAbout = (value: JsonObject, { id, email = "" }: Pick<Person, "id" | "email">): boolean =>
  accountsIn(value).includes(id) || (email !== "" && hasText(value, email.toLowerCase()));

/** Removes members whose names suggest a secret, at any depth. */
const withoutSecrets = (value: JsonObject): unknown =>
  JSON.parse(JSON.stringify(value, (name, one) => (SECRET.test(name) ? undefined : one)));
