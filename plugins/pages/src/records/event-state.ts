import type { CalendarEvent } from "@kalends/core/plugin";
import type { PageContext } from "../page/context.ts";
import { type Html, html } from "../page/html.ts";
import { toText } from "../seo/plain.ts";
import { detailTextsOf } from "../texts.ts";

/**
 * Returns a notice with the status and the reason for an event that does not take place as planned. Returns
 * `undefined` for an event that takes place as planned.
 */
export const stateNotice = (
  { eventStatus = "scheduled", statusReason, previousStart, schedule }: CalendarEvent,
  { texts, formats, request }: PageContext,
): Html | undefined => {
  if (eventStatus === "scheduled") return undefined;
  const { before } = detailTextsOf(request.present.language);
  const planned =
    eventStatus === "rescheduled" && previousStart !== undefined
      ? `${formats.day(previousStart.slice(0, 10))}${schedule.allDay ? "" : `, ${formats.time(previousStart)}`}`
      : undefined;
  return html`<div class="notice alert"><p><strong>${texts.status[eventStatus]}</strong></p>
${planned !== undefined && html`<p>${before(planned)}</p>`}${
  statusReason !== undefined && html`<p>${toText(statusReason)}</p>`
}</div>`;
};
