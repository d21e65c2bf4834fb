import { invalidParameter, type WebsiteRequest } from "@kalends/core/plugin";
import { isOfCalendar } from "./legacy-query.ts";

/** Parts of a page URL of the previous calendar software. */
export interface LegacyPlace {
  /** Record whose events are requested. Absent for all events. */
  readonly target: NonNullable<WebsiteRequest["page"]> | undefined;
  readonly display: string;
  /** Day or month in the URL, such as `2031-05-06` or `2031-05`. */
  readonly date: string | undefined;
}

const DISPLAYS: ReadonlySet<string> = new Set(
  "list month week day today past photo map summary upcoming".split(" "),
);
const DATE = /^\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?$/;

const firstOf = (query: WebsiteRequest["query"], name: string): string | undefined => {
  const [value = ""] = query.get(name) ?? [];
  return value === "" ? undefined : value;
};

export const isCalendarRequest = ({ method, query }: WebsiteRequest): boolean =>
  method === "GET" &&
  ["ical", "outlook-ical"].some((name) => {
    const value = query.get(name)?.[0];
    return value !== undefined && value !== "0";
  });

/**
 * Returns the parts of a calendar page URL, such as the page of a category or an event. Returns `undefined`
 * for other URLs. It accepts the URLs of the configured URL templates, and also the default URLs of the
 * previous software. Throws `rest_invalid_param` if `tribe-bar-date` is not a date.
 */
export const legacyPlaceOf = ({
  path,
  query,
  page,
}: Pick<WebsiteRequest, "path" | "query" | "page">): LegacyPlace | undefined => {
  const sent = firstOf(query, "tribe-bar-date");
  if (sent !== undefined && !isDay(sent)) throw invalidParameter("tribe-bar-date", { reason: "not-a-date" });
  const requested = { display: firstOf(query, "eventDisplay"), date: sent };
  const ofPage = { target: page, display: requested.display ?? "list", date: sent };
  if (path === "/") {
    const isCalendarPage = query.get("post_type")?.includes("tribe_events") === true || isOfCalendar(query);
    return isCalendarPage || page !== undefined ? ofPage : undefined;
  }
  const segments = path.split("/").filter((segment) => segment !== "");
  const date = isDay(segments.at(-1) ?? "") ? segments.pop() : undefined;
  const display = DISPLAYS.has(segments.at(-1) ?? "") && segments.length > 1 ? segments.pop() : undefined;
  // A URL that ends in a view name or a date is read as a view of the category or tag. A category with such a
  // slug is not found this way.
  const isView = (date ?? display) !== undefined && (page?.kind === "category" || page?.kind === "tag");
  if (page !== undefined && !isView) return ofPage;
  const target = targetOf(segments);
  if (target === undefined) return undefined;
  return {
    target: target === "all" ? undefined : target,
    display:
      requested.display ?? display ?? (date === undefined ? "list" : date.length > 7 ? "day" : "month"),
    date: sent ?? date,
  };
};

/** True if the text is a day or month that exists in the calendar. */
const isDay = (text: string): boolean => {
  if (!DATE.test(text)) return false;
  const day = text.length === 7 ? `${text}-01` : text;
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
};

const targetOf = (segments: readonly string[]): NonNullable<WebsiteRequest["page"]> | "all" | undefined => {
  const [first, second] = segments;
  const slug = slugOf(segments.at(-1) ?? "");
  if (segments.length === 1) return first === "events" ? "all" : undefined;
  if (first === "event") return { kind: "event", slug: slugOf(second ?? "") };
  if (first === "venue" || first === "organizer" || first === "tag") return { kind: first, slug };
  const isTerm = first === "events" && segments.length > 2 && (second === "category" || second === "tag");
  return isTerm ? { kind: second, slug } : undefined;
};

/** Returns the slug in the form in which records store it: percent-encoded and in lower case. */
const slugOf = (segment: string): string => {
  try {
    return encodeURIComponent(decodeURIComponent(segment)).toLowerCase();
  } catch {
    return segment;
  }
};
