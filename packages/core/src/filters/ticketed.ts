import { type EventFilter, eventFilter } from "./event-filter.ts";

interface TicketedValues {
  readonly ticketed: boolean | undefined;
}

const TRUE: ReadonlySet<unknown> = new Set([true, 1, "1", "true"]);
const FALSE: ReadonlySet<unknown> = new Set([false, 0, "0", "false"]);

/** `ticketed`: true needs the ticket extension, which there is none of; false has no effect. Source: 10-events section 6. */
export const createTicketedFilter = (): EventFilter =>
  eventFilter<TicketedValues>({
    parameters: {
      ticketed: {
        description: "Only events with tickets. Needs a ticket extension.",
        type: "boolean",
        undocumented: true,
        resolve: (raw) => {
          const value = typeof raw === "string" ? raw.trim().toLowerCase() : raw;
          if (TRUE.has(value)) {
            return { problem: { reason: "tickets-not-active", code: "event-tickets-not-active" } };
          }
          return FALSE.has(value) ? { value: false } : { problem: { reason: "not-a-boolean" } };
        },
      },
    },
    narrow: (query) => query,
    links: ({ ticketed }) => ({ ...(ticketed !== undefined && { ticketed: "0" }) }),
  });
