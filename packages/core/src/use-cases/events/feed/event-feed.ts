import { withoutWindow } from "../../../filters/date-filters.ts";
import { type EventFilter, filterParameters, narrowAll } from "../../../filters/list-filter.ts";
import type { CalendarEvent } from "../../../model/event.ts";
import { isSeries } from "../../../model/recurrence/recurrence.ts";
import type { SiteSettings } from "../../../model/site.ts";
import type { EventView } from "../../../model/views.ts";
import type { EventFeed, FeedRequest } from "../../../operations.ts";
import type { ParameterValues } from "../../../parameter.ts";
import type { FormattedEvent } from "../../../plugins/event-format.ts";
import type { Repositories, Store } from "../../../ports/store.ts";
import { isVisible } from "../../../queries/conditions.ts";
import type { EventQuery } from "../../../queries/event-query.ts";
import type { Actor } from "../../../rights/actor.ts";
import type { Policies } from "../../../rights/plugin-policies.ts";
import type { PostStatuses } from "../../../rights/record-rights.ts";
import type { PostViews } from "../../posts/post-views.ts";
import { PORTION, recordPortions } from "../../posts/record-portions.ts";
import { createShownEvents, listedEvents } from "../listed-events.ts";
import { feedKeyOf } from "./feed-key.ts";
import { FILTER_OF_SUBJECT, ofSubject } from "./feed-query.ts";
import { matchingOccurrences, readOwnOccurrences } from "./feed-series.ts";
import { inOrder } from "./in-order.ts";

interface EventFeedDeps {
  readonly store: Pick<Repositories, "events" | "terms"> & Pick<Store, "revision" | "readRevision">;
  readonly filters: readonly EventFilter[];
  readonly views: Pick<PostViews<CalendarEvent, EventView>, "all">;
  readonly postStatuses: Pick<PostStatuses, "visibleTo">;
  readonly policies?: Policies | undefined;
  readonly site: Pick<SiteSettings, "displayZone">;
}

/** Single event, or a series with the occurrences that differ from it. */
interface Entry {
  readonly event: CalendarEvent;
  readonly occurrences: readonly CalendarEvent[];
}

type Entries = AsyncGenerator<Entry, void, undefined>;

const single = (event: CalendarEvent): Entry => ({ event, occurrences: [] });

/** Returns the names of the filter's parameters that have no effect on a feed, which has its own order. */
const ignoredBy = (filter: EventFilter, values: ParameterValues): readonly string[] => [
  ...(filter.ignores?.(values) ?? []),
  ...(filter.sorts ?? []).filter((name) => values[name] !== undefined),
];

/**
 * Creates the feed of all matching events. Events are read in portions, on demand.
 * Source: rules/interface.md#event-formats.
 */
