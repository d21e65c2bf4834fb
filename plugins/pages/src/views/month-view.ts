import type { PageContext } from "../page/context.ts";
import { classes, type Html, html, NOTHING } from "../page/html.ts";
import type { PageContent } from "../page/layout.ts";
import { addDays, addToMonth, type Day, daysBetween, lastDayOf, weekDayOf } from "../time/days.ts";
import { filtersOf, searchOf } from "./filters.ts";
import { byDay, findBetween, isLong, type TimedEvent } from "./found-events.ts";
import { seriesMark, shortMarksOf, titleOf } from "./parts/event-parts.ts";
import { type Lanes, lanesOf } from "./parts/lanes.ts";
import { viewPage } from "./parts/view-page.ts";

/** Maximum number of events in a cell of the month. The day view shows the others. */
const MAX_EVENTS_A_DAY = 4;

/**
 * Day of the displayed month, with its week. `lanes` contains the line of each all-day or multi-day event of
 * the week.
 */
interface Place {
  readonly day: Day;
  readonly month: string;
  readonly week: readonly (Day | undefined)[];
  readonly lanes: Lanes;
}

/** Returns the number of days that the event still covers in the week, counted from `day`. */
const spanFrom = ({ times }: TimedEvent, { day, week }: Place): number =>
  week.filter((other) => other !== undefined && other >= day && other <= times.lastDay).length;

/**
 * Returns the HTML of an event in the cell of a day. An event with a line in `lanes` is drawn once per week
 * as a bar across its days. The cells of its other days contain the event invisibly, for screen readers and
 * keyboard users.
 */
const chip = (context: PageContext, shown: TimedEvent, place: Place): Html => {
  const { formats, texts, request, today } = context;
  const { view, times } = shown;
  const { firstDay, lastDay, allDay } = times;
  const { day, month, week, lanes } = place;
  const isFirst = day === firstDay;
  const hasLine = (lanes.get(shown) ?? MAX_EVENTS_A_DAY) < MAX_EVENTS_A_DAY;
  const isDrawn = isFirst || day === week.find((other) => other !== undefined);
  const names = classes(
    "chip",
    isLong(shown) && "long",
    hasLine && (isDrawn ? `span${spanFrom(shown, place)}` : "under"),
    !isFirst && "from",
    day !== lastDay && "to",
    !isFirst && day !== `${month}-01` && day !== today && "still",
    view.event.featured && "featured",
    view.event.eventStatus === "cancelled" && "off",
  );
  const continued = !isFirst && html`<span class="vh"> (${texts.continues})</span>`;
  const zone = times.zone !== "" && html` <span class="zone">${times.zone}</span>`;
  const time = !allDay && isFirst && html`<span class="time">${formats.time(times.start)}${zone}</span> `;
  return html`<li class="${names}"><a href="${request.present.eventUrl(view.event)}">${time}${shortMarksOf(context, view)}<span class="name">${titleOf(context, view)}${continued}${seriesMark(context, view)}</span></a></li>`;
};

const GAP = html`<li class="gap" aria-hidden="true"></li>`;

/**
 * Returns the HTML of the events in the cell of a day. An event with a line in `lanes` uses the same line on
 * all its days. The other events fill the free lines.
 */
const chips = (context: PageContext, events: readonly TimedEvent[], place: Place): readonly Html[] => {
  const lines: (TimedEvent | undefined)[] = [];
  for (const shown of events) {
    const lane = place.lanes.get(shown);
    if (lane !== undefined && lane < MAX_EVENTS_A_DAY) lines[lane] = shown;
  }
  const placed = new Set(lines);
  const all = Array.from(lines, (shown) => (shown === undefined ? GAP : chip(context, shown, place)));
  for (const shown of events) {
    if (all.length >= MAX_EVENTS_A_DAY) break;
    if (!placed.has(shown)) all.push(chip(context, shown, place));
  }
  return all;
};

