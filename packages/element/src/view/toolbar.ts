import type { View } from "../options.ts";
import { h, hiddenFromScreenReaders } from "./dom.ts";
import { isShown, type ViewContext } from "./view-context.ts";

export interface ToolbarActions {
  /** Moves by one month or, in a list, by one page. */
  step(direction: 1 | -1): void;
  today(): void;
  view(view: View): void;
}

export interface ToolbarState {
  readonly title: string;
  readonly view: View;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

export interface Toolbar {
  readonly element: HTMLElement;
  update(state: ToolbarState): void;
}

export const createToolbar = (context: ViewContext, actions: ToolbarActions): Toolbar => {
  const { texts } = context;
  const arrow = (direction: 1 | -1, sign: string): HTMLButtonElement => {
    const click = (): void => {
      if (button.getAttribute("aria-disabled") !== "true") actions.step(direction);
    };
    const button = h(
      "button",
      { type: "button", part: "button", class: "arrow", click },
      hiddenFromScreenReaders(sign),
    );
    return button;
  };
  const previous = arrow(-1, "‹");
  const next = arrow(1, "›");
  const title = h("h2", { part: "title" });
  const switches = (["month", "list"] as const).map(
    (view) =>
      [
        view,
        h("button", { type: "button", part: "button", click: () => actions.view(view) }, texts[view]),
      ] as const,
  );
  const today = h("button", { type: "button", part: "button", click: () => actions.today() }, texts.today);
  const element = h(
    "header",
    { part: "header" },
    isShown(context, "navigation")
      ? h("div", { part: "navigation", class: "buttons" }, previous, today, next)
      : undefined,
    isShown(context, "title") ? title : undefined,
    isShown(context, "views")
      ? h(
          "div",
          { part: "views", class: "buttons", role: "group", "aria-label": texts.view },
          ...switches.map(([, button]) => button),
        )
      : undefined,
  );
  return {
    element,
    update(state) {
      title.textContent = state.title;
      const isMonth = state.view === "month";
      previous.setAttribute("aria-label", isMonth ? texts.previousMonth : texts.earlier);
      next.setAttribute("aria-label", isMonth ? texts.nextMonth : texts.later);
      // With `disabled`, a button that has the focus would lose it.
      previous.setAttribute("aria-disabled", String(!state.hasPrevious));
      next.setAttribute("aria-disabled", String(!state.hasNext));
      for (const [view, button] of switches) button.setAttribute("aria-pressed", String(view === state.view));
    },
  };
};
