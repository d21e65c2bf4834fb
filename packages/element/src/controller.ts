import { createDateTexts, daysOf } from "./dates/date-texts.ts";
import { addMonths, type Day, isSameMonth } from "./dates/day.ts";
import { monthGrid, openingDay } from "./dates/month-grid.ts";
import { todayIn } from "./dates/zone.ts";
import { type Loaded, load, type Position } from "./loading.ts";
import type { ElementOptions, View } from "./options.ts";
import { toNamespace } from "./source/addresses.ts";
import type { CalendarEvent, EventReader } from "./source/calendar-event.ts";
import { createCalendarSource } from "./source/calendar-source.ts";
import { SourceError } from "./source/source-error.ts";
import { fill, textsOf } from "./texts/languages.ts";
import { h } from "./view/dom.ts";
import { openEventDialog } from "./view/event-dialog.ts";
import { createEventList } from "./view/event-list.ts";
import { createFilterForm } from "./view/filter-form.ts";
import { createMonthView, type MonthView } from "./view/month-view.ts";
import { createProblem, type Problem, problemText } from "./view/problem.ts";
import { createToolbar } from "./view/toolbar.ts";
import { isShown, type ViewContext } from "./view/view-context.ts";

/** What a calendar needs of the element that it is in. */
export interface Host {
  readonly root: ShadowRoot;
  /** Where relative addresses begin. */
  readonly base: string;
  readonly isNarrow: () => boolean;
  readonly toText: (html: string) => string;
  /** Tells the page; `false`: the page does itself what would come next. */
  readonly tell: (event: "select" | "load" | "error", detail: object) => boolean;
  readonly onView: (view: View) => void;
}

/** One calendar in its element. */
export interface Controller {
  /** Asks for what it shows, for the first time or again. */
  start(): void;
  /** Ends what is under way. */
  stop(): void;
  /** Shows another view; nothing when it is that one already. */
  setView(view: View): void;
  /** Goes to a day, or without one to today. */
  goTo(day: Day | undefined): void;
  /** The width has changed. */
  resize(): void;
  /** Asks the server again. */
  refresh(): void;
}

const NO_EVENTS: Omit<Loaded, "from" | "to"> = {
  events: [],
  total: 0,
  isComplete: true,
  hasPrevious: true,
  hasNext: true,
};

