import type { CalendarEvent } from "../../model/event.ts";
import { toOccurrenceRow } from "../../model/recurrence/occurrence.ts";
import { isRecurring, isSeries } from "../../model/recurrence/recurrence.ts";
import type { SiteSettings } from "../../model/site.ts";
import type { Finding } from "../../ports/inspection.ts";
import { readInBatches } from "../../ports/repositories/read-in-batches.ts";
import type { Repositories, Store } from "../../ports/store.ts";
import { horizonAt } from "../series/horizon.ts";
import { planSeries, reconcileRows } from "../series/reconcile-occurrences.ts";
import { readOccurrences } from "../series/write-rows.ts";

export interface CheckSeriesDeps {
  readonly store: Pick<Store, "events" | "transaction">;
  /** Current time in milliseconds since 1970. */
  readonly now: number;
  readonly site: Pick<SiteSettings, "dayCutoff" | "recurrenceHorizon">;
}

/**
 * Number of months by which stored occurrences may end before the horizon (`horizonAt`). The next extension
 * then adds the missing occurrences.
 */
const LAG_MONTHS = 1;

/**
 * Checks that each series has exactly the occurrences that its recurrence produces up to the horizon
 * (`horizonAt`). Also checks that no two occurrences have the same original start.
 */
export async function* checkSeries({ store, now, site }: CheckSeriesDeps): AsyncGenerator<Finding> {
  const settings = { ...site, recurrenceHorizon: site.recurrenceHorizon - LAG_MONTHS };
  const isWrong = async (unit: Pick<Repositories, "events">, series: CalendarEvent): Promise<boolean> => {
    const occurrences = await readOccurrences(unit.events, series.id);
    const { missing, unwanted } = await planSeries(
      { series, now, site: settings },
      occurrences.map(toOccurrenceRow),
      unit,
    );
    const isBehind = await unit.events.seriesToExtend(horizonAt(now, settings), series.id - 1, 1);
    const last =
      isBehind[0]?.id === series.id ? (occurrences.at(-1)?.occurrence?.recurrenceId ?? "") : undefined;
    return (
      missing.some(({ recurrenceId }) => last === undefined || recurrenceId <= last) ||
      unwanted.some(({ id }) => occurrences.find((one) => one.id === id)?.occurrence?.gone === undefined)
    );
  };
  for await (const batch of readInBatches(store.events)) {
    for (const event of batch) {
      if (isRecurring(event) || event.hasRecurred === true) yield* checkStarts(store, event.id);
      if (!isSeries(event) || !(await isWrong(store, event))) continue;
      const { id } = event;
      const isStillWrong = await store.transaction(async (unit) => {
        const series = await unit.events.find(id);
        return series !== undefined && isSeries(series) && (await isWrong(unit, series));
      });
      if (!isStillWrong) continue;
      yield {
        kind: "occurrence",
        record: { kind: "event", id },
        detail: "Its occurrences differ from its rules and dates.",
        repair: () =>
          store.transaction(async (unit) => {
            const series = await unit.events.find(id);
            if (series === undefined || !isSeries(series)) return;
            await reconcileRows(unit, { series, now, site }, await readOccurrences(unit.events, id));
          }),
      };
    }
  }
}

/** Checks that no two occurrences of a series have the same original start. */
async function* checkStarts(store: CheckSeriesDeps["store"], id: number): AsyncGenerator<Finding> {
  if ((await duplicateStarts(store, id)).length === 0) return;
  for (const start of await store.transaction((unit) => duplicateStarts(unit, id))) {
    const detail = `It has several occurrences for ${start}. Move all but one of them to the trash.`;
    yield { kind: "occurrence", record: { kind: "event", id }, detail };
  }
}

const duplicateStarts = async (
  { events }: Pick<Repositories, "events">,
  id: number,
): Promise<readonly string[]> => {
  const starts = (await readOccurrences(events, id)).map(({ occurrence }) => occurrence?.recurrenceId ?? "");
  return [...new Set(starts.filter((start, index) => start === starts[index - 1]))];
};
