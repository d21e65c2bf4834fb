import { type CalendarClient, type ClientOptions, createCalendarClient } from "@kalends/client";
import type { Calendar, Caller, FetchOptions } from "kalends";

/** Creates a `@kalends/client` that calls a calendar in this process, with the rights of `caller`. */
export const inProcessClient = (
  { as }: Pick<Calendar, "as">,
  caller?: Caller,
  options: FetchOptions & Pick<ClientOptions, "onAdjusted"> = {},
): CalendarClient =>
  createCalendarClient({ site: "http://localhost", ...options, fetch: as(caller, options).fetch });
