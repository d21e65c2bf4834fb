import { createDateTexts } from "./dates/date-texts.ts";
import { addMonths, type Day, isSameMonth } from "./dates/day.ts";
import { openingDay } from "./dates/month-grid.ts";
import { todayIn } from "./dates/zone.ts";
import { type Loaded, load, type Position } from "./loading.ts";
import type { ElementOptions, View } from "./options.ts";
import { toNamespace } from "./source/addresses.ts";
import type { CalendarEvent, EventReader } from "./source/calendar-event.ts";
import { createCalendarSource } from "./source/calendar-source.ts";
import { SourceError } from "./source/source-error.ts";
import { textsOf } from "./texts/languages.ts";
import { createCalendarBody, foundText, titleOf } from "./view/calendar-body.ts";
import { h } from "./view/dom.ts";
import { openEventDialog } from "./view/event-dialog.ts";
import { createFilterForm } from "./view/filter-form.ts";
import { type Problem, problemText } from "./view/problem.ts";
import { createToolbar } from "./view/toolbar.ts";
import { isShown, type ViewContext } from "./view/view-context.ts";

/** Services that the custom element provides to its calendar. */
export interface Host {
  readonly root: ShadowRoot;
  /** Base for resolving relative URLs. */
  readonly base: string;
  readonly isNarrow: () => boolean;
  readonly toText: (html: string) => string;
  /**
   * Dispatches a DOM event on the custom element, such as `kalends-select` for `select`. Returns `false` if a
   * listener prevented the default action.
   */
  readonly dispatch: (event: "select" | "load" | "error", detail: object) => boolean;
  readonly onView: (view: View) => void;
}

/** Control of the calendar inside one custom element. */
export interface Controller {
  /** Loads the events of the current position. Also restarts the calendar after `stop`. */
  start(): void;
  /** Cancels pending requests and closes the dialog. */
  stop(): void;
  /** Returns the position that the visitor sees at the moment. */
  position(): Position;
  /** Switches to another view; does nothing if that view is already shown. */
  setView(view: View): void;
  /** Goes to a day; to today if `day` is undefined. */
  goTo(day: Day | undefined): void;
  /** Adapts the calendar after its width changed. */
  resize(): void;
  /** Clears cached responses and loads the events from the server again. */
  refresh(): void;
}

/**
 * Creates the calendar of an element. `resumed`: position of the visitor before the options changed. Without
 * it, the calendar starts at the position that the options define.
 */
export const createController = (
  host: Host,
  options: ElementOptions,
  resumed: Position | undefined,
): Controller => {
  const { language, timezone } = options;
  const today = todayIn(new Date(), timezone);
  const texts = textsOf(language);
  const dates = createDateTexts(language);
  const context: ViewContext = { options, texts, dates, today, select };
  const namespace = toNamespace(options.src, host.base);
  const source = namespace === undefined ? undefined : createCalendarSource(namespace);
  const reader: EventReader = { toText: host.toText, language, timezone, base: namespace?.href ?? host.base };

  const first = options.start ?? today;
  const beginning = { day: first, from: first, page: 1, filters: options.filters };
  let position: Position = { ...(resumed ?? beginning), view: options.view };
  let connection = new AbortController();
  let running = new AbortController();
  let shown: Loaded | undefined;

  const { root, isNarrow } = host;
  const body = createCalendarBody({ root, isNarrow, go: (day) => go(day, true), retry: refresh }, context);
  const status = h("p", { class: "spoken", role: "status" });
  const toolbar = createToolbar(context, {
    step(direction) {
      if (position.view === "list") move({ page: position.page + direction });
      else go(openingDay(addMonths(position.day, direction), today));
    },
    today: () => goTo(undefined),
    view: host.onView,
  });
  const filters = createFilterForm(context, position.filters, (changed) =>
    move({ filters: changed, page: 1 }),
  );
  const calendar = h(
    "div",
    { class: "calendar", part: "calendar", role: "region", "aria-label": texts.calendar, lang: language },
    toolbar.element,
    filters.element,
    status,
    body.element,
  );
  root.replaceChildren(calendar);

  function select(event: CalendarEvent, cause: MouseEvent): void {
    const isWanted = host.dispatch("select", { event: event.json, url: event.url });
    // With a modifier key, the browser opens the link in a new tab or window.
    const opensElsewhere = cause.ctrlKey || cause.metaKey || cause.shiftKey || cause.altKey;
    if (isWanted && event.url !== undefined && (opensElsewhere || options.details === "page")) return;
    cause.preventDefault();
    if (isWanted) openEventDialog(event, context, calendar);
  }

  function updateToolbar({ hasPrevious, hasNext }: Pick<Loaded, "hasPrevious" | "hasNext">): void {
    toolbar.update({ title: titleOf(position, context), view: position.view, hasPrevious, hasNext });
  }

  function showProblem(problem: Problem): void {
    shown = undefined;
    body.showProblem(problem);
    host.dispatch("error", { ...problem, text: problemText(problem, context) });
  }

  async function run(): Promise<void> {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    // In a list, the buttons for the previous and next page stay disabled until the response shows where the
    // list ends.
    const isMonth = position.view === "month";
    updateToolbar({ hasPrevious: isMonth, hasNext: isMonth });
    if (source === undefined) {
      return showProblem({
        kind: options.src === "" ? "noAddress" : "badAddress",
        status: undefined,
        message: "",
      });
    }
    body.element.setAttribute("aria-busy", "true");
    try {
      const loaded = await load(source, position, options, reader, signal);
      signal.throwIfAborted();
      shown = loaded;
      updateToolbar(loaded);
      body.show(loaded, position);
      status.textContent = `${titleOf(position, context)}: ${foundText(loaded, position, context)}`;
      const { from, to, total, events } = loaded;
      host.dispatch("load", { view: position.view, from, to, total, events: events.map(({ json }) => json) });
    } catch (error) {
      if (signal.aborted) return;
      const problem = error instanceof SourceError ? error : new SourceError("unreadable");
      if (problem !== error) reportError(error);
      status.textContent = "";
      showProblem({ kind: problem.kind, status: problem.status, message: host.toText(problem.message) });
    } finally {
      if (!signal.aborted) body.element.removeAttribute("aria-busy");
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

  /** Goes to a day. If the day is in the displayed month, the grid is not rebuilt. */
  function go(day: Day, focus = false): void {
    const isSame = isSameMonth(day, position.day);
    position = { ...position, day };
    const hasGrid = body.activate(day, focus);
    if (isSame && hasGrid) return;
    // Shows an empty grid first, so that keys work before the response arrives.
    if (hasGrid) body.show({ events: [], total: 0, from: day }, position);
    body.activate(day, focus);
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
      // Without terms, the filter stays hidden. An unreachable calendar is reported where its events would
      // be.
    }
  }

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
      // Moving the element in the web page would turn an open modal dialog into ordinary content.
      calendar.querySelector("dialog")?.remove();
    },
    setView: (view) => {
      if (view === position.view) return;
      // The list begins with the displayed month, or today if that is the current month.
      const from = isSameMonth(position.day, today) ? today : `${position.day.slice(0, 8)}01`;
      shown = undefined;
      move(view === "list" ? { view, from, page: 1 } : { view });
    },
    position: () => position,
    goTo,
    resize: () => {
      if (shown !== undefined && position.view === "month") body.show(shown, position);
    },
    refresh,
  };
};
