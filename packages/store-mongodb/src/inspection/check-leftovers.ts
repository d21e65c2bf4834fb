import type { Finding } from "@kalends/core/storage";
import type { Access } from "../database/collections.ts";
import { oneOf } from "../queries/clauses.ts";
import type { InTransaction } from "./inspection.ts";

const SLICE = 200;

/** Finds derived data of records and documents that no longer exist. */
export async function* checkLeftovers({ session, run }: InTransaction): AsyncGenerator<Finding> {
  /**
   * Returns the leftovers that `look` finds. If it finds some, it reads a second time, because other writes
   * may have happened in between.
   */
  const confirmedLeftovers = async <Id>(
    look: (access: Access) => Promise<readonly Id[]>,
  ): Promise<readonly Id[]> =>
    (await session.read(look)).length === 0 ? [] : run((unit) => unit.read(look));
  for (let after = 0; ; ) {
    const ids = await session.read(async ({ series, reading }) =>
      (
        await series.find({ _id: { $gt: after } }, { ...reading, sort: { _id: 1 }, limit: SLICE }).toArray()
      ).map(({ _id }) => _id),
    );
    const last = ids.at(-1);
    if (last === undefined) break;
    for (const id of await confirmedLeftovers((access) => seriesWithoutEvent(access, ids)))
      yield {
        kind: "series",
        detail: `What finds a series is there for the event ${id}, which is not.`,
        repair: () =>
          run((unit) =>
            unit.write(async (access) => {
              for (const _id of await seriesWithoutEvent(access, [id]))
                await access.series.deleteOne({ _id }, access.writing);
            }),
          ),
      };
    after = last;
  }
  for (let after = ""; ; ) {
    const ids = await session.read(async ({ pluginValues, reading }) => {
      const found = pluginValues.find(
        { document: { $gt: after } },
        { ...reading, projection: { document: 1 }, sort: { document: 1 }, limit: SLICE },
      );
      return [...new Set((await found.toArray()).map(({ document }) => document))];
    });
    const last = ids.at(-1);
    if (last === undefined) return;
    for (const id of await confirmedLeftovers((access) => valuesWithoutDocument(access, ids)))
      yield {
        kind: "document",
        detail: `What finds the document ${id} is there, but the document is not.`,
        repair: () =>
          run((unit) =>
            unit.write(async (access) => {
              for (const document of await valuesWithoutDocument(access, [id]))
                await access.pluginValues.deleteMany({ document }, access.writing);
            }),
          ),
      };
    after = last;
  }
}

const seriesWithoutEvent = async (
  { series, events, reading }: Access,
  ids: readonly number[],
): Promise<readonly number[]> => {
  const projected = { ...reading, projection: { _id: 1 } } as const;
  const [known, there] = [
    await series.find(oneOf("_id", ids), projected).toArray(),
    await events.find(oneOf("_id", ids), projected).toArray(),
  ];
  return known.map(({ _id }) => _id).filter((id) => there.every(({ _id }) => _id !== id));
};

const valuesWithoutDocument = async (
  { pluginValues, pluginDocuments, reading }: Access,
  ids: readonly string[],
): Promise<readonly string[]> => {
  const values = await pluginValues.distinct("document", oneOf("document", ids), reading);
  const there = await pluginDocuments
    .find(oneOf("_id", ids), { ...reading, projection: { _id: 1 } })
    .toArray();
  return values.filter((id) => there.every(({ _id }) => _id !== id));
};
