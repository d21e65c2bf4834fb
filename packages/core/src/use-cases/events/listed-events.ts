import type { CalendarEvent } from "../../model/event.ts";
import type { SiteSettings } from "../../model/site.ts";
import { isVisible } from "../../queries/conditions.ts";
import { type EventQuery, isListed } from "../../queries/event-query.ts";
import type { Paging } from "../../queries/page.ts";
import type { Actor } from "../../rights/actor.ts";
import type { Policies } from "../../rights/plugin-policies.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";

interface ListedEventsDeps {
  readonly postStatuses: Pick<PostStatuses, "visibleTo">;
  readonly site: Pick<SiteSettings, "displayZone">;
}

/**
 * Returns the query for all events that lists show to the actor, ordered by start. Filters and policies are
 * not applied yet.
 */
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

/**
 * Functions that check if an actor may see series, for results that contain series instead of occurrences.
 */
interface ShownEvents {
  isReadable(event: CalendarEvent, actor: Actor): boolean;
  /**
   * True if the actor may see the series itself. A policy may hide a series and show some of its occurrences.
   */
  isShownSeries(series: CalendarEvent, query: Pick<EventQuery, "visible" | "hidden">, actor: Actor): boolean;
}

export const createShownEvents = (policies: Pick<Policies, "isReadable"> | undefined): ShownEvents => {
  const isReadable: ShownEvents["isReadable"] = (event, actor) => policies?.isReadable(event, actor) ?? true;
  return {
    isReadable,
    isShownSeries: (series, { visible, hidden }, actor) =>
      isListed(series, hidden) && isVisible(series, visible) && isReadable(series, actor),
  };
};
