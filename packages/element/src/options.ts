import { type Day, isDay } from "./dates/day.ts";
import { firstDayOf, toWeekday } from "./dates/week.ts";
import { isZone } from "./dates/zone.ts";

export type View = "month" | "list";

export interface Filters {
  readonly search: string;
  readonly category: string;
  readonly tag: string;
}

/** Options of the element, parsed from its attributes. */
export interface ElementOptions {
  readonly src: string;
  readonly view: View;
  /** Day that is selected at the start, and first day of the list; `undefined` means today. */
  readonly start: Day | undefined;
  /** Language tag that `Intl` accepts. */
  readonly language: string;
  readonly timezone: string | undefined;
  readonly perPage: number;
  /** First day of the week; 0 is Sunday. */
  readonly firstDay: number;
  readonly filters: Filters;
  readonly hidden: readonly string[];
  /** Action when the visitor selects an event: open a dialog, or the web page of the event. */
  readonly details: "dialog" | "page";
}

export const ATTRIBUTES: readonly string[] = [
  "src",
  "view",
  "start",
  "lang",
  "timezone",
  "per-page",
  "first-day",
  "category",
  "tag",
  "search",
  "hide",
  "details",
];

const toLanguage = (languages: readonly (string | null | undefined)[]): string => {
  for (const language of languages) {
    try {
      const [known] = Intl.getCanonicalLocales(language || []);
      if (known !== undefined) return known;
    } catch {
      // Try the next language.
    }
  }
  return "en";
};

/**
 * Parses the attributes of the element. Ignores invalid values. `languages`: languages of the web page and
 * the browser, in order of priority.
 */
export const readOptions = (
  attribute: (name: string) => string | null,
  languages: readonly (string | null | undefined)[],
): ElementOptions => {
  const text = (name: string): string => attribute(name)?.trim() ?? "";
  const language = toLanguage([text("lang"), ...languages]);
  const perPage = Number(text("per-page"));
  return {
    src: text("src"),
    view: text("view") === "list" ? "list" : "month",
    start: isDay(text("start")) ? text("start") : undefined,
    language,
    timezone: text("timezone") !== "" && isZone(text("timezone")) ? text("timezone") : undefined,
    perPage: Number.isInteger(perPage) && perPage >= 1 && perPage <= 50 ? perPage : 10,
    firstDay: toWeekday(text("first-day")) ?? firstDayOf(language),
    filters: { search: text("search"), category: text("category"), tag: text("tag") },
    hidden: text("hide")
      .split(/[\s,]+/)
      .filter((name) => name !== ""),
    details: text("details") === "page" ? "page" : "dialog",
  };
};
