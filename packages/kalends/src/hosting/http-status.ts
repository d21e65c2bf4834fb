import type { CalendarError } from "@kalends/core";
import { statusOfCode } from "@kalends/http";
import type { Caller } from "./users/identity.ts";

/**
 * Returns the HTTP status for an error of `Calendar.as`. Missing rights are a 401 for visitors and a 403 for
 * others.
 */
export const statusOf = ({ code }: CalendarError, caller: Caller): number =>
  statusOfCode(code, caller === undefined || caller === null);
