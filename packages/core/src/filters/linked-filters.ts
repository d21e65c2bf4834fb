import { toSearchFragments } from "../model/text/text-search.ts";
import { toWallClock } from "../model/time/time-zone.ts";
import { utcText } from "../model/time/wall-clock.ts";
import type { Parameter } from "../parameter.ts";
import { externalIdFilter } from "../parameters/external-ids.ts";
import { readableEvent, type StatusSelection, statusList } from "../parameters/references.ts";
import { type Declared, isLooselyTrue, MAX_SEARCH_LENGTH, refuse, text } from "../parameters/scalars.ts";
import type { Visibility } from "../queries/conditions.ts";
import type { LinkedQuery } from "../queries/linked-query.ts";
import { type FilterDeps, type ListFilter, parameterFilter } from "./list-filter.ts";
import { createOriginFilter } from "./origin-filter.ts";
import { createPostFilters } from "./post-filters.ts";

/**
 * Events with these statuses do not count for `has_events`. Source:
 * rules/venues-organizers.md#filter-has-events.
 */
const WITHOUT_EVENTS: ReadonlySet<string> = new Set(["draft", "pending", "trash"]);

/**
 * Returns the built-in filters of venue or organizer lists, in the order of the documentation. `plural` is
 * the name of the records in descriptions.
 * Source: rules/venues-organizers.md#linked-list-parameters.
 */
export const builtInLinkedFilters = (
  plural: string,
  { repositories: { events }, postStatuses, clock, site }: FilterDeps,
): readonly ListFilter<LinkedQuery>[] => {
  const search = text(`parameter.${plural}.search`, { example: "pier", maximum: MAX_SEARCH_LENGTH });
  const event = readableEvent({ events, postStatuses }, { description: `parameter.${plural}.event` });
  const hasEvents = sentFlag(
    {
      description: `parameter.${plural}.has_events`,
      documented: { example: "true" },
    },
    (raw) => (raw === false ? "" : String(raw)),
  );
  const upcoming = sentFlag(
    {
      description: `parameter.${plural}.only_with_upcoming`,
      documented: { example: "true" },
      default: false,
    },
    (raw) => (raw === false || raw === "" ? undefined : String(raw)),
  );
  const status = statusList(postStatuses, site, {
    description: "parameter.linked.statuses",
  });
  return [
    parameterFilter("search", search, (search) => ({ search: toSearchFragments(search) })),
    parameterFilter("event", event, (eventId) => ({ eventId })),
    parameterFilter("has_events", hasEvents, ({ value }, actor) => {
      const counted = postStatuses.names.filter((name) => !WITHOUT_EVENTS.has(name));
      const visible = postStatuses.listable(counted, actor) ?? { statuses: postStatuses.publicNames };
      return { events: { linked: value ? "any" : "none", visible } };
    }),
    parameterFilter("only_with_upcoming", upcoming, ({ value }, actor) => {
      if (!value) return undefined;
      const nowUtc = utcText(clock.now());
      const isLocal = site.displayZone === "event";
      return {
        upcoming: {
          visible: postStatuses.visibleTo(actor),
          clock: isLocal ? "local" : "utc",
          from: isLocal ? toWallClock(nowUtc, site.timezone) : nowUtc,
        },
      };
    }),
    createOriginFilter(),
    {
      parameters: { status },
      pure: true,
      // The type is safe, because the declarations above have parsed the values.
      narrow: (query, values) => narrowByStatus(query, values as StatusValues),
    },
    parameterFilter("external_id", externalIdFilter(site), ({ externalId }) => ({ externalId })),
    ...createPostFilters<LinkedQuery>({ clock, site }),
  ];
};

/**
 * Parsed flag, together with the text with which links to other pages repeat it; `sent` is absent if the
 * links omit the flag.
 */
interface SentFlag {
  readonly value: boolean;
  readonly sent: string | undefined;
}

const sentFlag = (
  declared: Declared & { readonly default?: false },
  sentAs: (raw: unknown) => string | undefined,
): Parameter<SentFlag | undefined> => ({
  ...declared,
  resolve: (raw) =>
    typeof raw === "object"
      ? refuse("not-a-scalar")
      : { value: { value: isLooselyTrue(raw), sent: sentAs(raw) } },
});

interface StatusValues {
  readonly status?: StatusSelection;
  readonly search?: string;
}

/**
 * Adds the condition for `status` to the query. If the request has a `search`, records in the trash are left
 * out, and a text without a letter, mark, digit or `-` finds nothing.
 * Source: rules/venues-organizers.md#filter-linked-status.
 */
const narrowByStatus = (query: LinkedQuery, { status, search }: StatusValues): LinkedQuery => {
  const visible = status?.visible ?? query.visible;
  return { ...query, visible: search === undefined ? visible : searchable(visible, search) };
};

/**
 * Limits the visible records for a search. A search never finds records in the trash. A search text without a
 * letter, mark, digit or `-` finds nothing.
 */
const searchable = ({ statuses, own }: Visibility, search: string): Visibility => {
  if (toSearchFragments(search).length === 0) return { statuses: [] };
  const withoutTrash = (names: Visibility["statuses"]) => names.filter((name) => name !== "trash");
  return {
    statuses: withoutTrash(statuses),
    ...(own && { own: { ...own, statuses: withoutTrash(own.statuses) } }),
  };
};
