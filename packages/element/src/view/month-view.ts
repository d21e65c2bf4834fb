import { type Day, isSameMonth } from "../dates/day.ts";
import { dayAfterKey } from "../dates/month-grid.ts";
import type { CalendarEvent } from "../source/calendar-event.ts";
import { fill } from "../texts/languages.ts";
import { h, hiddenFromScreenReaders, screenReaderOnly } from "./dom.ts";
import { eventLink, statusText, timeOn, titleOf } from "./event-link.ts";
import type { ViewContext } from "./view-context.ts";

/** Number of events that a day shows before the visitor expands it. */
const MAX_SHOWN = 3;

export interface MonthView {
  readonly element: HTMLElement;
  /** Makes the cell of a day the only tab stop of the grid, and focuses it if `focus` is true. */
  activate(day: Day, focus: boolean): void;
}

interface MonthInput {
  readonly weeks: readonly (readonly Day[])[];
  readonly month: Day;
  readonly label: string;
  readonly eventsOn: (day: Day) => readonly CalendarEvent[];
  /** First day on which events may be missing; `undefined` if all events are loaded. */
  readonly missingFrom: Day | undefined;
  /** Called when a key press selects a day, which may be in another month. */
  readonly go: (day: Day) => void;
}

const countText = (count: number, { texts }: ViewContext): string =>
  count === 0 ? "" : `, ${fill(count === 1 ? texts.oneEvent : texts.events, { count })}`;

const chip = (event: CalendarEvent, day: Day, context: ViewContext): HTMLElement => {
  const time = timeOn(event, day, context);
  const status = statusText(event, context);
  return eventLink(
    event,
    context,
    {
      part: `event ${event.status}`,
      class: `event${time === undefined ? " whole" : ""}`,
      tabindex: -1,
      title: status === undefined ? event.title : `${event.title} (${status})`,
    },
    time === undefined ? undefined : h("span", { class: "time" }, `${time} `),
    titleOf(event),
    status === undefined ? undefined : screenReaderOnly(`, ${status}`),
  );
};

/** Creates the list of events of a day. If the list is long, a button shows and hides the later events. */
const chipsOf = (
  events: readonly CalendarEvent[],
  day: Day,
  context: ViewContext,
): HTMLElement | undefined => {
  if (events.length === 0) return undefined;
  const { texts } = context;
  const list = h("ul", {}, ...events.map((event) => h("li", {}, chip(event, day, context))));
  // One additional event needs no more space than the button.
  if (events.length <= MAX_SHOWN + 1) return list;
  const later = [...list.children].slice(MAX_SHOWN) as HTMLElement[];
  const show = (isExpanded: boolean): void => {
    for (const item of later) item.hidden = !isExpanded;
    button.setAttribute("aria-expanded", String(isExpanded));
    button.textContent = isExpanded ? texts.fewer : fill(texts.more, { count: later.length });
  };
  const click = (): void => show(button.getAttribute("aria-expanded") === "false");
  const button = h("button", { type: "button", part: "more", class: "more", tabindex: -1, click });
  show(false);
  list.append(h("li", {}, button));
  return list;
};

const cellOf = (day: Day, input: MonthInput, context: ViewContext): HTMLElement => {
  const { dates, today } = context;
  const events = input.eventsOn(day);
  const isMissing = input.missingFrom !== undefined && day >= input.missingFrom;
  const kinds = [day === today ? "today" : "", isSameMonth(day, input.month) ? "" : "outside"];
  return h(
    "td",
    {
      role: "gridcell",
      part: ["day", ...kinds].join(" ").trim(),
      class: kinds.join(" ").trim(),
      tabindex: -1,
      "aria-current": day === today ? "date" : undefined,
      "data-day": day,
    },
    h(
      "time",
      { datetime: day, class: "number" },
      hiddenFromScreenReaders(dates.dayOfMonth(day)),
      screenReaderOnly(dates.fullDay(day) + (isMissing ? "" : countText(events.length, context))),
    ),
    chipsOf(events, day, context),
    isMissing ? h("p", { part: "missing", class: "note" }, context.texts.incomplete) : undefined,
  );
};

/** Creates the month view: a grid of days with their events, in which arrow keys move the selected day. */
export const createMonthView = (input: MonthInput, context: ViewContext): MonthView => {
  const { weeks } = input;
  const { dates, options } = context;
  const headings = (weeks[0] ?? []).map((day) =>
    h(
      "th",
      { role: "columnheader", scope: "col" },
      hiddenFromScreenReaders(dates.weekday(day)),
      screenReaderOnly(dates.weekdayInFull(day)),
    ),
  );
  const cells = new Map(weeks.flat().map((day) => [day, cellOf(day, input, context)]));
  const rows = weeks.map((week) => h("tr", { role: "row" }, ...week.map((day) => cells.get(day))));
  const element = h(
    "table",
    { role: "grid", part: "month", class: "month", "aria-label": input.label },
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ...headings)),
    h("tbody", { role: "rowgroup" }, ...rows),
  );

  const activate: MonthView["activate"] = (active, focus) => {
    for (const [day, cell] of cells) {
      const tabindex = day === active ? "0" : "-1";
      cell.setAttribute("tabindex", tabindex);
      for (const inner of cell.querySelectorAll("a, button")) inner.setAttribute("tabindex", tabindex);
    }
    if (focus) cells.get(active)?.focus();
  };

  const cellAround = (target: EventTarget | null): HTMLElement | null =>
    (target as Element | null)?.closest<HTMLElement>("td") ?? null;
  element.addEventListener("focusin", ({ target }) => {
    const day = cellAround(target)?.dataset.day;
    if (day !== undefined) activate(day, false);
  });
  element.addEventListener("keydown", (event) => {
    const cell = cellAround(event.target);
    const day = cell?.dataset.day;
    if (cell === null || day === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && event.target !== cell) return cell.focus();
    if ((event.key === "Enter" || event.key === " ") && event.target === cell) {
      event.preventDefault();
      return cell.querySelector<HTMLElement>("a, button")?.focus();
    }
    const isRightToLeft = getComputedStyle(element).direction === "rtl";
    const next = dayAfterKey(
      day,
      { key: event.key, shiftKey: event.shiftKey, isRightToLeft },
      options.firstDay,
    );
    if (next === undefined) return;
    event.preventDefault();
    input.go(next);
  });
  return { element, activate };
};
