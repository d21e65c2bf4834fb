import { toTextSearch } from "../model/text/text-search.ts";
import type { Parameter } from "../parameter.ts";
import { toBoolean } from "../parameters/booleans.ts";
import { readableEvent } from "../parameters/events.ts";
import { EXAMPLE_IDS } from "../parameters/example-ids.ts";
import { maximumPieces, toIdList } from "../parameters/lists.ts";
import { resolveLinkedIds, type StatusSelection, statusList } from "../parameters/references.ts";
import { flag, MAX_SEARCH_LENGTH, text } from "../parameters/scalars.ts";
import { type TermSelection, termSelection } from "../parameters/term-selection.ts";
import type { Repositories } from "../ports/store.ts";
import { createDateLimitsFilter, createDatesFilter, type IncludeValues } from "./date-filters.ts";
import { createGeolocationPlaceholder, GEOLOCATION_PARAMETERS } from "./geolocation.ts";
import { type EventFilter, type EventFilterDeps, eventFilter } from "./list-filter.ts";

/**
 * The filters every calendar has, in the order of the documentation (10-events section 2). The placeholder for
 * geolocation is left out when one of `others`, the filters of plugins, has its parameters (90-decisions P7).
 */
export const builtInFilters = (
  deps: EventFilterDeps,
  others: readonly EventFilter[] = [],
): readonly EventFilter[] => {
  const isTaken = others.some(({ parameters }) => GEOLOCATION_PARAMETERS.some((name) => name in parameters));
  return [
    createDatesFilter(deps),
    searchFilter,
    categoriesFilter(deps),
    tagsFilter(deps),
    venueFilter(deps),
    organizerFilter(deps),
    featuredFilter,
    statusFilter(deps),
    ...(isTaken ? [] : [createGeolocationPlaceholder()]),
    includeFilter(deps),
    postParentFilter(deps),
    createDateLimitsFilter(deps),
    ticketedFilter,
  ];
};

/** Words and phrases in title, excerpt and description. Source: 10-events section 6, 90-decisions P17. */
const searchFilter: EventFilter = eventFilter<{ readonly search: string | undefined }>({
  parameters: {
    search: text(
      {
        description:
          'Only events with all these words in their title, description or excerpt, whatever the case and the accents; "quoted words" stand together.',
        documented: { example: "jazz" },
      },
      MAX_SEARCH_LENGTH,
    ),
  },
  narrow: (query, { search }) => (search === undefined ? query : { ...query, search: toTextSearch(search) }),
});

/** Events in one of these categories or in a descendant of one. Source: 10-events section 6, 90-decisions P23. */
const categoriesFilter = (deps: EventFilterDeps): EventFilter =>
  eventFilter<{ readonly categories: TermSelection | undefined }>({
    parameters: {
      categories: termSelection(
        deps,
        "category",
        "Only events in one of these categories or a subcategory of one: IDs or slugs, as an array or a comma list.",
      ),
    },
    narrow: async (query, { categories }) =>
      categories === undefined
        ? query
        : { ...query, categoryIds: await deps.repositories.terms.withDescendants(categories.ids) },
  });

/** Source: 10-events section 6, 90-decisions P23. */
const tagsFilter = (deps: EventFilterDeps): EventFilter =>
  eventFilter<{ readonly tags: TermSelection | undefined }>({
    parameters: {
      tags: termSelection(
        deps,
        "tag",
        "Only events with one of these tags: IDs or slugs, as an array or a comma list.",
      ),
    },
    narrow: (query, { tags }) => (tags === undefined ? query : { ...query, tagIds: tags.ids }),
  });

/**
 * Ids of existing venues or organizers; one that the caller may not read counts as unknown (90-decisions P22).
 * Source: 00-overview section 3.2, venue-list / organizer-list.
 */
const readableIds = (
  { repositories, postStatuses, site }: EventFilterDeps,
  kind: "venue" | "organizer",
  description: string,
): Parameter<readonly number[] | undefined> => ({
  description,
  documented: {
    type: "array",
    items: { type: "integer" },
    maxItems: maximumPieces(site),
    example: [EXAMPLE_IDS[kind]],
  },
  resolve: (raw, { actor }) =>
    resolveLinkedIds(
      async (ids) =>
        (await linkedOf(repositories, kind).findMany(ids)).filter((post) =>
          postStatuses.canRead(post, actor),
        ),
      `unknown-${kind}`,
      maximumPieces(site),
    )(raw),
});

