import type { CalendarEvent } from "../model/event.ts";
import type { EventQuery } from "../model/queries.ts";
import type { PostRepository } from "./post-repository.ts";

/** Where events are kept. An adapter is done when it passes `@kalends/storage-contract`. */
export interface EventRepository extends PostRepository<CalendarEvent, EventQuery> {
  /** Takes the venue off every event, whatever its status. `modified` stays. */
  unlinkVenue(venueId: number): Promise<void>;
  /** Takes the organizer off every event, whatever its status; the others stay in order. `modified` stays. */
  unlinkOrganizer(organizerId: number): Promise<void>;
}
