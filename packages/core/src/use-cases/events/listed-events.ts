import type { CalendarEvent } from "../../model/event.ts";
import type { SiteSettings } from "../../model/site.ts";
import { isVisible } from "../../queries/conditions.ts";
import type { EventQuery } from "../../queries/event-query.ts";
import type { Paging } from "../../queries/page.ts";
import type { Actor } from "../../rights/actor.ts";
import type { Policies } from "../../rights/plugin-policies.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";

interface ListedEventsDeps {
  readonly postStatuses: Pick<PostStatuses, "visibleTo">;
  readonly site: Pick<SiteSettings, "displayZone">;
}

/** Returns the query of all events that lists show to the actor, before filters and policies, by start. */
export const listedEvents = (
  paging: Paging,
  actor: Actor,
  { postStatuses, site }: ListedEventsDeps,
): EventQuery => ({
  ...paging,
  visible: postStatuses.visibleTo(actor),
  clock: site.displayZone === "site" ? "utc" : "local",
  order: "start",
});

/** Rights of an actor where series are read instead of their occurrences. */
interface ShownEvents {
  isReadable(event: CalendarEvent, actor: Actor): boolean;
  /** True if the series itself is visible. A policy may hide a series but show one of its occurrences. */
  isShownSeries(series: CalendarEvent, query: Pick<EventQuery, "visible">, actor: Actor): boolean;
}

export const createShownEvents = (policies: Pick<Policies, "isReadable"> | undefined): ShownEvents => {
  const isReadable: ShownEvents["isReadable"] = (event, actor) => policies?.isReadable(event, actor) ?? true;
  return {
    isReadable,
    isShownSeries: (series, { visible }, actor) =>
      !series.hideFromListings && isVisible(series, visible) && isReadable(series, actor),
  };
};
