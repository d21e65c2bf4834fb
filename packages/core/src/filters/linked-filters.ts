import { toSearchFragments } from "../model/text/text-search.ts";
import { toWallClock } from "../model/time/time-zone.ts";
import { utcText } from "../model/time/wall-clock.ts";
import type { Parameter } from "../parameter.ts";
import { readableEvent } from "../parameters/events.ts";
import { type StatusSelection, statusList } from "../parameters/references.ts";
import { type Declared, isLooselyTrue, MAX_SEARCH_LENGTH, text } from "../parameters/scalars.ts";
import type { Visibility } from "../queries/conditions.ts";
import type { LinkedQuery } from "../queries/linked-query.ts";
import type { EventFilterDeps, ListFilter, TypedFilter } from "./list-filter.ts";

type LinkedListFilter = ListFilter<LinkedQuery>;

/** Sound for the same reason as `eventFilter`. */
const linkedFilter = <V, Others = unknown>(filter: TypedFilter<LinkedQuery, V, Others>): LinkedListFilter =>
  filter as unknown as LinkedListFilter;

/** Events of these statuses do not count for `has_events`; all others do. Source: 20-venues section 2.1. */
const WITHOUT_EVENTS: ReadonlySet<string> = new Set(["draft", "pending", "trash"]);

/**
 * The filters that every list of venues or organizers has, in the order of the documentation; `plural` names the
 * records in descriptions. Source: 20-venues section 2.
 */
export const builtInLinkedFilters = (plural: string, deps: EventFilterDeps): readonly LinkedListFilter[] => [
  createSearchFilter(plural),
  createEventFilter(plural, deps),
  createHasEventsFilter(plural, deps),
  createUpcomingFilter(plural, deps),
  createStatusFilter(deps),
];

interface SearchValues {
  readonly search: string | undefined;
}

const createSearchFilter = (plural: string): LinkedListFilter =>
  linkedFilter<SearchValues>({
    parameters: {
      search: text(
        {
          description: `Only ${plural} with this text in their title, description or one of their other fields.`,
          documented: { example: "pier" },
        },
        MAX_SEARCH_LENGTH,
      ),
    },
    narrow: (query, { search }) =>
      search === undefined ? query : { ...query, search: toSearchFragments(search) },
  });

const createEventFilter = (
  plural: string,
  { repositories, postStatuses }: EventFilterDeps,
): LinkedListFilter =>
  linkedFilter<{ readonly event: number | undefined }>({
    parameters: {
      event: readableEvent(
        { events: repositories.events, postStatuses },
        { description: `Only ${plural} of the event with this id.` },
      ),
    },
    narrow: (query, { event }) => (event === undefined ? query : { ...query, eventId: event }),
  });

/** A switch and how it was written; `sent` is absent when it was not. */
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
      ? { problem: { reason: "not-a-scalar" } }
      : { value: { value: isLooselyTrue(raw), sent: sentAs(raw) } },
});

const createHasEventsFilter = (plural: string, { postStatuses }: EventFilterDeps): LinkedListFilter =>
  linkedFilter<{ readonly has_events: SentFlag | undefined }>({
    parameters: {
      has_events: sentFlag(
        {
          description: `Only ${plural} that have events (true), or only those that have none (false).`,
          documented: { example: "true" },
        },
        (raw) => (raw === false ? "" : String(raw)),
      ),
    },
    narrow: (query, { has_events: hasEvents }, actor) => {
      if (hasEvents === undefined) return query;
      const counted = postStatuses.names.filter((name) => !WITHOUT_EVENTS.has(name));
      const visible = postStatuses.listable(counted, actor) ?? { statuses: postStatuses.publicNames };
      return { ...query, events: { linked: hasEvents.value ? "any" : "none", visible } };
    },
  });

const createUpcomingFilter = (
  plural: string,
  { postStatuses, clock, site }: EventFilterDeps,
): LinkedListFilter =>
  linkedFilter<{ readonly only_with_upcoming: SentFlag | undefined }>({
    parameters: {
      only_with_upcoming: sentFlag(
        {
          description: `Only ${plural} that have events which are still to come (true); false, the default: all.`,
          documented: { example: "true" },
          default: false,
        },
        (raw) => (raw === false || raw === "" ? undefined : String(raw)),
      ),
    },
    narrow: (query, { only_with_upcoming: upcoming }, actor) => {
      if (upcoming?.value !== true) return query;
      const nowUtc = utcText(clock.now());
      const visible = postStatuses.visibleTo(actor);
      return {
        ...query,
        upcoming:
          site.displayZone === "event"
            ? { visible, clock: "local", from: toWallClock(nowUtc, site.timezone) }
            : { visible, clock: "utc", from: nowUtc },
      };
    },
  });

/** Its effect depends on whether there is a search, too. */
const createStatusFilter = ({ postStatuses, site }: EventFilterDeps): LinkedListFilter =>
  linkedFilter<{ readonly status: StatusSelection | undefined }, SearchValues>({
    parameters: {
      status: statusList(postStatuses, site, {
        description:
          "Only records in one of these statuses, as an array or a comma list: publish, future, draft, pending, private, trash. Others than publish need the rights to see such records. Without it: all that the caller may see, but the trash.",
      }),
    },
    narrow: (query, { status, search }) => {
      const visible = status?.visible ?? query.visible;
      return { ...query, visible: search === undefined ? visible : searchable(visible, search) };
    },
  });

/** A search never finds what is in the trash, and nothing at all without a letter or digit to look for. */
const searchable = ({ statuses, own }: Visibility, search: string): Visibility => {
  if (toSearchFragments(search).length === 0) return { statuses: [] };
  const kept = statuses.filter((status) => status !== "trash");
  if (own === undefined) return { statuses: kept };
  return {
    statuses: kept,
    own: { ...own, statuses: own.statuses.filter((status) => status !== "trash") },
  };
};
