import type { EventQuery, TextSearch } from "@kalends/core/storage";
import { CLOCKS } from "../database/indexes.ts";
import { every, type Filter } from "../queries/clauses.ts";
import { escaped, textHolds } from "../queries/text-index.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import type { Session } from "../transactions/session.ts";

/**
 * Returns the series whose texts contain all required fragments and no excluded one. If the search has only
 * excluded fragments, returns the series whose texts contain one of those.
 */
export const findSeriesByText = async (
  session: Session,
  { all, none }: TextSearch,
): Promise<readonly number[]> => {
  if (all.length + none.length === 0) return [];
  const filter: Filter =
    all.length > 0
      ? every(textHolds(all, none))
      : { $or: none.map((fragment) => ({ "derived.text": { $regex: escaped(fragment) } })) };
  const found = await session.read(({ series, reading }) =>
    series.find(filter, { ...reading, projection: { _id: 1 }, batchSize: BATCH }).toArray(),
  );
  return found.map(({ _id }) => _id);
};

/**
 * Condition that the search matches the event's own text. For an occurrence without its own text, that of its
 * series counts (`findSeriesByText`).
 */
export const isFoundByText = ({ all, none }: TextSearch, seriesIds: readonly number[]): readonly Filter[] => {
  const own = textHolds(all, none);
  if (seriesIds.length === 0) return own;
  const follows = { "derived.textOf": { $in: seriesIds } };
  if (all.length === 0) return [...own, { $nor: [follows] }];
  return [{ $or: [every(own), { "occurrence.seriesId": { $in: seriesIds }, ...follows }] }];
};

/**
 * Number of events that are read first, ordered by date; usually this includes all series. If not, the second
 * number of events is read.
 */
const [SOME, MANY] = [1000, 16_000];
/** Maximum number of series whose dates are all grouped in one command. */
const FEW_SERIES = 10;
const FEW_OTHERS = 500;

/** Id of the first event of each series, by the id of the series. */
type Firsts = ReadonlyMap<number, number>;

const IN_FAMILY = { "derived.family": { $exists: true } } as const;

/** Finds the first event of each series among all events that pass the filter. */
export const findFirsts = async (
  session: Session,
  clock: EventQuery["clock"],
  { filter, hint, seriesByText }: FirstsSearch,
): Promise<readonly number[]> => {
  const { start } = CLOCKS[clock];
  const firstsAmong = (among: Filter): Promise<Firsts> => groupFirsts(session, every([among, filter]), start);
  if (seriesByText !== undefined && seriesByText.length <= FEW_SERIES)
    return [...(await firstsAmong(IN_FAMILY)).values()];
  const firstsAlongDates = async (limit: number): Promise<{ firsts: Firsts; isAll: boolean }> => {
    const sort = { [start]: 1, date: 1, _id: 1 } as const;
    const projection = { "derived.family": 1 };
    const options = { sort, limit, batchSize: limit, projection };
    const earliest = await session.read(
      ({ events, reading }) => events.find(every([IN_FAMILY, filter]), { ...reading, ...options }).toArray(),
      hint,
    );
    // The list is reversed, so that the earliest event of a series is set last and replaces the others.
    const firsts = new Map(earliest.toReversed().map(({ _id, derived }) => [derived.family ?? _id, _id]));
    return { firsts, isAll: earliest.length < limit };
  };
  let { firsts, isAll } = await firstsAlongDates(SOME);
  if (isAll) return [...firsts.values()];
  const series = await session.read((access) =>
    access.series.find({}, { ...access.reading, projection: { _id: 1 }, batchSize: BATCH }).toArray(),
  );
  const othersOf = (): readonly number[] => series.map(({ _id }) => _id).filter((id) => !firsts.has(id));
  if (othersOf().length > FEW_OTHERS) ({ firsts, isAll } = await firstsAlongDates(MANY));
  const others = isAll ? [] : othersOf();
  if (others.length === 0) return [...firsts.values()];
  const later = await firstsAmong({
    $or: [{ "occurrence.seriesId": { $in: others } }, { _id: { $in: others }, ...IN_FAMILY }],
  });
  return [...firsts.values(), ...later.values()];
};

/** Filter for the events that `findFirsts` searches. */
export interface FirstsSearch {
  readonly filter: Filter;
  readonly hint?: string | undefined;
  /** Series that a text search has found, in addition to single occurrences. */
  readonly seriesByText?: readonly number[] | undefined;
}

/**
 * Groups the events with the minimum date of each series. If it sorted them, the server would scan all dates.
 */
const groupFirsts = async (session: Session, filter: Filter, start: string): Promise<Firsts> => {
  const first = { $min: { start: `$${start}`, date: "$date", id: "$_id" } };
  const found = await session.read(({ events, reading }) =>
    events
      .aggregate<{ readonly _id: number; readonly first: { readonly id: number } }>(
        [{ $match: filter }, { $group: { _id: "$derived.family", first } }],
        { ...reading, batchSize: BATCH },
      )
      .toArray(),
  );
  return new Map(found.map(({ _id, first: { id } }) => [_id, id]));
};

/**
 * Condition that keeps only the first event of each series. `others` are the conditions for events without a
 * series; the first events have already passed them.
 */
export const isFirst = (firsts: readonly number[], others: readonly Filter[]): Filter => ({
  $or: [every([{ "derived.family": { $exists: false } }, ...others]), { _id: { $in: firsts } }],
});
