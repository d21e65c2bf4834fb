import type { CalendarEvent } from "@kalends/core/plugin";
import type { PageContext } from "../../page/context.ts";
import { classes, type Html, html } from "../../page/html.ts";
import { picture } from "../../page/picture.ts";
import { type Day, weekDayOf } from "../../time/days.ts";
import type { TimedEvent } from "../found-events.ts";
import { marksOf, seriesMark, titleOf, venueLine } from "./event-parts.ts";

/** Maximum length of a summary in characters, and maximum length of the HTML from which it is made. */
const SUMMARY = 180;
const MAX_READ = 4_000;

/**
 * Returns the first words of the excerpt or description as plain text. Returns `""` if the event has neither.
 */
const summaryOf = ({ frame }: PageContext, { excerpt, description }: CalendarEvent): string => {
  const text = excerpt === "" ? description : excerpt;
  const read =
    text.length > MAX_READ ? text.slice(0, MAX_READ).replace(/((?:^|[>;])[^<&>;]*)[<&][^>;]*$/, "$1") : text;
  const line = frame.toText(read).replaceAll(/\s+/g, " ");
  return line.length <= SUMMARY ? line : `${line.slice(0, SUMMARY).replace(/(?<!\s)\s+\S*$/, "")}…`;
};

/**
 * Returns the start day of an event in the style of a tear-off calendar. Screen readers ignore this day. The
 * month is shown only if it differs from `month`.
 */
const leaf = ({ formats }: PageContext, day: Day, month: string): Html =>
  html`<div class="date" aria-hidden="true"><span>${formats.weekDay(weekDayOf(day), "short")}</span><b>${Number(day.slice(8))}</b>${
    !day.startsWith(month) && html`<span>${formats.shortMonth(day)}</span>`
  }</div>
`;

/**
 * Returns an event as an item of a list. `level` is the level of its heading. `month` is the month that the
 * heading above names, or `false` in the list of a single day.
 */
export const eventCard = (
  context: PageContext,
  shown: TimedEvent,
  level: 2 | 3,
  month: string | false = "",
): Html => {
  const { request, formats, texts, today } = context;
  const { view, times } = shown;
  const { event, image } = view;
  const { present } = request;
  const venue = venueLine(context, view);
  const cost = present.cost(event.cost);
  const summary = summaryOf(context, event);
  const heading = html`<a href="${present.eventUrl(event)}">${titleOf(context, view)}</a>${seriesMark(context, view)}`;
  return html`<li><article class="${classes("entry", month === false && "short")}">
${month !== false && leaf(context, times.firstDay, month)}<div class="what">
<p class="when">${
    month === false && times.firstDay === times.lastDay
      ? formats.hours(times, texts.allDay)
      : formats.when(times, today.slice(0, 4))
  }</p>
${level === 2 ? html`<h2>${heading}</h2>` : html`<h3>${heading}</h3>`}
<p class="marks">${marksOf(context, view)}</p>
${venue !== undefined && html`<p class="where">${venue}</p>`}
${summary !== "" && html`<p class="summary">${summary}</p>`}
${cost !== "" && html`<p class="cost">${cost}</p>`}
</div>
${image !== undefined && html`<div class="image">${picture(present, image, { width: "(max-width: 40rem) 92vw, 14rem", isLazy: true })}</div>`}
</article></li>`;
};
