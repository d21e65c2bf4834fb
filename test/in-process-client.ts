import { type CalendarClient, type ClientOptions, createCalendarClient } from "@kalends/client";
import type { Calendar, Caller, FetchOptions } from "kalends";

/** Returns a `@kalends/client` that calls a calendar in this process as this user. */
export const inProcessClient = (
  { as }: Pick<Calendar, "as">,
  caller?: Caller,
  options: FetchOptions & Pick<ClientOptions, "onAdjusted"> = {},
): CalendarClient =>
  createCalendarClient({ site: "http://localhost", ...options, fetch: as(caller, options).fetch });
