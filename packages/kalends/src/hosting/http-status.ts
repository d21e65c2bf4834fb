import type { CalendarError } from "@kalends/core";
import { statusOfCode } from "@kalends/http";
import type { Caller } from "./users/identity.ts";

/**
 * Returns the HTTP status that matches an error of `Calendar.as`. Missing rights give 401 for anonymous
 * visitors and 403 for other callers.
 */
export const statusOf = ({ code }: CalendarError, caller: Caller): number =>
  statusOfCode(code, caller === undefined || caller === null);
