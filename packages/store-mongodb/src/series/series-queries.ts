import type { EventQuery, TextSearch } from "@kalends/core";
import { CLOCKS } from "../database/indexes.ts";
import { every, type Filter } from "../queries/clauses.ts";
import { escaped, textHolds } from "../queries/text-index.ts";
import { BATCH } from "../transactions/coalesced-reads.ts";
import type { Session } from "../transactions/session.ts";

/** The series whose texts hold all that is looked for, or, where nothing is, those that hold something that must not occur. */
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

/** The text of the event is found, or that of these series (`findSeriesByText`) where an occurrence has none of its own. */
export const isFoundByText = ({ all, none }: TextSearch, seriesIds: readonly number[]): readonly Filter[] => {
  const own = textHolds(all, none);
  if (seriesIds.length === 0) return own;
  const follows = { "derived.textOf": { $in: seriesIds } };
  if (all.length === 0) return [...own, { $nor: [follows] }];
  return [{ $or: [every(own), { "occurrence.seriesId": { $in: seriesIds }, ...follows }] }];
};

/** So many are read along the dates: mostly every series has come by then. */
const MOST_READ = 1000;

/** Of each series what comes first of all that passes the filter. */
export const findFirsts = async (
  session: Session,
  clock: EventQuery["clock"],
  filter: Filter,
  hint: string | undefined,
): Promise<readonly number[]> => {
  const sort = { [CLOCKS[clock].start]: 1, date: 1, _id: 1 } as const;
  const earliest = await session.read(
    ({ events, reading }) =>
      events
        .find(every([{ "derived.family": { $exists: true } }, filter]), {
          ...reading,
          ...{ sort, limit: MOST_READ, batchSize: MOST_READ, projection: { "derived.family": 1 } },
        })
        .toArray(),
    hint,
  );
  // Backwards, so that the first of each series comes last.
  const firsts = new Map(earliest.toReversed().map(({ _id, derived }) => [derived.family, _id]));
  if (earliest.length < MOST_READ) return [...firsts.values()];
  const all = await session.read(({ series, reading }) =>
    series.find({}, { ...reading, projection: { _id: 1 }, batchSize: BATCH }).toArray(),
  );
  const others = all.map(({ _id }) => _id).filter((id) => !firsts.has(id));
  if (others.length === 0) return [...firsts.values()];
  const ofOthers: Filter = {
    $or: [
      { "occurrence.seriesId": { $in: others } },
      { _id: { $in: others }, "derived.family": { $exists: true } },
    ],
  };
  const later = await session.read(({ events, reading }) =>
    events
      .aggregate<{ readonly first: number }>(
        [
          { $match: every([ofOthers, filter]) },
          { $sort: sort },
          { $group: { _id: "$derived.family", first: { $first: "$_id" } } },
        ],
        { ...reading, batchSize: BATCH },
      )
      .toArray(),
  );
  return [...firsts.values(), ...later.map(({ first }) => first)];
};

/** Leaves of each series only what comes first. */
export const isFirst = (firsts: readonly number[]): Filter => ({
  $or: [{ "derived.family": { $exists: false } }, { _id: { $in: firsts } }],
});
