import { type CalendarClient, type ClientOptions, createCalendarClient } from "@kalends/client";
import type { Calendar, Caller, FetchOptions } from "kalends";

/** The client of the interface, as this caller of a calendar in this process. */
export const inProcessClient = (
  { as }: Pick<Calendar, "as">,
  caller?: Caller,
  options: FetchOptions & Pick<ClientOptions, "onAdjusted"> = {},
): CalendarClient =>
  createCalendarClient({ site: "http://localhost", ...options, fetch: as(caller, options).fetch });
