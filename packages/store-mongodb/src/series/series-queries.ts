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

/** Of each series what comes first of all that passes the filter. */
export const findFirsts = async (
  session: Session,
  clock: EventQuery["clock"],
  filter: Filter,
  hint: string | undefined,
): Promise<readonly number[]> => {
  const { start } = CLOCKS[clock];
  const stages = [
    { $match: every([{ "derived.family": { $exists: true } }, filter]) },
    {
      $group: {
        _id: "$derived.family",
        first: { $min: { start: `$${start}`, date: "$date", id: "$_id" } },
      },
    },
  ];
  const found = await session.read(
    ({ events, reading }) =>
      events
        .aggregate<{ readonly first: { readonly id: number } }>(stages, { ...reading, batchSize: BATCH })
        .toArray(),
    hint,
  );
  return found.map(({ first }) => first.id);
};

/** Leaves of each series only what comes first. */
export const isFirst = (firsts: readonly number[]): Filter => ({
  $or: [{ "derived.family": { $exists: false } }, { _id: { $in: firsts } }],
});