export const createController = (host: Host, options: ElementOptions): Controller => {
  const { language, timezone } = options;
  const today = todayIn(new Date(), timezone);
  const texts = textsOf(language);
  const dates = createDateTexts(language);
  const context: ViewContext = { options, texts, dates, today, select };
  const namespace = toNamespace(options.src, host.base);
  const source = namespace === undefined ? undefined : createCalendarSource(namespace);
  const reader: EventReader = { toText: host.toText, language, timezone, base: namespace?.href ?? host.base };

  const first = options.start ?? today;
  let position: Position = { view: options.view, day: first, from: first, page: 1, filters: options.filters };
  let connection = new AbortController();
  let running = new AbortController();
  let shown: Loaded | undefined;
  let month: MonthView | undefined;

  const body = h("div", { class: "body", part: "body" });
  const status = h("p", { class: "spoken", role: "status" });
  const toolbar = createToolbar(context, {
    step(direction) {
      if (position.view === "list") move({ page: position.page + direction });
      else go(openingDay(addMonths(position.day, direction), today));
    },
    today: () => goTo(undefined),
    view: host.onView,
  });
  const filters = createFilterForm(context, options.filters, (changed) =>
    move({ filters: changed, page: 1 }),
  );
  const calendar = h(
    "div",
    { class: "calendar", part: "calendar", role: "region", "aria-label": texts.calendar, lang: language },
    toolbar.element,
    filters.element,
    status,
    body,
  );
  host.root.replaceChildren(calendar);

  function select(event: CalendarEvent, cause: MouseEvent): void {
    const isWanted = host.tell("select", { event: event.json, url: event.url });
    // A new tab or window is what the reader asked for.
    const isElsewhere = cause.ctrlKey || cause.metaKey || cause.shiftKey || cause.altKey;
    if (isWanted && event.url !== undefined && (isElsewhere || options.details === "page")) return;
    cause.preventDefault();
    if (isWanted) openEventDialog(event, context, calendar);
  }

  function titleText(): string {
    if (position.view === "month") return dates.month(position.day);
    if (position.page < 1) return texts.past;
    return position.from === today
      ? texts.upcoming
      : fill(texts.from, { day: dates.mediumDay(position.from) });
  }

  function updateToolbar({ hasPrevious, hasNext }: Pick<Loaded, "hasPrevious" | "hasNext">): void {
    toolbar.update({ title: titleText(), view: position.view, hasPrevious, hasNext });
  }

  const hasFocus = (): boolean => body.contains(host.root.activeElement);

  function showMonth({ events, from, to = from }: Loaded): void {
    const byDay = new Map<Day, CalendarEvent[]>();
    for (const event of events) {
      for (const day of daysOf(event.start, event.end, from, to))
        byDay.set(day, [...(byDay.get(day) ?? []), event]);
    }
    const hadFocus = hasFocus();
    month = createMonthView(
      {
        weeks: monthGrid(position.day, options.firstDay),
        month: position.day,
        label: titleText(),
        eventsOn: (day) => byDay.get(day) ?? [],
        go: (day) => go(day, true),
      },
      context,
    );
    body.replaceChildren(month.element);
    month.activate(position.day, hadFocus);
  }

  /** Those of the month, without the days around it that its weeks have. */
  function ofPosition(events: readonly CalendarEvent[]): readonly CalendarEvent[] {
    if (position.view === "list") return events;
    const month = position.day.slice(0, 8);
    return events.filter(({ start, end }) => daysOf(start, end, `${month}01`, `${month}31`).length > 0);
  }

  function showList({ events, from }: Loaded): void {
    const start = position.view === "month" ? `${position.day.slice(0, 8)}01` : from;
    body.replaceChildren(createEventList(ofPosition(events), start, context));
  }

  function show(loaded: Loaded): void {
    if (position.view === "month" && !host.isNarrow()) {
      showMonth(loaded);
    } else {
      month = undefined;
      showList(loaded);
    }
    if (!loaded.isComplete) {
      body.append(
        h("p", { part: "note", class: "note" }, fill(texts.tooMany, { count: loaded.events.length })),
      );
    }
  }

  function showProblem(problem: Problem): void {
    month = undefined;
    shown = undefined;
    body.replaceChildren(createProblem(problem, context, refresh));
    host.tell("error", { ...problem, text: problemText(problem, context) });
  }

  async function run(): Promise<void> {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    updateToolbar(shown ?? NO_EVENTS);
    if (source === undefined) {
      return showProblem({
        kind: options.src === "" ? "noAddress" : "badAddress",
        status: undefined,
        message: "",
      });
    }
    body.setAttribute("aria-busy", "true");
    try {
      const loaded = await load(source, position, options, reader, signal);
      signal.throwIfAborted();
      shown = loaded;
      updateToolbar(loaded);
      show(loaded);
      const count = ofPosition(loaded.events).length;
      const found =
        count === 0 ? texts.noEvents : fill(count === 1 ? texts.oneEvent : texts.events, { count });
      status.textContent = `${titleText()}: ${found}`;
      const { from, to, total, events } = loaded;
      host.tell("load", { view: position.view, from, to, total, events: events.map(({ json }) => json) });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof SourceError)) throw error;
      status.textContent = "";
      showProblem({ kind: error.kind, status: error.status, message: host.toText(error.message) });
    } finally {
      if (!signal.aborted) body.removeAttribute("aria-busy");
    }
  }

  function refresh(): void {
    source?.clear();
    void run();
  }

  function move(changes: Partial<Position>): void {
    position = { ...position, ...changes };
    void run();
  }

  /** Within a month the grid stays as it is. */
  function go(day: Day, focus = false): void {
    const isSame = isSameMonth(day, position.day) && month !== undefined;
    position = { ...position, day };
    if (isSame) {
      month?.activate(day, focus);
      return;
    }
    if (month !== undefined) {
      const days = monthGrid(day, options.firstDay).flat();
      // Empty at first, so that keys lead on before there is an answer.
      showMonth({ ...NO_EVENTS, from: days[0] ?? day, to: days.at(-1) });
      month.activate(day, focus);
    }
    void run();
  }

  function goTo(day: Day | undefined): void {
    const target = day ?? today;
    if (position.view === "list") {
      move({ day: target, from: target, page: 1 });
    } else {
      position = { ...position, from: target, page: 1 };
      go(target);
    }
  }

  async function loadTerms(kind: "category" | "tag"): Promise<void> {
    if (source === undefined || !isShown(context, kind) || !isShown(context, "filters")) return;
    try {
      const terms = await source.terms(kind === "category" ? "categories" : "tags", connection.signal);
      filters.setTerms(
        kind,
        terms.map((term) => ({ ...term, name: host.toText(term.name) })),
      );
    } catch {
      // Without them there is no such filter; that the calendar is out of reach is said where its events would be.
    }
  }

  body.append(h("p", { class: "empty" }, texts.loading));

  return {
    start() {
      connection = new AbortController();
      void run();
      void loadTerms("category");
      void loadTerms("tag");
    },
    stop() {
      running.abort();
      connection.abort();
      filters.stop();
    },
    setView: (view) => {
      if (view === position.view) return;
      // A list begins at the month that was shown, unless that is the current one.
      const from = isSameMonth(position.day, today) ? today : `${position.day.slice(0, 8)}01`;
      shown = undefined;
      move(view === "list" ? { view, from, page: 1 } : { view });
    },
    goTo,
    resize: () => {
      if (shown !== undefined && position.view === "month") show(shown);
    },
    refresh,
  };
};
