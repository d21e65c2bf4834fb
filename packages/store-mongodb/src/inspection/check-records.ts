import type { Finding } from "@kalends/core/storage";
import { type Access, collectionOf } from "../database/collections.ts";
import { oneOf } from "../queries/clauses.ts";
import { findKeys, kindOfKey, toRecordKeyId } from "../transactions/unique-keys.ts";
import { derive, findSeries, isSameDocument, type Recorded, type StoredRecord } from "./derive.ts";
import type { InTransaction } from "./inspection.ts";

/** Number of documents that are read in one batch. */
const SLICE = 100;

export const KINDS = {
  events: "event",
  venues: "venue",
  organizers: "organizer",
  images: "image",
  terms: "term",
  accounts: "account",
} as const;

/** Problem of a document, with its repair. */
interface Problem {
  readonly id: number;
  readonly kind: Finding["kind"];
  readonly detail: string;
  readonly repair?: (access: Access) => Promise<unknown>;
}

/** Compares each document and its keys with what the store would write for the record now. */
export async function* checkRecords(
  { session, run }: InTransaction,
  name: Recorded,
  onRecords: (count: number) => void,
): AsyncGenerator<Finding> {
  for (let afterId = 0; ; ) {
    const { last, count, suspects } = await session.read(async (access) => {
      const documents = await readDocuments(access, name, { _id: { $gt: afterId } }, SLICE);
      const wrong = await compare(access, name, documents);
      return {
        last: documents.at(-1)?._id,
        count: documents.length,
        suspects: [...new Set(wrong.map(({ id }) => id))],
      };
    });
    if (last === undefined) return;
    if (suspects.length > 0) {
      const compareAgain = async (access: Access): Promise<readonly Problem[]> =>
        compare(access, name, await readDocuments(access, name, oneOf("_id", suspects), SLICE));
      let repaired: Promise<unknown> | undefined;
      // One transaction repairs all documents.
      const repairAll = async (): Promise<void> => {
        repaired ??= run((unit) =>
          unit.write(async (access) => {
            for (const wrong of await compareAgain(access)) await wrong.repair?.(access);
          }),
        );
        await repaired;
      };
      for (const { id, kind, detail, repair } of await run((unit) => unit.read(compareAgain)))
        yield { kind, record: { kind: KINDS[name], id }, detail, ...(repair && { repair: repairAll }) };
    }
    onRecords(count);
    afterId = last;
  }
}

const readDocuments = (
  access: Access,
  name: Recorded,
  filter: object,
  limit: number,
): Promise<readonly StoredRecord[]> =>
  collectionOf(access, name)
    .find(filter, { ...access.reading, sort: { _id: 1 }, limit })
    .toArray();

const compare = async (
  access: Access,
  name: Recorded,
  documents: readonly StoredRecord[],
): Promise<readonly Problem[]> => {
  const series = name === "events" ? await findSeries(access, documents) : new Map();
  const expected = documents.map((document) => derive(name, document, series));
  const names = expected.flatMap((one) => ("problem" in one ? [] : one.names));
  const found = await findKeys(access, [...names, ...documents.map(({ _id }) => toRecordKeyId(_id))]);
  const wrong: Problem[] = [];
  for (const [index, document] of documents.entries()) {
    const id = document._id;
    const one = expected[index];
    if (one === undefined || "problem" in one) {
      wrong.push({ id, ...PROBLEMS[one?.problem ?? "unreadable"] });
      continue;
    }
    if (!isSameDocument(one.document, document)) {
      const { _id, ...replacement } = one.document as StoredRecord;
      wrong.push({
        id,
        kind: "columns",
        detail: "What lists look at does not say what the record says.",
        repair: ({ writing, ...own }) =>
          collectionOf(own, name).replaceOne({ _id: id }, replacement, writing),
      });
    }
    const kind = KINDS[name];
    if (kind !== "term" && kind !== "account" && found.get(toRecordKeyId(id))?.kind !== kind) {
      wrong.push({
        id,
        kind: "id",
        detail: "Its id is not known to be that of such a record.",
        repair: ({ keys, writing }) =>
          keys.updateOne({ _id: toRecordKeyId(id) }, { $set: { kind } }, { ...writing, upsert: true }),
      });
    }
    for (const key of one.names)
      if (found.get(key)?.holder !== id)
        wrong.push(await withoutName(access, name, { id, name: key, holder: found.get(key)?.holder }));
  }
  return wrong;
};

const RESTORE = "restore it from a backup.";
const PROBLEMS = {
  unreadable: { kind: "unreadable", detail: `It cannot be read: ${RESTORE}` },
  occurrence: { kind: "occurrence", detail: `Its series is not there: ${RESTORE}` },
} as const;

/** Returns the problem of a record whose key is missing or belongs to another record. */
const withoutName = async (
  access: Access,
  name: Recorded,
  {
    id,
    name: key,
    holder,
  }: { readonly id: number; readonly name: string; readonly holder: number | undefined },
): Promise<Problem> => {
  const others = holder === undefined ? [] : await readDocuments(access, name, oneOf("_id", [holder]), 1);
  const series = name === "events" ? await findSeries(access, others) : new Map();
  const isHeld = others.some((other) => {
    const one = derive(name, other, series);
    return !("problem" in one) && one.names.includes(key);
  });
  const kind = kindOfKey(key);
  const named = kind === "slug" ? "slug" : "external id";
  if (isHeld)
    return {
      id,
      kind,
      detail: `The record ${holder} has its ${named}, too: give one of them another ${named}.`,
    };
  return {
    id,
    kind,
    detail: `Its ${named} is not held by it.`,
    repair: ({ keys, writing }) =>
      keys.updateOne({ _id: key }, { $set: { holder: id } }, { ...writing, upsert: true }),
  };
};
