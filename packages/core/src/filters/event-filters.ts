import type { Post } from "../model/post.ts";
import { toTextSearch } from "../model/text/text-search.ts";
import type { Parameter } from "../parameter.ts";
import { externalIdFilter } from "../parameters/external-ids.ts";
import { maxListEntries, toIdList } from "../parameters/lists.ts";
import { findWithMerged } from "../parameters/merged-ids.ts";
import {
  EXAMPLE_IDS,
  readableEvent,
  resolveLinkedIds,
  statusList,
  termSelection,
} from "../parameters/references.ts";
import { flag, MAX_SEARCH_LENGTH, refuse, text, toBoolean } from "../parameters/scalars.ts";
import type { EventQuery } from "../queries/event-query.ts";
import { createDateLimitsFilter, createDatesFilter } from "./date-filters.ts";
import { createGeolocationPlaceholder, GEOLOCATION_PARAMETERS } from "./geolocation-placeholder.ts";
import { type EventFilter, type FilterDeps, parameterFilter } from "./list-filter.ts";
import { createOriginFilter } from "./origin-filter.ts";
import { createPostFilters, HIDDEN_FILTER } from "./post-filters.ts";

/**
 * Returns the built-in filters of event lists, in the order of the documentation.
 * `others` are the filters of plugins. If one of them declares a geolocation parameter
 * (`GEOLOCATION_PARAMETERS`), the placeholder for all of them is left out
 * (rules/events.md#geolocation-present).
 * Source: rules/events.md#list-parameters.
 */
export const builtInFilters = (deps: FilterDeps, others: readonly EventFilter[]): readonly EventFilter[] => {
  const { terms } = deps.repositories;
  const isTaken = others.some(({ parameters }) => GEOLOCATION_PARAMETERS.some((name) => name in parameters));
  return [
    createDatesFilter(deps),
    parameterFilter("search", SEARCH, (search) => ({ search: toTextSearch(search) })),
    parameterFilter(
      "categories",
      termSelection(deps, "category", "parameter.events.categories"),
      async ({ ids }) => ({
        categoryIds: await terms.withDescendants(ids),
      }),
    ),
    parameterFilter("tags", termSelection(deps, "tag", "parameter.events.tags"), ({ ids }) => ({
      tagIds: ids,
    })),
    parameterFilter("venue", readableIds(deps, "venue", "parameter.events.venue"), (venueIds) => ({
      venueIds,
    })),
    parameterFilter(
      "organizer",
      readableIds(deps, "organizer", "parameter.events.organizer"),
      (organizerIds) => ({
        organizerIds,
      }),
    ),
    parameterFilter("featured", flag({ description: "parameter.events.featured" }), (featured) => ({
      featured,
    })),
    parameterFilter("status", status(deps), ({ visible }) => ({ visible })),
    ...(isTaken ? [] : [createGeolocationPlaceholder()]),
    // The date filters also read `include` (rules/events.md#filter-include). Source:
    // rules/events.md#list-order.
    parameterFilter("include", include(deps), (ids) => ({ ids, order: "published" })),
    parameterFilter("post_parent", postParent(deps), (parentId) => ({ parentId })),
    parameterFilter("external_id", externalIdFilter(deps.site), ({ externalId }) => ({ externalId })),
    createDateLimitsFilter(deps),
    parameterFilter("ticketed", TICKETED, () => undefined),
    // Source: rules/recurrence.md#list-series.
    parameterFilter("series", series(deps), (seriesIds) => ({ seriesIds })),
    // Source: rules/recurrence.md#hide-subsequent-recurrences.
    parameterFilter(
      "hide_subsequent_recurrences",
      flag({ description: "parameter.events.hide_subsequent_recurrences" }),
      (firstOfSeries) => (firstOfSeries ? { firstOfSeries } : undefined),
    ),
    createOriginFilter(),
    ...createPostFilters<EventQuery>(deps),
    HIDDEN_FILTER,
  ];
};

