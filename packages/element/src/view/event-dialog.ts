import type { CalendarEvent } from "../source/calendar-event.ts";
import { type Child, h, hiddenFromScreenReaders } from "./dom.ts";
import { titleOf } from "./event-link.ts";
import { badgesOf, imageOf, whenText } from "./event-list.ts";
import type { ViewContext } from "./view-context.ts";

const rowOf = (name: string, ...values: readonly Child[]): readonly HTMLElement[] =>
  values.every((value) => value === undefined || value === "")
    ? []
    : [h("dt", {}, name), h("dd", {}, ...values)];

const linkOf = (url: string | undefined, text: string, className?: string): HTMLElement | undefined =>
  url === undefined
    ? undefined
    : h("a", { href: url, rel: "noopener", part: "link", class: className }, text);

/**
 * Opens a dialog with all details of an event. The Escape key, the close button or a click outside closes and
 * removes the dialog.
 */
export const openEventDialog = (event: CalendarEvent, context: ViewContext, parent: ParentNode): void => {
  const { texts } = context;
  const close = (): void => dialog.close();
  const dialog = h(
    "dialog",
    {
      part: "dialog",
      "aria-labelledby": "event-title",
      close: () => dialog.remove(),
      click: ({ target }) => {
        if (target === dialog) close();
      },
    },
    h(
      "div",
      { class: "sheet" },
      h(
        "button",
        { type: "button", part: "close", class: "close", "aria-label": texts.close, click: close },
        hiddenFromScreenReaders("×"),
      ),
      h("h2", { id: "event-title", part: "dialog-title" }, titleOf(event)),
      badgesOf(event, context),
      event.statusReason === "" ? undefined : h("p", { class: "reason" }, event.statusReason),
      h(
        "dl",
        {},
        ...rowOf(texts.when, whenText(event, context)),
        ...rowOf(texts.where, [event.venue, event.address].filter((part) => part !== "").join(", ")),
        ...rowOf(texts.organizer, event.organizers.join(", ")),
        ...rowOf(texts.cost, event.cost),
        ...rowOf(texts.category, event.categories.join(", ")),
        ...rowOf(texts.website, linkOf(event.website, new URL(event.website ?? "http://none").host)),
      ),
      imageOf(event, context),
      event.description === ""
        ? undefined
        : h("div", { part: "description", class: "description" }, event.description),
      linkOf(event.url, texts.eventPage, "action"),
    ),
  );
  parent.append(dialog);
  dialog.showModal();
};
