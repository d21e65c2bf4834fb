import { invalidParameter, type PageTarget, type WebsiteRequest } from "@kalends/core/plugin";
import { isOfCalendar } from "./legacy-query.ts";

/** What an address of the calendar that was here before asks for. */
export interface LegacyPlace {
  /** Whose events; absent: all. */
  readonly target: PageTarget | undefined;
  readonly display: string;
  /** `2031-05` or `2031-05-06`. */
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

export const isAskedForCalendar = ({ method, query }: WebsiteRequest): boolean =>
  method === "GET" &&
  ["ical", "outlook-ical"].some((name) => {
    const value = query.get(name)?.[0];
    return value !== undefined && value !== "0";
  });

/** `undefined`: it is no address of events. Pages that the templates name are known; the usual ones hold whatever the templates say. */
export const legacyPlaceOf = ({
  path,
  query,
  page,
}: Pick<WebsiteRequest, "path" | "query" | "page">): LegacyPlace | undefined => {
  const sent = firstOf(query, "tribe-bar-date");
  if (sent !== undefined && !isDay(sent)) throw invalidParameter("tribe-bar-date", { reason: "not-a-date" });
  const asked = { display: firstOf(query, "eventDisplay"), date: sent };
  const ofPage = { target: page, display: asked.display ?? "list", date: sent };
  if (path === "/") {
    const isOurs = query.get("post_type")?.includes("tribe_events") === true || isOfCalendar(query);
    return isOurs || page !== undefined ? ofPage : undefined;
  }
  const segments = path.split("/").filter((segment) => segment !== "");
  const date = isDay(segments.at(-1) ?? "") ? segments.pop() : undefined;
  const display = DISPLAYS.has(segments.at(-1) ?? "") && segments.length > 1 ? segments.pop() : undefined;
  // The names of categories may be any words: the last ones are those of a view.
  const isView = (date ?? display) !== undefined && (page?.kind === "category" || page?.kind === "tag");
  if (page !== undefined && !isView) return ofPage;
  const target = targetOf(segments);
  if (target === undefined) return undefined;
  return {
    target: target === "all" ? undefined : target,
    display: asked.display ?? display ?? (date === undefined ? "list" : date.length > 7 ? "day" : "month"),
    date: sent ?? date,
  };
};

/** Whether it is a day or a month that there is. */
const isDay = (text: string): boolean => {
  if (!DATE.test(text)) return false;
  const day = text.length === 7 ? `${text}-01` : text;
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
};

const targetOf = (segments: readonly string[]): PageTarget | "all" | undefined => {
  const [first, second] = segments;
  const slug = slugOf(segments.at(-1) ?? "");
  if (segments.length === 1) return first === "events" ? "all" : undefined;
  if (first === "event") return { kind: "event", slug: slugOf(second ?? "") };
  if (first === "venue" || first === "organizer" || first === "tag") return { kind: first, slug };
  const isTerm = first === "events" && segments.length > 2 && (second === "category" || second === "tag");
  return isTerm ? { kind: second, slug } : undefined;
};

/** As records have it. */
const slugOf = (segment: string): string => {
  try {
    return encodeURIComponent(decodeURIComponent(segment)).toLowerCase();
  } catch {
    return segment;
  }
};
