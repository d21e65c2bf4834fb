import { daysOf } from "../dates/date-texts.ts";
import type { Day } from "../dates/day.ts";
import { monthGrid } from "../dates/month-grid.ts";
import type { Loaded, Position } from "../loading.ts";
import type { CalendarEvent } from "../source/calendar-event.ts";
import { fill } from "../texts/languages.ts";
import { h } from "./dom.ts";
import { createEventList } from "./event-list.ts";
import { createMonthView, type MonthView } from "./month-view.ts";
import { createProblem, type Problem } from "./problem.ts";
import type { ViewContext } from "./view-context.ts";

/** Loaded events and counts that the body of the calendar displays. */
type Shown = Pick<Loaded, "events" | "total" | "from" | "missingFrom" | "canRetry">;

/** Area that shows the events, or the reason why no events can be shown. */
export interface CalendarBody {
  readonly element: HTMLElement;
  show(loaded: Shown, position: Position): void;
  showProblem(problem: Problem): void;
  /**
   * Makes the cell of a day the tab stop of the month grid, and focuses it if `focus` is true. Returns
   * `false` if no grid is displayed.
   */
  activate(day: Day, focus: boolean): boolean;
}

interface BodyInput {
  readonly root: ShadowRoot;
  readonly isNarrow: () => boolean;
  /** Called when a key press selects a day, which may be in another month. */
  readonly go: (day: Day) => void;
  readonly retry: () => void;
}

/** Returns the title of the calendar at a position. */
export const titleOf = ({ view, day, from, page }: Position, context: ViewContext): string => {
  const { dates, texts, today } = context;
  if (view === "month") return dates.month(day);
  if (page < 1) return texts.past;
  return from === today ? texts.upcoming : fill(texts.from, { day: dates.mediumDay(from) });
};

/**
 * Returns the events to list and count at a position. In a month view, leaves out events that are only on
 * days of adjacent months.
 */
export const eventsAt = (
  events: readonly CalendarEvent[],
  { view, day }: Position,
): readonly CalendarEvent[] => {
  const month = day.slice(0, 8);
  return view === "list"
    ? events
    : events.filter(({ start, end }) => daysOf(start, end, `${month}01`, `${month}31`).length > 0);
};

/** Returns a text with the number of events, or a note that not all events are loaded. */
export const foundText = (
  { events, total, missingFrom }: Pick<Loaded, "events" | "total" | "missingFrom">,
  position: Position,
  { texts }: ViewContext,
): string => {
  if (missingFrom !== undefined) return fill(texts.tooMany, { count: events.length, total });
  const count = eventsAt(events, position).length;
  return count === 0 ? texts.noEvents : fill(count === 1 ? texts.oneEvent : texts.events, { count });
};

export const createCalendarBody = (
  { root, isNarrow, go, retry }: BodyInput,
  context: ViewContext,
): CalendarBody => {
  const { texts, options } = context;
  const loading = h("p", { class: "empty" }, texts.loading);
  const element = h("div", { class: "body", part: "body", tabindex: -1 }, loading);
  let grid: MonthView | undefined;

  /**
   * Replaces the content of the body. If the old content had the focus, moves the focus to the body;
   * otherwise it would move to the top of the web page. Returns `true` if the old content had the focus.
   */
  const replace = (content: HTMLElement): boolean => {
    const hadFocus = element.contains(root.activeElement);
    element.replaceChildren(content);
    if (hadFocus) element.focus();
    return hadFocus;
  };

  const gridOf = ({ events, missingFrom }: Shown, position: Position): MonthView => {
    const weeks = monthGrid(position.day, options.firstDay);
    const days = weeks.flat();
    const byDay = new Map<Day, CalendarEvent[]>(days.map((day) => [day, []]));
    for (const event of events) {
      for (const day of daysOf(event.start, event.end, days[0] ?? "", days.at(-1) ?? "")) {
        byDay.get(day)?.push(event);
      }
    }
    const label = titleOf(position, context);
    return createMonthView(
      { weeks, month: position.day, label, eventsOn: (day) => byDay.get(day) ?? [], missingFrom, go },
      context,
    );
  };

  return {
    element,
    show(loaded, position) {
      const { events, from, missingFrom, canRetry = false } = loaded;
      if (position.view === "month" && !isNarrow()) {
        grid = gridOf(loaded, position);
        const hadFocus = replace(grid.element);
        grid.activate(position.day, hadFocus);
      } else {
        grid = undefined;
        const start = position.view === "month" ? `${position.day.slice(0, 8)}01` : from;
        replace(createEventList({ events: eventsAt(events, position), from: start, missingFrom }, context));
      }
      if (missingFrom === undefined) return;
      const button = h(
        "button",
        { type: "button", part: "button", class: "again", click: retry },
        texts.retry,
      );
      const note = foundText(loaded, position, context);
      element.append(h("p", { part: "note", class: "note" }, `${note} `, canRetry ? button : undefined));
    },
    showProblem(problem) {
      grid = undefined;
      replace(createProblem(problem, context, retry));
    },
    activate(day, focus) {
      grid?.activate(day, focus);
      return grid !== undefined;
    },
  };
};
