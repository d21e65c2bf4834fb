import type { Filters } from "../options.ts";
import type { Term } from "../source/calendar-source.ts";
import { h } from "./dom.ts";
import { isShown, type ViewContext } from "./view-context.ts";

/** Milliseconds between the last key press and the start of a search. */
const PAUSE = 400;

export interface FilterForm {
  readonly element: HTMLElement;
  setTerms(kind: "category" | "tag", terms: readonly Term[]): void;
  /** Cancels a search that is scheduled but has not started. */
  stop(): void;
}

/** Creates the form with search field and filters. `values`: initial values. */
export const createFilterForm = (
  context: ViewContext,
  values: Filters,
  change: (filters: Filters) => void,
): FilterForm => {
  const { texts } = context;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current = values;
  const read = (): void => {
    clearTimeout(timer);
    const changed = {
      search: search.value.trim(),
      category: selects.category.hidden ? current.category : selects.category.value,
      tag: selects.tag.hidden ? current.tag : selects.tag.value,
    };
    if (JSON.stringify(changed) === JSON.stringify(current)) return;
    current = changed;
    change(changed);
  };
  const search = h("input", {
    type: "search",
    part: "search",
    "aria-label": texts.search,
    placeholder: texts.search,
    value: values.search,
    maxlength: 200,
    input() {
      clearTimeout(timer);
      timer = setTimeout(read, PAUSE);
    },
    change: read,
  });
  const selectOf = (label: string): HTMLSelectElement =>
    h("select", { part: "select", "aria-label": label, hidden: true, change: read });
  const selects = { category: selectOf(texts.category), tag: selectOf(texts.tag) };
  const submit = (event: Event): void => {
    event.preventDefault();
    read();
  };
  const shown = [
    isShown(context, "search") ? search : undefined,
    isShown(context, "category") ? selects.category : undefined,
    isShown(context, "tag") ? selects.tag : undefined,
  ].filter((control) => control !== undefined);
  return {
    element: h(
      "form",
      {
        role: "search",
        part: "filters",
        hidden: shown.length === 0 || !isShown(context, "filters"),
        "aria-label": texts.search,
        submit,
      },
      ...shown,
    ),
    setTerms(kind, terms) {
      const select = selects[kind];
      const preset = current[kind];
      const chosen = terms.find(({ id, slug }) => preset === id || preset === slug);
      const options = terms.map(({ id, name }) =>
        h("option", { value: id, selected: id === chosen?.id }, name),
      );
      const other =
        preset === "" || chosen !== undefined ? [] : [h("option", { value: preset, selected: true }, preset)];
      const all = h("option", { value: "" }, kind === "category" ? texts.anyCategory : texts.anyTag);
      select.replaceChildren(all, ...other, ...options);
      select.hidden = terms.length === 0;
      // The preset may be a slug, but the options use ids. With the id stored, selecting the same term is not
      // a change.
      if (chosen !== undefined) current = { ...current, [kind]: chosen.id };
    },
    stop: () => clearTimeout(timer),
  };
};
