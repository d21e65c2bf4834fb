import { can } from "@kalends/core/interface";
import { isPreferred } from "../../request/preference.ts";
import { type CalendarContext, REQUEST } from "../../request-state.ts";

/**
 * Says how long the answer took, where somebody who may edit what others wrote prefers to know: it would tell others what there is.
 * Before anything is sent. Source: rules/interface.md#server-timing.
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
