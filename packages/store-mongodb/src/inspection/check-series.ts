import type { CalendarEvent } from "@kalends/core";
import type { Finding } from "@kalends/core/storage";
import type { Access } from "../database/collections.ts";
import { type SeriesDocument, toRecord } from "../database/documents.ts";
import { toText } from "../series/event-documents.ts";
import { countedTerms, reconcileUsage, saveTexts } from "../series/series-state.ts";
import { isSameDocument } from "./derive.ts";
import type { InTransaction } from "./inspection.ts";

const SLICE = 100;

/** Checks the derived data of each series. */
export async function* checkSeries({ session, run }: InTransaction): AsyncGenerator<Finding> {
  for (let afterId = 0; ; ) {
    const ids = await session.read(async ({ events, reading }) => {
      const family = { $expr: { $eq: ["$derived.family", "$_id"] }, _id: { $gt: afterId } };
      const options = { ...reading, projection: { _id: 1 }, sort: { _id: 1 }, limit: SLICE } as const;
      return (await events.find(family, options).toArray()).map(({ _id }) => _id);
    });
    for (const id of ids) {
      const look = (access: Access) => isRight(access, id);
      if ((await session.read(look)) || (await run((unit) => unit.read(look)))) continue;
      yield {
        kind: "series",
        record: { kind: "event", id },
        detail: "What finds the series does not say what its occurrences say.",
        repair: () => run((unit) => unit.write((access) => reconcile(access, id))),
      };
    }
    const last = ids.at(-1);
    if (last === undefined) return;
    afterId = last;
  }
}

const find = async (
  { events, series, reading }: Access,
  id: number,
): Promise<{ readonly event: CalendarEvent | undefined; readonly known: SeriesDocument | null }> => {
  const document = await events.findOne({ _id: id }, reading);
  const event = document === null ? undefined : toRecord<CalendarEvent>(document);
  return { event, known: await series.findOne({ _id: id }, reading) };
};

const isRight = async (access: Access, id: number): Promise<boolean> => {
  const { event, known } = await find(access, id);
  if (event === undefined) return true;
  const toNames = (counted: SeriesDocument["counted"] = []): readonly string[] =>
    counted.map(({ term, status }) => `${term} ${status}`).toSorted();
  return (
    known?.derived !== undefined &&
    isSameDocument(known.derived, toText(event)) &&
    isSameDocument(toNames(known.counted), toNames(await countedTerms(access, id)))
  );
};

/** Computes the derived data of a series again. The terms of the series are then counted again. */
const reconcile = async (access: Access, id: number): Promise<void> => {
  const { event } = await find(access, id);
  if (event === undefined) return;
  await saveTexts(access, [event]);
  await reconcileUsage(access, id);
};