const SEARCH: Parameter<string | undefined> = text("parameter.events.search", {
  example: "jazz",
  maximum: MAX_SEARCH_LENGTH,
});

/**
 * Creates the parameter for ids of existing venues or organizers. If an id is unknown, or if the caller may
 * not read the record, the parameter is refused with the same problem.
 * Source: rules/events.md#filter-by-linked.
 */
const readableIds = (
  { repositories: { venues, organizers, merges }, postStatuses, site }: FilterDeps,
  kind: "venue" | "organizer",
  description: string,
): Parameter<readonly number[] | undefined> => ({
  description,
  documented: {
    type: "array",
    items: { type: "integer" },
    maxItems: maxListEntries(site),
    example: [EXAMPLE_IDS[kind]],
  },
  resolve: (raw, { actor }) => {
    const readable = async (ids: readonly number[]) => {
      const posts: { findMany(ids: readonly number[]): Promise<readonly Post[]> } =
        kind === "venue" ? venues : organizers;
      const found = await findWithMerged(posts, merges, [kind], ids);
      return new Map([...found].filter(([, post]) => postStatuses.canRead(post, actor)));
    };
    return resolveLinkedIds(readable, `unknown-${kind}`, maxListEntries(site))(raw);
  },
});

/** Creates the parameter for statuses of events. Source: rules/events.md#filter-status. */
const status = ({ postStatuses, site }: FilterDeps): ReturnType<typeof statusList> => ({
  ...statusList(postStatuses, site, {
    description: "parameter.events.status",
  }),
  documented: { type: "string", format: "string", example: "publish" },
});

const include = ({ site }: FilterDeps): Parameter<readonly number[] | undefined> => ({
  description: "parameter.events.include",
  documented: {
    type: "array",
    items: { type: "integer" },
    maxItems: maxListEntries(site),
    example: [EXAMPLE_IDS.event],
  },
  resolve: (raw) => toIdList(raw, maxListEntries(site)),
});

/**
 * Creates the parameter for ids of series; the id of an occurrence means its series. If an id is unknown, or
 * if the caller may not read the event, the parameter is refused.
 * The id of an event that does not recur is accepted, but matches no occurrences.
 */
const series = ({
  repositories: { events },
  postStatuses,
  site,
}: FilterDeps): Parameter<readonly number[] | undefined> => ({
  description: "parameter.events.series",
  documented: {
    type: "array",
    items: { type: "integer" },
    maxItems: maxListEntries(site),
    example: [EXAMPLE_IDS.event],
  },
  async resolve(raw, { actor }) {
    const ids = toIdList(raw, maxListEntries(site), { reason: "unknown-event" });
    if (!("value" in ids)) return ids;
    const found = await events.findMany(ids.value);
    const readable = new Map(
      found
        .filter((event) => postStatuses.canRead(event, actor))
        .map(({ id, occurrence }) => [id, occurrence?.seriesId ?? id]),
    );
    const seriesIds = new Set<number>();
    for (const id of ids.value) {
      const seriesId = readable.get(id);
      if (seriesId === undefined) return refuse("unknown-event");
      seriesIds.add(seriesId);
    }
    return { value: [...seriesIds] };
  },
});

const postParent = ({ repositories: { events }, postStatuses }: FilterDeps) =>
  readableEvent({ events, postStatuses }, { description: "parameter.events.post_parent" });

/**
 * Parameter that selects events with tickets. `true` is refused, because it needs a ticket extension that
 * does not exist. `false` has no effect.
 * Source: rules/events.md#ticketed.
 */
const TICKETED: Parameter<boolean | undefined> = {
  description: "Only events with tickets. Needs a ticket extension.",
  type: "boolean",
  undocumented: true,
  resolve: (raw) => {
    const value = toBoolean(raw);
    if (value === undefined) return refuse("not-a-boolean");
    return value
      ? { problem: { reason: "tickets-not-active", code: "event-tickets-not-active" } }
      : { value };
  },
};
