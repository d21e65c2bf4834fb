import { createHash } from "node:crypto";
import { millisecondsOf, utcText } from "@kalends/core";
import { FIRST_GENERATED_ID } from "../merge/identity.ts";
import { readOr } from "../records/source-record.ts";
import type { FoundRecord, FoundSeries, Portion, Source } from "../source/source.ts";
import { createCache } from "./cache.ts";
import { findSeries, type RecognizedSeries } from "./find-series.ts";
import { toFoundSeries } from "./found-series.ts";
import { createSimilarEvents, toCandidate } from "./similar-events.ts";
import { openSpool, type Spool } from "./spool.ts";

/**
 * Local state of an event of the source: not stored (`undefined`), a single event, or an occurrence of the
 * series with this key.
 */
export type KnownEvent = undefined | "single" | { readonly seriesKey: string };

export interface FindSeriesOptions {
  /** Looks up the local state of an event. If absent, all events count as not stored. */
  readonly known?: ((found: FoundRecord) => Promise<KnownEvent>) | undefined;
}

/** Number of records in each yielded portion. */
const PORTION = 100;
/** Maximum number of series records in the cache. */
const CACHE_SIZE = 200;

/**
 * Returns a source that turns similar events into occurrences of a series if they follow a rule. It reads all
 * events into a temporary file before it yields the first, so an interrupted run reads the events again.
 * Events that are stored as single events stay single.
 * Source: rules/choices.md#import-series.
 */
export const withFoundSeries = (source: Source, options: FindSeriesOptions = {}): Source => ({
  ...source,
  read: (list) => (list === "events" ? readWithSeries(source, options) : source.read(list)),
});

async function* readWithSeries(source: Source, options: FindSeriesOptions): AsyncIterable<Portion> {
  const spool = await openSpool();
  try {
    const similar = createSimilarEvents();
    const stored: Stored[] = [];
    const given = new Map<number, FoundSeries>();
    let idAbove = 0;
    for await (const { records, failures, stored: isStored } of source.read("events")) {
      for (const found of records) {
        if (found.series !== undefined) given.set(spool.size(), found.series);
        const id = readOr(0, () => found.record.idOrZero("id"));
        if (id < FIRST_GENERATED_ID) idAbove = Math.max(idAbove, id);
        similar.add(found);
        await spool.append(found);
      }
      if (failures !== undefined) yield { records: [], failures };
      if (isStored !== undefined) stored.push(isStored);
    }
    const plan = await planOf(spool, similar.groups(), { ...options, idAbove });
    for (let from = 0; from < spool.size(); from += PORTION) {
      const records: FoundRecord[] = [];
      for (let index = from; index < Math.min(from + PORTION, spool.size()); index += 1) {
        const found = await spool.read(index);
        const series = given.get(index) ?? (await plan.seriesAt(index));
        records.push(series === undefined ? found : { ...found, series });
      }
      const isLast = from + PORTION >= spool.size();
      yield { records, ...(isLast && { stored: (failed: number) => inTurn(stored, failed) }) };
    }
    if (spool.size() === 0) yield { records: [], stored: (failed) => inTurn(stored, failed) };
  } finally {
    await spool.close();
  }
}

type Stored = NonNullable<Portion["stored"]>;

const inTurn = async (all: readonly Stored[], failed: number): Promise<void> => {
  for (const one of all) await one(failed);
};

interface Plan {
  seriesAt(index: number): Promise<FoundSeries | undefined>;
}

/** A recognized series without its list of occurrences, and with its key. */
interface PlannedSeries extends Omit<RecognizedSeries, "members"> {
  readonly key: string;
}

const planOf = async (
  spool: Spool,
  groups: Iterable<readonly number[]>,
  { known = async () => undefined, idAbove }: FindSeriesOptions & Pick<FoundRecord, "idAbove">,
): Promise<Plan> => {
  const all: PlannedSeries[] = [];
  // Series number of each event, from 1; 0 for an event without a series. `starts` has the start that the
  // rule gives each event.
  const numbers = new Uint32Array(spool.size());
  const starts = new Float64Array(spool.size());
  for (const group of groups) {
    const keys = new Map<number, string>();
    const candidates = [];
    for (const index of group) {
      const found = await spool.read(index);
      const here = await known(found);
      if (here === "single") continue;
      if (here !== undefined) keys.set(index, here.seriesKey);
      candidates.push(toCandidate(found, index));
    }
    for (const { members, ...series } of findSeries(candidates)) {
      const knownKey = [...members.keys()].map((index) => keys.get(index)).find((key) => key !== undefined);
      all.push({ ...series, key: knownKey ?? (await newKey(spool, series)) });
      for (const [index, start] of members) {
        numbers[index] = all.length;
        starts[index] = millisecondsOf(start);
      }
    }
  }
  const cache = createCache<FoundRecord>(CACHE_SIZE);
  return {
    async seriesAt(index) {
      const number = numbers[index] ?? 0;
      const series = all[number - 1];
      if (series === undefined) return undefined;
      const found = await cache.get(number, async () => ({
        ...toFoundSeries(await spool.read(series.model), series),
        ...(idAbove !== undefined && { idAbove }),
      }));
      return { found, recurrenceId: utcText(starts[index] ?? 0) };
    },
  };
};

/**
 * Returns a key for a series that has no record at the source. Later runs find the key through the stored
 * occurrences of the series.
 */
const newKey = async (
  spool: Spool,
  { model, firstStart }: Omit<RecognizedSeries, "members">,
): Promise<string> => {
  const { record } = await spool.read(model);
  const { id, global_id, slug, title }: Readonly<Record<string, unknown>> = JSON.parse(record.json());
  const text = JSON.stringify([id, global_id, slug, title, firstStart]);
  return `series-${createHash("sha256").update(text).digest("base64url").slice(0, 22)}`;
};
