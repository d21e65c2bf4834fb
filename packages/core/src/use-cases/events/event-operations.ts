import { CalendarError } from "../../errors.ts";
import { understoodDates } from "../../filters/date-filters.ts";
import type { EventFilter } from "../../filters/list-filter.ts";
import type { CalendarEvent } from "../../model/event.ts";
import type { EventView } from "../../model/views.ts";
import type { EventOperations } from "../../operations.ts";
import type { ParameterValues } from "../../parameter.ts";
import type { EventQuery } from "../../queries/event-query.ts";
import { createPostOperations, type PostKind, type PostOperationsDeps } from "../posts/post-operations.ts";
import { decorated, type PostViews } from "../posts/post-views.ts";
import { createOccurrenceOperations } from "../series/occurrences/occurrence-operations.ts";
import { findForWrite } from "../series/occurrences/one-occurrence.ts";
import { createRemoveOccurrence } from "../series/occurrences/remove-occurrence.ts";
import { settleOccurrences } from "../series/settle-occurrences.ts";
import { createEventFeed } from "./feed/event-feed.ts";

/** What operations on events are made from. */
interface EventParts
  extends Pick<
    PostKind<CalendarEvent, EventView, EventQuery, EventFilter>,
    "builtInFilters" | "addedFilters" | "fields" | "parameters" | "views" | "create" | "update"
  > {
  readonly feedViews: Pick<PostViews<CalendarEvent, EventView>, "all">;
}

/** Everything that can be done with events. Source: rules/events.md#event-endpoints. */
export const createEventOperations = (parts: EventParts, deps: PostOperationsDeps): EventOperations => {
  const { postStatuses, site, clock } = deps;
  const operations = createPostOperations<CalendarEvent, EventView, EventQuery, EventFilter>(
    {
      ...parts,
      name: "event",
      codes: {
        notAccessible: "event-not-accessible",
        noLongerAvailable: "event-no-longer-available",
        inTrash: "event-is-in-trash",
        pageNotFound: "event-archive-page-not-found",
      },
      repositoryOf: ({ events }) => events,
      refusals: { slug: "unknown-slug" },
      refusalsOfUpdate: {},
      // Source: rules/events.md#event-id.
      missing: (found) =>
        new CalendarError(found?.isOther === true ? "rest-invalid-event-id" : "rest-event-not-found"),
      toQuery: (asked) => ({
        ...asked,
        clock: site.displayZone === "site" ? "utc" : "local",
        order: "start",
      }),
      decorate,
      refind: (event, unit) => findForWrite(event, unit, site),
      remove: createRemoveOccurrence({ clock, site, postStatuses }),
      // Source: rules/events.md#list-links.
      impliedStatus(actor) {
        const { statuses, own } = postStatuses.visibleTo(actor);
        return own === undefined && statuses.every(postStatuses.isPublic) ? statuses : undefined;
      },
      understood: (values) => understoodDates(values, site),
      follow: (unit, series, before) => settleOccurrences(unit, { series, before, now: clock.now(), site }),
    },
    deps,
  );
  const { builtInFilters, addedFilters, feedViews } = parts;
  const filters = [...builtInFilters, ...addedFilters];
  return {
    ...operations,
    occurrences: createOccurrenceOperations(operations, parts, deps),
    feed: createEventFeed({ ...deps, filters, views: feedViews }),
  };
};

const decorate = (view: EventView, filter: EventFilter, values: ParameterValues): EventView => {
  if (filter.decorate === undefined) return view;
  const { event, venue } = view;
  const added = filter.decorate(event, venue?.venue, values);
  return { ...decorated(view, added.event), ...(venue && { venue: decorated(venue, added.venue) }) };
};