export const createEventFeed = ({
  store,
  filters,
  views,
  postStatuses,
  policies,
  site,
}: EventFeedDeps): EventFeed => {
  const { events, terms } = store;
  const parameters = withoutWindow(filterParameters(filters));
  const { isReadable, isShownSeries } = createShownEvents(policies);

  const toQuery = async (
    values: Parameters<EventFeed["open"]>[0],
    { actor, subject }: FeedRequest,
  ): Promise<EventQuery> => {
    const baseQuery = listedEvents({ page: 1, perPage: PORTION }, actor, { postStatuses, site });
    // If the path names a single event, filters do not apply.
    const narrowed =
      subject?.kind === "event" ? baseQuery : await narrowAll(baseQuery, filters, values, actor);
    const wanted = await ofSubject(narrowed, subject, { terms });
    // Policies are applied last, so that no filter can remove their conditions.
    return policies?.narrowed("event", wanted, actor) ?? wanted;
  };

  const toSeries = async (series: CalendarEvent, actor: Actor): Promise<Entry> => ({
    event: series,
    occurrences: await readOwnOccurrences(
      events,
      series,
      (event) =>
        event.occurrence?.gone === undefined &&
        (!event.hideFromListings || series.hideFromListings) &&
        isReadable(event, actor),
    ),
  });

  async function* expanded(series: CalendarEvent, query: EventQuery, actor: Actor): Entries {
    for await (const portion of matchingOccurrences(events, query, series.id))
      for (const event of portion) if (isReadable(event, actor)) yield single(event);
  }

  async function* entriesOf(
    event: CalendarEvent,
    query: EventQuery,
    { actor, expands }: FeedRequest,
  ): Entries {
    if (!isSeries(event)) yield single(event);
    else if (expands || !isShownSeries(event, query, actor)) yield* expanded(event, query, actor);
    else yield await toSeries(event, actor);
  }

  async function* byId(query: EventQuery, request: FeedRequest): Entries {
    for await (const found of recordPortions(0, (after, limit) => events.listAfter(query, after, limit)))
      yield* inOrder(found.map((event) => entriesOf(event, query, request)));
  }

  /** Replaces occurrences by their series, if the caller may see the series. */
  const inPlaceOf = async (
    found: readonly CalendarEvent[],
    query: EventQuery,
    actor: Actor,
  ): Promise<readonly CalendarEvent[]> => {
    const ids = new Set(found.flatMap(({ occurrence }) => occurrence?.seriesId ?? []));
    if (ids.size === 0) return found;
    const series = (await events.findMany([...ids])).filter((one) => isShownSeries(one, query, actor));
    const seriesOf = new Map(series.map((one) => [one.id, one]));
    return found.map((event) => seriesOf.get(event.occurrence?.seriesId ?? 0) ?? event);
  };

  async function* newest(query: EventQuery, request: FeedRequest, most: number): Entries {
    const { actor, expands } = request;
    const perPage = Math.min(most, PORTION);
    const baseQuery: EventQuery = {
      ...query,
      order: "newest",
      perPage,
      ...(!expands && { firstOfSeries: true }),
    };
    const seen = new Set<number>();
    for (let page = 1; ; page += 1) {
      const { items } = await events.list({ ...baseQuery, page });
      const fresh = items.filter(({ id }) => !seen.has(id)).slice(0, most - seen.size);
      for (const { id } of fresh) seen.add(id);
      const shown = expands ? fresh : await inPlaceOf(fresh, query, actor);
      for (const event of shown) yield isSeries(event) ? await toSeries(event, actor) : single(event);
      if (items.length < perPage || seen.size >= most) return;
    }
  }

  async function* ofEvent(event: CalendarEvent, query: EventQuery, request: FeedRequest): Entries {
    const { actor, expands } = request;
    if (isSeries(event)) {
      if (expands) yield* expanded(event, query, actor);
      else yield await toSeries(event, actor);
      return;
    }
    const { occurrence } = event;
    const series = expands || occurrence === undefined ? undefined : await events.find(occurrence.seriesId);
    const isShown = series !== undefined && isSeries(series) && isVisible(series, query.visible);
    yield isShown && isReadable(series, actor) ? await toSeries(series, actor) : single(event);
  }

  const viewsOf = async (records: readonly CalendarEvent[], actor: Actor): Promise<readonly EventView[]> => {
    const all: EventView[] = [];
    for (let from = 0; from < records.length; from += PORTION)
      all.push(...(await views.all(records.slice(from, from + PORTION), actor)));
    return all;
  };

  const toFormatted = async (entries: readonly Entry[], actor: Actor): Promise<readonly FormattedEvent[]> => {
    const records = entries.flatMap(({ event, occurrences }) => [event, ...occurrences]);
    const all = (await viewsOf(records, actor)).values();
    const next = (): EventView => {
      const { value } = all.next();
      if (value === undefined) throw new Error("An event has no view.");
      return value;
    };
    return entries.map(({ occurrences }) => ({ view: next(), occurrences: occurrences.map(next) }));
  };

  async function* formatted(entries: Entries, actor: Actor): AsyncGenerator<FormattedEvent, void, undefined> {
    let waiting: Entry[] = [];
    let records = 0;
    for await (const entry of entries) {
      waiting.push(entry);
      records += 1 + entry.occurrences.length;
      if (records < PORTION) continue;
      yield* await toFormatted(waiting, actor);
      [waiting, records] = [[], 0];
    }
    yield* await toFormatted(waiting, actor);
  }

  const begin = (query: EventQuery, request: FeedRequest): Entries => {
    const { subject, order } = request;
    if (subject?.kind === "event") return ofEvent(subject.view.event, query, request);
    return order === "id" ? byId(query, request) : newest(query, request, order.newest);
  };

  return {
    parametersOf(kind) {
      if (kind === undefined) return parameters;
      if (kind === "event") return {};
      const { [FILTER_OF_SUBJECT[kind]]: _said, ...others } = parameters;
      return others;
    },
    async open(values, request) {
      const revision = store.revision() ?? (await store.readRevision?.());
      const query = await toQuery(values, request);
      const key = feedKeyOf(revision, query, request);
      return {
        events: {
          [Symbol.asyncIterator]: () => formatted(begin(query, request), request.actor),
          ...(key !== undefined && { key }),
        },
        ignored: request.subject?.kind === "event" ? [] : filters.flatMap((one) => ignoredBy(one, values)),
      };
    },
  };
};
