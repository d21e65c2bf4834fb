import { CalendarError } from "../../errors.ts";
import type { CalendarEvent } from "../../model/event.ts";
import type { Found } from "../../operation.ts";
import type { Repositories } from "../../ports/store.ts";

/** The event, else throws `rest-event-not-found` or `rest-invalid-event-id`. Source: rules/events.md#event-id. */
export const demandEvent = (
  found: Found<CalendarEvent> | undefined,
  event: CalendarEvent | undefined,
): CalendarEvent => {
  if (event !== undefined) return event;
  throw new CalendarError(found?.isOther === true ? "rest-invalid-event-id" : "rest-event-not-found");
};

/** The same as it is now, inside the transaction that changes it. */
export const findAgain = async (
  found: Found<CalendarEvent> | undefined,
  { events }: Pick<Repositories, "events">,
): Promise<CalendarEvent> => demandEvent(found, found?.record && (await events.find(found.record.id)));