const linkedOf = (
  { venues, organizers }: Repositories,
  kind: "venue" | "organizer",
): Repositories["venues"] | Repositories["organizers"] => (kind === "venue" ? venues : organizers);

/** Source: 10-events section 6. */
const venueFilter = (deps: EventFilterDeps): EventFilter =>
  eventFilter<{ readonly venue: readonly number[] | undefined }>({
    parameters: {
      venue: readableIds(
        deps,
        "venue",
        "Only events at one of these venues: IDs, as an array or a comma list.",
      ),
    },
    narrow: (query, { venue }) => (venue === undefined ? query : { ...query, venueIds: venue }),
  });

/** Source: 10-events section 6. */
const organizerFilter = (deps: EventFilterDeps): EventFilter =>
  eventFilter<{ readonly organizer: readonly number[] | undefined }>({
    parameters: {
      organizer: readableIds(
        deps,
        "organizer",
        "Only events of one of these organizers: IDs, as an array or a comma list.",
      ),
    },
    narrow: (query, { organizer }) =>
      organizer === undefined ? query : { ...query, organizerIds: organizer },
  });

/** Source: 10-events section 6. */
const featuredFilter: EventFilter = eventFilter<{ readonly featured: boolean | undefined }>({
  parameters: {
    featured: flag({ description: "Only featured events (true), or only those that are not (false)." }),
  },
  narrow: (query, { featured }) => (featured === undefined ? query : { ...query, featured }),
});

/**
 * Events in these statuses, as far as the caller may list them. Source: 10-events section 6.
 */
const statusFilter = ({ postStatuses, site }: EventFilterDeps): EventFilter =>
  eventFilter<{ readonly status: StatusSelection | undefined }>({
    parameters: {
      status: {
        ...statusList(postStatuses, site, {
          description:
            "Only events in one of these statuses, as an array or a comma list: publish, future, draft, pending, private, trash. Others than publish need the rights to see such events. Without it: all that the caller may see, but the trash.",
        }),
        documented: { type: "string", format: "string", example: "publish" },
      },
    },
    narrow: (query, { status }) => (status === undefined ? query : { ...query, visible: status.visible }),
  });

/**
 * These events only, by publication date; the date filters look at it and stand back (D16). Unknown ids are simply absent.
 * Source: 10-events sections 6 and 7.
 */
const includeFilter = ({ site }: Pick<EventFilterDeps, "site">): EventFilter =>
  eventFilter<IncludeValues>({
    parameters: {
      include: {
        description:
          "Only the events with these ids, as an array or a comma list, by publication date. No date filter applies then, and unknown ids are simply absent.",
        documented: {
          type: "array",
          items: { type: "integer" },
          maxItems: maximumPieces(site),
          example: [EXAMPLE_IDS.event],
        },
        resolve: (raw) => toIdList(raw, maximumPieces(site)),
      },
    },
    narrow: (query, { include }) =>
      include === undefined ? query : { ...query, ids: include, order: "published" },
  });

/** One that the caller may not read counts as unknown (90-decisions P22). Source: 10-events section 6. */
const postParentFilter = ({ repositories, postStatuses }: EventFilterDeps): EventFilter =>
  eventFilter<{ readonly post_parent: number | undefined }>({
    parameters: {
      post_parent: readableEvent(
        { events: repositories.events, postStatuses },
        { description: "Only events that belong to the event with this ID." },
      ),
    },
    narrow: (query, { post_parent: parentId }) => (parentId === undefined ? query : { ...query, parentId }),
  });

/** True needs the ticket extension, which there is none of; false has no effect. Source: 10-events section 6. */
const ticketedFilter: EventFilter = eventFilter<{ readonly ticketed: boolean | undefined }>({
  parameters: {
    ticketed: {
      description: "Only events with tickets. Needs a ticket extension.",
      type: "boolean",
      undocumented: true,
      resolve: (raw) => {
        const value = toBoolean(raw);
        if (value === undefined) return { problem: { reason: "not-a-boolean" } };
        return value
          ? { problem: { reason: "tickets-not-active", code: "event-tickets-not-active" } }
          : { value };
      },
    },
  },
  narrow: (query) => query,
});
