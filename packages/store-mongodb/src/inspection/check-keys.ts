import type { Finding } from "@kalends/core/storage";
import { type Access, collectionOf } from "../database/collections.ts";
import type { KeyDocument } from "../database/documents.ts";
import { oneOf } from "../queries/clauses.ts";
import { EXTERNAL, kindOfKey } from "../transactions/unique-keys.ts";
import { derive, findSeries, type Recorded, type StoredRecord } from "./derive.ts";
import type { InTransaction } from "./inspection.ts";

const SLICE = 200;

const COLLECTIONS: Readonly<Record<string, Recorded>> = {
  event: "events",
  venue: "venues",
  organizer: "organizers",
  image: "images",
  category: "terms",
  tag: "terms",
  account: "accounts",
};

/** Checks that each reserved name, id and external id belongs to an existing record that has it. */
export async function* checkKeys({ session, run }: InTransaction): AsyncGenerator<Finding> {
  for (let after = ""; ; ) {
    const { last, suspects } = await session.read(async (access) => {
      const keys = await readKeys(access, { _id: { $gt: after } });
      return { last: keys.at(-1)?._id, suspects: await leftOvers(access, keys) };
    });
    if (last === undefined) return;
    for (const { _id, kind } of suspects) {
      const lookAgain = async (access: Access): Promise<boolean> =>
        (await leftOvers(access, await readKeys(access, { _id }))).length > 0;
      if (!(await run((unit) => unit.read(lookAgain)))) continue;
      yield {
        kind: kind === undefined ? kindOfKey(_id) : "id",
        detail: `${_id} is taken, but there is no such record.`,
        repair: () =>
          run((unit) =>
            unit.write(async (access) => {
              if (await lookAgain(access)) await access.keys.deleteOne({ _id }, access.writing);
            }),
          ),
      };
    }
    after = last;
  }
}

const readKeys = ({ keys, reading }: Access, filter: object): Promise<readonly KeyDocument[]> =>
  keys.find(filter, { ...reading, sort: { _id: 1 }, limit: SLICE }).toArray();

interface ReservedName {
  readonly key: KeyDocument;
  readonly name: Recorded;
  readonly id: number;
}

/** Returns the name or id that a key reserves, as a list. A lock reserves none, so its list is empty. */
const toReservedNames = (key: KeyDocument): readonly ReservedName[] => {
  const reserved = key._id.startsWith(EXTERNAL) ? key._id.slice(EXTERNAL.length) : key._id;
  const slash = reserved.indexOf("/");
  const name = COLLECTIONS[key.kind ?? reserved.slice(0, slash)];
  const id = key.kind === undefined ? key.holder : Number(reserved.slice(slash + 1));
  return name === undefined || id === undefined ? [] : [{ key, name, id }];
};

const leftOvers = async (access: Access, keys: readonly KeyDocument[]): Promise<readonly KeyDocument[]> => {
  const taken = keys.flatMap(toReservedNames);
  const documents = new Map<string, StoredRecord>();
  for (const name of new Set(taken.map((one) => one.name))) {
    const ids = taken.filter((one) => one.name === name).map(({ id }) => id);
    const found = await collectionOf(access, name).find(oneOf("_id", ids), access.reading).toArray();
    for (const document of found) documents.set(`${name} ${document._id}`, document);
  }
  const series = await findSeries(access, [...documents.values()]);
  return taken
    .filter(({ key, name, id }) => {
      const document = documents.get(`${name} ${id}`);
      if (document === undefined || key.kind !== undefined) return document === undefined;
      const one = derive(name, document, series);
      return !("problem" in one) && !one.names.includes(key._id);
    })
    .map(({ key }) => key);
};
