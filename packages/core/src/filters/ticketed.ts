import { toBoolean } from "../parameters/booleans.ts";
import { type EventFilter, eventFilter } from "./event-filter.ts";

interface TicketedValues {
  readonly ticketed: boolean | undefined;
}

/** `ticketed`: true needs the ticket extension, which there is none of; false has no effect. Source: 10-events section 6. */
export const createTicketedFilter = (): EventFilter =>
  eventFilter<TicketedValues>({
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
    links: ({ ticketed }) => ({ ...(ticketed !== undefined && { ticketed: "0" }) }),
  });
