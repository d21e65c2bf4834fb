import type { CalendarError } from "@kalends/core";
import { statusOfCode } from "@kalends/http";
import type { Caller } from "./users/identity.ts";

/** Returns the HTTP status that a server would answer an error of `Calendar.as` with: missing rights are a 401 for visitors, else a 403. */
export const statusOf = ({ code }: CalendarError, caller: Caller): number =>
  statusOfCode(code, caller === undefined || caller === null);
