import { CalendarError, invalidParameter, problemsWithin } from "../../errors.ts";
import { type EventFilter, filterParameters } from "../../filters/list-filter.ts";
import type { CalendarEvent } from "../../model/event.ts";
import type { SiteSettings } from "../../model/site.ts";
import { pagingParameters } from "../../parameters/paging.ts";
import { parse, type RawValues } from "../../parsing/parse.ts";
import type { Repositories } from "../../ports/store.ts";
import type { Actor } from "../../rights/actor.ts";
import type { Policies } from "../../rights/plugin-policies.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import { listedEvents } from "../events/listed-events.ts";
import { ignoredBy, narrowQuery } from "../posts/list-posts.ts";
import { MAX_BULK_RECORDS } from "./bulk-parameters.ts";

export interface SelectionDeps {
  readonly store: Pick<Repositories, "events">;
  readonly filters: readonly EventFilter[];
  readonly postStatuses: Pick<PostStatuses, "visibleTo">;
  readonly policies?: Policies | undefined;
  readonly site: SiteSettings;
}

/** Record that a bulk request names, and the record that it changes. */
export interface BulkRecord {
  readonly id: number;
  /** Id of the record itself, or of its series. */
  readonly target: number;
}

/** Number of records that are read at once: by their ids, and from a list. */
const [PORTION, PAGE] = [200, 2_000];

/**
 * Throws `rest_count_mismatch` if the number of records is not the expected one.
 * Source: rules/bulk.md#expected.
 */
export const requireExpected = (total: number, expected: number | undefined): void => {
  if (expected !== undefined && total !== expected) throw new CalendarError("rest_count_mismatch", { total });
};

/** Returns the record that a change of an event changes; `forSeries` replaces occurrences by their series. */
const recordOf = ({ id, occurrence }: CalendarEvent, forSeries: boolean): BulkRecord => ({
  id,
  target: forSeries ? (occurrence?.seriesId ?? id) : id,
});

/** Returns the records with these ids, in the same order. An id without an event stands for itself. */
export const recordsWithIds = async (
  ids: readonly number[],
  forSeries: boolean,
  { events }: Pick<Repositories, "events">,
): Promise<readonly BulkRecord[]> => {
  if (!forSeries) return ids.map((id) => ({ id, target: id }));
  const seriesOf = new Map<number, number>();
  for (let from = 0; from < ids.length; from += PORTION)
    for (const { id, occurrence } of await events.findMany(ids.slice(from, from + PORTION)))
      if (occurrence !== undefined) seriesOf.set(id, occurrence.seriesId);
  return ids.map((id) => ({ id, target: seriesOf.get(id) ?? id }));
};

/**
 * Returns all events of the list with these values, in the order of the list, on all its pages. Throws
 * `rest_invalid_param` for `filter` if a value is invalid, unknown or without effect, and
 * `rest_count_mismatch` if the list does not have the expected total.
 * Source: rules/bulk.md#filter.
 */
export const recordsOfList = async (
  filter: RawValues,
  expected: number,
  forSeries: boolean,
  actor: Actor,
  { store, filters, postStatuses, policies, site }: SelectionDeps,
): Promise<readonly BulkRecord[]> => {
  const parameters = { ...pagingParameters(site), ...filterParameters(filters) };
  const list = { method: "read", parameters, permits: () => true } as const;
  const refuse = (name: string, reason: "unknown-parameter" | "no-effect"): CalendarError =>
    invalidParameter("filter", { reason, at: `[${name.slice(0, 100)}]` });
  const unknown = Object.keys(filter).find((name) => !Object.hasOwn(parameters, name));
  if (unknown !== undefined) throw refuse(unknown, "unknown-parameter");
  const { values, query } = await problemsWithin("filter", "", async () => {
    const { values } = await parse(list, filter, actor);
    const base = listedEvents({ page: 1, perPage: PAGE }, actor, { postStatuses, site });
    return { values, query: await narrowQuery("event", base, filters, policies, values, actor) };
  });
  const [ignored] = ignoredBy(filters, values).ignored ?? [];
  if (ignored !== undefined) throw refuse(ignored, "no-effect");
  const found = new Map<number, BulkRecord>();
  for (let page = 1; ; page += 1) {
    const { items, total } = await store.events.list({ ...query, page });
    requireExpected(total, expected);
    if (total > MAX_BULK_RECORDS)
      throw invalidParameter("filter", { reason: "too-many", values: { maximum: MAX_BULK_RECORDS } });
    for (const event of items) found.set(event.id, recordOf(event, forSeries));
    if (items.length < PAGE) break;
  }
  // A write between two pages can shift the matches.
  requireExpected(found.size, expected);
  return [...found.values()];
};