const cell = (context: PageContext, events: readonly TimedEvent[], place: Place, search: string): Html => {
  const { day, month } = place;
  const { base, formats, texts, today } = context;
  const shown = chips(context, events, place);
  const count = shown.filter((line) => line !== GAP).length;
  const more = events.length - count;
  const name = html`<span class="num" aria-hidden="true">${Number(day.slice(8))}</span><span class="full">${formats.day(day)}</span>`;
  const path = `${base}/events/day/${day}/${search}`;
  const isEmpty = events.length === 0;
  const hasNew = day === today || day.endsWith("-01") || events.some(({ times }) => times.firstDay === day);
  return html`<td role="cell" class="${classes(!day.startsWith(month) && "other", isEmpty && "empty", !hasNew && "still")}"${
    day === today && html` aria-current="date"`
  }><div class="number">${isEmpty ? name : html`<a href="${path}">${name}</a>`}</div>${
    shown.length > 0 && html`<ul class="plain">${shown}</ul>`
  }${
    more > 0 &&
    html`<a class="more" href="${path}" aria-label="${texts.more(more, formats.shortDay(day))}">${texts.moreShort(more)}</a>`
  }</td>`;
};

/**
 * Returns the weeks of a month with seven days each, including days of the adjacent months. Days outside the
 * years 1 to 9999 are `undefined`.
 */
const weeksOf = (month: string, weekStart: number): readonly (readonly (Day | undefined)[])[] => {
  const first: Day = `${month}-01`;
  const before = (weekDayOf(first) - weekStart + 7) % 7;
  const count = Math.ceil((before + daysBetween(first, lastDayOf(month)) + 1) / 7);
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, column) => {
      const offset = week * 7 + column - before;
      const day = addDays(first, offset);
      return daysBetween(first, day) === offset ? day : undefined;
    }),
  );
};

/** Returns the page of a month as a table of weeks. `isStart` is true if the month is shown at `/events/`. */
export const monthView = async (
  context: PageContext,
  month: string,
  isStart: boolean,
): Promise<PageContent> => {
  const { frame, formats, texts, today } = context;
  const { weekStart } = context;
  const { view = "month" } = frame.options;
  const filters = filtersOf(context);
  const weeks = weeksOf(month, weekStart);
  const days = weeks.flat().filter((day) => day !== undefined);
  const [first, last] = [days[0] ?? `${month}-01`, days.at(-1) ?? lastDayOf(month)];
  const [{ events, missing }, choices] = await Promise.all([
    findBetween(context, filters, first, last),
    context.frame.findChoices(context),
  ]);
  const ofDays = byDay(events, first, last);
  const isOfMonth = ({ times }: TimedEvent): boolean =>
    times.firstDay.slice(0, 7) <= month && times.lastDay.slice(0, 7) >= month;
  const search = searchOf(filters);
  const body = html`<table class="month" role="table"><caption class="vh">${texts.eventsOf(formats.month(month))}</caption>
<thead role="rowgroup"><tr role="row">${Array.from({ length: 7 }, (_, index) => (weekStart + index) % 7).map(
    (number) =>
      html`<th role="columnheader" scope="col"><span aria-hidden="true">${formats.weekDay(number, "short")}</span><span class="vh">${formats.weekDay(number, "long")}</span></th>`,
  )}</tr></thead>
<tbody role="rowgroup">${weeks.map((week) => {
    const lanes = lanesOf(events, week);
    return html`<tr role="row">${week.map((day) =>
      day === undefined
        ? html`<td role="cell" class="other"></td>`
        : cell(context, ofDays.get(day) ?? [], { day, month, week, lanes }, search),
    )}</tr>
`;
  })}</tbody></table>`;
  const other = (count: number): string | undefined => {
    const found = addToMonth(month, count);
    return found && `/events/month/${found}/${search}`;
  };
  const isNow = month === today.slice(0, 7);
  const name = formats.month(month);
  return viewPage(context, {
    view: "month",
    heading: name,
    title: texts.eventsOf(name),
    path: isStart ? "/events/" : `/events/month/${month}/`,
    canonical: isNow && view === "month" ? "/events/" : `/events/month/${month}/`,
    kept: {},
    day: isNow ? today : `${month}-01`,
    previous: other(-1),
    next: other(1),
    today: isNow ? undefined : `/events/month/${today.slice(0, 7)}/${search}`,
    filters,
    choices,
    total: events.filter(isOfMonth).length,
    missing,
    empty: texts.none.month,
    isShownEmpty: true,
    body,
    after: NOTHING,
  });
};
