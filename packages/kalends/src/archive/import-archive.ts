import { createReadStream, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import type {
  Account,
  BlobStore,
  CalendarEvent,
  Image,
  Organizer,
  Repositories,
  Store,
  Term,
  Venue,
} from "@kalends/core";
import { type AuthorNumbers, createAuthorNumbers } from "../import/author-numbers.ts";
import { HIGHEST_ARCHIVED_ID } from "../import/highest-id.ts";
import type { ImportReport } from "../import/import-report.ts";
import { isObject } from "../import/source-record.ts";
import { OperatorError } from "../operator-error.ts";
import {
  AGGREGATES,
  type Aggregate,
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  aggregateFile,
  type Manifest,
  manifestFile,
  READABLE_VERSIONS,
} from "./archive-format.ts";
import { importFiles } from "./archived-files.ts";
import { checkRecord } from "./check-record.ts";
import { removeUnusedFirstAccount } from "./first-account.ts";

const BATCH = 200;
const SEQUENCES = ["record", "term", "account"] as const;

export const isArchive = (folder: string): boolean => existsSync(manifestFile(folder));

interface Line {
  readonly index: number;
  readonly record: { readonly id: number; readonly author?: number };
}

/** What an archive is taken over into. */
export interface ImportTarget {
  readonly store: Store;
  readonly blobStore: BlobStore;
}

/**
 * Takes an archive over, loss-free: every record keeps its id. A record that is already there and equal is left alone; one
 * whose id or slug belongs to another record is reported and left out, like a line that cannot be read.
 */
export const importArchive = async (
  target: ImportTarget,
  folder: string,
  report: ImportReport,
): Promise<void> => {
  const { store } = target;
  const manifest = await readManifest(folder);
  for (const sequence of SEQUENCES) {
    const last = manifest.sequences[sequence];
    if (Number.isSafeInteger(last) && last > 0) await store.ids.reserve(sequence, last);
  }
  const taken = await importFile(target, folder, "accounts", report);
  const strangers = (await store.accounts.list()).filter(({ id }) => !taken.has(id));
  const authors = createAuthorNumbers(strangers, report);
  for (const aggregate of AGGREGATES) {
    if (aggregate !== "accounts") await importFile(target, folder, aggregate, report, authors);
  }
};

/** Answers the ids of the records that are there now. */
const importFile = async (
  { store, blobStore }: ImportTarget,
  folder: string,
  aggregate: Aggregate,
  report: ImportReport,
  authors?: AuthorNumbers,
): Promise<ReadonlySet<number>> => {
  const file = aggregateFile(folder, aggregate);
  const taken = new Set<number>();
  if (!existsSync(file)) {
    report.failed(file, 0, "the file is missing");
    return taken;
  }
  let batch: Line[] = [];
  const flush = async (): Promise<void> => {
    for (const id of await importBatch({ store, aggregate, file, lines: batch, report, authors }))
      taken.add(id);
    batch = [];
  };
  /** Files come before the image that names them. */
  const hasItsFiles = async (record: Line["record"], index: number): Promise<boolean> => {
    if (aggregate !== "images") return true;
    // `checkRecord` has looked at its members.
    const files = await importFiles(record as Image, blobStore, folder);
    if ("problem" in files) report.failed(file, index, files.problem);
    else for (const name of files.missing) report.note(`the archive lacks the file ${name}`);
    return "missing" in files;
  };
  let index = 0;
  for await (const text of createInterface({
    input: createReadStream(file, "utf8"),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    if (text.trim() !== "") {
      const checked = checkRecord(aggregate, text);
      if ("problem" in checked) report.failed(file, index, checked.problem);
      else if (await hasItsFiles(checked.record, index)) batch.push({ index, record: checked.record });
    }
    index += 1;
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  return taken;
};

/** The members of a JSON object; none of anything else. */
const membersOf = (text: string): Partial<Manifest> => {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
};

const readManifest = async (folder: string): Promise<Manifest> => {
  const manifest = membersOf(await readFile(manifestFile(folder), "utf8"));
  const file = manifestFile(folder);
  if (manifest.format !== ARCHIVE_FORMAT)
    throw new OperatorError([`${file} is not the manifest of an archive.`]);
  if (Number(manifest.version) > ARCHIVE_VERSION) {
    throw new OperatorError([
      `The archive was written by a newer version of Kalends: it has version ${manifest.version}; this one reads ${ARCHIVE_VERSION}.`,
    ]);
  }
  if (!READABLE_VERSIONS.includes(manifest.version) || !isObject(manifest.sequences)) {
    throw new OperatorError([`${file} is not the manifest of an archive.`]);
  }
  for (const sequence of SEQUENCES) {
    if (Number(manifest.sequences[sequence]) <= HIGHEST_ARCHIVED_ID) continue;
    throw new OperatorError([
      `${file}: the sequence ${sequence} is not a number up to ${HIGHEST_ARCHIVED_ID}.`,
    ]);
  }
  // The members that are used have been looked at.
  return manifest as Manifest;
};

type Outcome = "added" | "unchanged" | { readonly problem: string };

interface Batch {
  readonly store: Store;
  readonly aggregate: Aggregate;
  readonly file: string;
  readonly lines: readonly Line[];
  readonly report: ImportReport;
  readonly authors: AuthorNumbers | undefined;
}

/** One unit of work; answers the ids of the records that are there now. */
const importBatch = async ({
  store,
  aggregate,
  file,
  lines,
  report,
  authors,
}: Batch): Promise<readonly number[]> => {
  if (lines.length === 0) return [];
  const { outcomes, removed } = await store.transaction(async (repositories) => {
    // `checkRecord` has looked at the accounts, too.
    const archived = aggregate === "accounts" ? lines.map(({ record }) => record as Account) : [];
    const removed = archived.length > 0 ? await removeUnusedFirstAccount(repositories, archived) : undefined;
    await authors?.reserve(authorsOf(lines), repositories);
    const outcomes: Outcome[] = [];
    for (const { record } of lines) outcomes.push(await importRecord(repositories, aggregate, record));
    return { outcomes, removed };
  });
  if (removed)
    report.note(`the unused account ${removed.name} of the first start gave way to the archive's accounts`);
  outcomes.forEach((outcome, position) => {
    if (outcome === "added") report.added(aggregate);
    else if (outcome === "unchanged") report.unchanged(aggregate);
    else report.failed(file, lines[position]?.index ?? 0, outcome.problem);
  });
  authors?.tell(authorsOf(lines.filter((_, position) => outcomes[position] === "added")));
  return lines.filter((_, position) => typeof outcomes[position] === "string").map(({ record }) => record.id);
};

/** Terms have none. */
const authorsOf = (lines: readonly Line[]): readonly number[] =>
  lines.flatMap(({ record: { author } }) => (author === undefined ? [] : [author]));

const importRecord = async (
  repositories: Repositories,
  aggregate: Aggregate,
  record: { readonly id: number },
): Promise<Outcome> => {
  const known = await findKnown(repositories, aggregate, record.id);
  if (known !== undefined) {
    return isDeepStrictEqual(known, record)
      ? "unchanged"
      : { problem: `the id ${record.id} belongs to another record` };
  }
  if (
    aggregate !== "terms" &&
    aggregate !== "accounts" &&
    (await repositories.kindOf(record.id)) !== undefined
  ) {
    return { problem: `the id ${record.id} belongs to another record` };
  }
  if (aggregate === "accounts" && (await sharesCredential(repositories, record as Account))) {
    return { problem: "a password or token of it belongs to another account" };
  }
  return (await save(repositories, aggregate, record))
    ? "added"
    : { problem: "its slug or name belongs to another record" };
};

const sharesCredential = async (
  { accounts }: Repositories,
  { credentials }: Pick<Account, "credentials">,
): Promise<boolean> => {
  for (const { id } of credentials) {
    if ((await accounts.findByCredential(id)) !== undefined) return true;
  }
  return false;
};

const findKnown = async (
  repositories: Repositories,
  aggregate: Aggregate,
  id: number,
): Promise<object | undefined> => {
  if (aggregate !== "terms") return repositories[aggregate].find(id);
  const [term] = await repositories.terms.findMany([id]);
  if (term === undefined) return undefined;
  const { usage: _, ...rest } = term;
  return rest;
};

/** `checkRecord` has looked at the members of each aggregate, which is why the casts are sound. */
const save = async (repositories: Repositories, aggregate: Aggregate, record: object): Promise<boolean> => {
  switch (aggregate) {
    case "accounts":
      return repositories.accounts.save(record as Account);
    case "images":
      await repositories.images.save(record as Image);
      return true;
    case "terms":
      return repositories.terms.save(record as Term);
    case "venues":
      return repositories.venues.save(record as Venue);
    case "organizers":
      return repositories.organizers.save(record as Organizer);
    case "events":
      return repositories.events.save(record as CalendarEvent);
  }
};
