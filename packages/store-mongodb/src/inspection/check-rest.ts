import { type Finding, indexedMembers, type TermUsage } from "@kalends/core/storage";
import { type Access, collectionOf } from "../database/collections.ts";
import { countedUsage, countUsage } from "../queries/term-usage.ts";
import { saveValues } from "../repositories/document-repository.ts";
import { isSameDocument } from "./derive.ts";
import type { InTransaction } from "./inspection.ts";

const SLICE = 100;

const withoutNone = (usage: TermUsage): object =>
  Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== 0));

/** Checks the usage counts of terms. A count that seems wrong is counted again in a transaction. */
export async function* checkUsage({ session, run }: InTransaction): AsyncGenerator<Finding> {
  for (let afterId = 0; ; ) {
    const found = await session.read(({ terms, reading }) =>
      terms
        .find(
          { _id: { $gt: afterId } },
          { ...reading, projection: { _id: 1 }, sort: { _id: 1 }, limit: SLICE },
        )
        .toArray(),
    );
    for (const { _id: id } of found) {
      const look = (access: Access) => compareUsage(access, id, countedUsage);
      if ((await session.read(look)) === undefined) continue;
      if ((await run((unit) => unit.read(look))) === undefined) continue;
      yield {
        kind: "usage",
        record: { kind: "term", id },
        detail: "How often it is used is not what its events say.",
        repair: () =>
          run((unit) =>
            unit.write(async (access) => {
              const usage = await compareUsage(access, id, countUsage);
              if (usage !== undefined)
                await access.terms.updateOne({ _id: id }, { $set: { usage } }, access.writing);
            }),
          ),
      };
    }
    const last = found.at(-1)?._id;
    if (last === undefined) return;
    afterId = last;
  }
}

/** Returns the correct usage counts of a term; `undefined` if its document already has them. */
const compareUsage = async (
  access: Access,
  id: number,
  count: typeof countUsage,
): Promise<TermUsage | undefined> => {
  const term = await access.terms.findOne({ _id: id }, access.reading);
  if (term === null) return undefined;
  const usage = await count(access, id);
  return isSameDocument(withoutNone(usage), withoutNone(term.usage)) ? undefined : usage;
};

/** Checks the index values of plugin records. */
export async function* checkValues({ session, run }: InTransaction): AsyncGenerator<Finding> {
  for (let after = ""; ; ) {
    const found = await session.read(({ pluginDocuments, reading }) =>
      pluginDocuments
        .find({ _id: { $gt: after } }, { ...reading, projection: { _id: 1 }, sort: { _id: 1 }, limit: SLICE })
        .toArray(),
    );
    for (const { _id } of found) {
      const look = (access: Access) => stateOf(access, _id);
      if ((await session.read(look)) === "right") continue;
      const state = await run((unit) => unit.read(look));
      if (state === "unreadable")
        yield { kind: "unreadable", detail: `The document ${_id} is damaged: restore it from a backup.` };
      if (state !== "wrong") continue;
      yield {
        kind: "document",
        detail: `What finds the document ${_id} is not what it says.`,
        repair: () =>
          run((unit) =>
            unit.write(async (access) => {
              const document = await access.pluginDocuments.findOne({ _id }, access.reading);
              if (document !== null) await saveValues(access, document);
            }),
          ),
      };
    }
    const last = found.at(-1)?._id;
    if (last === undefined) return;
    after = last;
  }
}

const stateOf = async (access: Access, _id: string): Promise<"right" | "wrong" | "unreadable"> => {
  const document = await access.pluginDocuments.findOne({ _id }, access.reading);
  if (document === null) return "right";
  try {
    const wanted = Object.fromEntries(indexedMembers(JSON.parse(document.value)));
    const values = await access.pluginValues.find({ document: _id }, access.reading).toArray();
    const known = Object.fromEntries(values.map(({ member, value }) => [member, value]));
    return isSameDocument(wanted, known) ? "right" : "wrong";
  } catch (error) {
    if (error instanceof SyntaxError) return "unreadable";
    throw error;
  }
};

const SEQUENCES = [
  ["record", ["events", "venues", "organizers", "images"]],
  ["term", ["terms"]],
  ["account", ["accounts"]],
] as const;

/** Checks that no sequence can assign an existing id again. The highest id is read before the sequence. */
export async function* checkSequences({ session }: InTransaction): AsyncGenerator<Finding> {
  for (const [sequence, names] of SEQUENCES) {
    const highest = async (access: Access): Promise<number> => {
      let found = 0;
      for (const name of names) {
        const options = { ...access.reading, projection: { _id: 1 }, sort: { _id: -1 } } as const;
        found = Math.max(found, (await collectionOf(access, name).findOne({}, options))?._id ?? 0);
      }
      return found;
    };
    const isLow = await session.read(async (access) => {
      const least = await highest(access);
      return ((await access.sequences.findOne({ _id: sequence }, access.reading))?.last ?? 0) < least;
    });
    if (!isLow) continue;
    yield {
      kind: "sequence",
      detail: `The sequence ${sequence} is below the highest id.`,
      repair: () =>
        session.outside(async (access) => {
          const last = await highest(access);
          await access.sequences.updateOne({ _id: sequence }, { $max: { last } }, { upsert: true });
        }),
    };
  }
}
