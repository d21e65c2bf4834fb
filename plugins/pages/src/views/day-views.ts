import type { PageContext } from "../page/context.ts";
import { classes, type Html, html } from "../page/html.ts";
import type { PageContent } from "../page/layout.ts";
import { addDays, type Day, weekOf } from "../time/days.ts";
import { filtersOf, searchOf } from "./filters.ts";
import { byDay, findBetween, type TimedEvent } from "./found-events.ts";
import { eventCard } from "./parts/event-card.ts";
import { marksOf, seriesMark, titleOf, venueLine } from "./parts/event-parts.ts";
import { viewPage } from "./parts/view-page.ts";

/**
 * Returns the time of an event to show on one of its days. It is "All day" for all-day events, and on the
 * days between the first and the last day of a longer event.
 */
const timeOn = ({ formats, texts }: PageContext, { times }: TimedEvent, day: Day): Html => {
  if (times.allDay || (times.firstDay < day && times.lastDay > day)) return html`${texts.allDay}`;
  const zone = times.zone !== "" && html` <span class="zone">${times.zone}</span>`;
  if (times.firstDay < day) return html`${texts.until(formats.time(times.end))}${zone}`;
  return times.lastDay > day ? html`${formats.time(times.start)}${zone}` : formats.hours(times, texts.allDay);
};

const entry = (context: PageContext, shown: TimedEvent, day: Day): Html => {
  const { view } = shown;
  const { event } = view;
  const venue = venueLine(context, view);
  return html`<li class="${classes("card", event.featured && "featured", event.eventStatus === "cancelled" && "off")}"><p class="when">${timeOn(context, shown, day)}</p>
<h3><a href="${context.request.present.eventUrl(event)}">${titleOf(context, view)}${seriesMark(context, view)}</a></h3>
<p class="marks">${marksOf(context, view)}</p>${venue !== undefined && html`<p class="where">${venue}</p>`}</li>`;
};

/**
 * Returns the page of a week. Its seven days are side by side, on narrow screens one below the other.
 * `isStart` is true if the week is shown at `/events/`.
 */
export const weekView = async (context: PageContext, day: Day, isStart: boolean): Promise<PageContent> => {
  const { frame, formats, texts, base, today } = context;
  const { weekStart } = context;
  const { view = "month" } = frame.options;
  const filters = filtersOf(context);
  const search = searchOf(filters);
  const first = weekOf(day, weekStart);
  const last = addDays(first, 6);
  const [{ events, missing }, choices] = await Promise.all([
    findBetween(context, filters, first, last),
    context.frame.findChoices(context),
  ]);
  const body = html`<div class="week">${[...byDay(events, first, last)].map(
    ([name, shown]) =>
      html`<section class="${classes(shown.length === 0 && "empty", name === today && "today")}"><h2${name === today && html` aria-current="date"`}><a href="${base}/events/day/${name}/${search}">${formats.shortDay(name)}</a></h2>${
        shown.length === 0
          ? html`<p class="none"><span aria-hidden="true">–</span><span class="vh">${texts.none.day}</span></p>`
          : html`<ul class="plain">${shown.map((event) => entry(context, event, name))}</ul>`
      }</section>
`,
  )}</div>`;
  const days = formats.days(first, last);
  const isNow = first === weekOf(today, weekStart);
  const other = (count: number): string | undefined => {
    const found = addDays(first, count * 7);
    return weekOf(found, weekStart) === first ? undefined : `/events/week/${found}/${search}`;
  };
  return viewPage(context, {
    view: "week",
    heading: days,
    title: texts.weekOf(days),
    path: isStart ? "/events/" : `/events/week/${first}/`,
    canonical: isNow && view === "week" ? "/events/" : `/events/week/${first}/`,
    kept: {},
    day: isNow ? today : first,
    previous: other(-1),
    next: other(1),
    today: isNow ? undefined : `/events/week/${today}/${search}`,
    filters,
    choices,
    total: events.length,
    missing,
    empty: texts.none.week,
    isShownEmpty: true,
    body,
  });
};

export const dayView = async (context: PageContext, day: Day, isStart: boolean): Promise<PageContent> => {
  const { frame, formats, texts, today } = context;
  const filters = filtersOf(context);
  const search = searchOf(filters);
  const [{ events, missing }, choices] = await Promise.all([
    findBetween(context, filters, day, day),
    context.frame.findChoices(context),
  ]);
  const name = formats.day(day);
  const other = (count: number): string | undefined => {
    const found = addDays(day, count);
    return found === day ? undefined : `/events/day/${found}/${search}`;
  };
  return viewPage(context, {
    view: "day",
    heading: name,
    title: texts.eventsOf(name),
    path: isStart ? "/events/" : `/events/day/${day}/`,
    canonical: day === today && frame.options.view === "day" ? "/events/" : `/events/day/${day}/`,
    kept: {},
    day,
    previous: other(-1),
    next: other(1),
    today: day === today ? undefined : `/events/day/${today}/${search}`,
    filters,
    choices,
    total: events.length,
    missing,
    empty: texts.none.day,
    isShownEmpty: false,
    body: html`<ul class="events plain">${(byDay(events, day, day).get(day) ?? []).map((shown) => eventCard(context, shown, 2, false))}</ul>`,
  });
};
