import { invalidParameter } from "../../errors.ts";
import type { CalendarEvent } from "../../model/event.ts";
import type { SiteSettings } from "../../model/site.ts";
import { DAY, millisecondsOf, type WallClock } from "../../model/time/wall-clock.ts";
import type { Venue } from "../../model/venue.ts";
import type { BusyTime, BusyTimes, VenueView } from "../../model/views.ts";
import type { ItemOperation } from "../../operation.ts";
import type { Parameter, ParameterValues } from "../../parameter.ts";
import { moment } from "../../parameters/moment.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Store } from "../../ports/store.ts";
import { type Actor, can } from "../../rights/actor.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";

/** Maximum length of the range in days. Source: rules/free-busy.md#busy-range. */
const MAX_DAYS = 366;

/** Maximum number of events of a range that are read. Source: rules/free-busy.md#busy-limit. */
const MAX_EVENTS = 1000;

interface BusyValues {
  readonly from: WallClock;
  readonly to: WallClock;
}

export interface BusyDeps {
  readonly store: Pick<Store, "events">;
  readonly postStatuses: Pick<PostStatuses, "canRead" | "visibleTo">;
  readonly site: SiteSettings;
  readonly clock: Clock;
}

/**
 * Creates the operation that returns the times at which a venue is in use. Source: rules/free-busy.md#busy.
 */
export const createBusyOperation = (
  get: ItemOperation<ParameterValues, VenueView, Venue>,
  deps: BusyDeps,
): ItemOperation<BusyValues, BusyTimes, Venue> => {
  const { store, postStatuses } = deps;
  const declare = (description: string, example: string): Parameter<WallClock> =>
    moment(deps, { required: true, description, documented: { example } });
  const toBusyTime = (event: CalendarEvent, actor: Actor): BusyTime | undefined => {
    const { start, end, timezone } = event.schedule;
    const isReadable = !event.hideFromListings && postStatuses.canRead(event, actor);
    if (!isReadable && !can(actor, "edit")) return undefined;
    return { start, end, timezone, ...(isReadable && { id: event.id, title: event.title }) };
  };
  return {
    method: "read",
    parameters: {
      from: declare("parameter.busy.from", "2031-05-16 20:30:00"),
      to: declare("parameter.busy.to", "2031-05-23 20:30:00"),
    },
    target: { id: get.target.id, find: get.target.find },
    permits: () => true,
    async run({ from, to }, { actor, found }) {
      // Throws if the actor may not read the venue.
      const { venue } = await get.run({}, { actor, found });
      if (to <= from) throw invalidParameter("to", { reason: "not-after-from" });
      if (millisecondsOf(to) - millisecondsOf(from) > MAX_DAYS * DAY)
        throw invalidParameter("to", { reason: "range-too-long", values: { days: MAX_DAYS } });
      const range = { from, until: to };
      // Callers who cannot edit see the same events here as in lists.
      const listed = can(actor, "edit") ? undefined : postStatuses.visibleTo(actor);
      const events = await store.events.occupying(venue.id, range, MAX_EVENTS + 1, listed);
      const busy = events
        .slice(0, MAX_EVENTS)
        .map((event) => toBusyTime(event, actor))
        .filter((time) => time !== undefined);
      return { busy, hasMore: events.length > MAX_EVENTS };
    },
  };
};
