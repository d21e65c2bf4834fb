import { can } from "@kalends/core/interface";
import { isPreferred } from "../../request/preference.ts";
import { type CalendarContext, REQUEST } from "../../request-state.ts";

/**
 * Adds the `Server-Timing` header if the client requests it and may edit records of others. Other callers do
 * not get it, because durations reveal which records exist. Call it before the response is sent. Source:
 * rules/interface.md#server-timing.
 */
export const setServerTiming = (
  ctx: CalendarContext,
  milliseconds: number,
  storeMilliseconds: number | undefined,
): void => {
  if (ctx.headerSent || !can(ctx[REQUEST].actor, "edit_others")) return;
  if (!isPreferred(ctx.get("Prefer"), "server-timing")) return;
  const store = storeMilliseconds === undefined ? "" : `, store;dur=${storeMilliseconds.toFixed(1)}`;
  ctx.append("Server-Timing", `total;dur=${milliseconds.toFixed(1)}${store}`);
};
