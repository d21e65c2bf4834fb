import type { CalendarApi, PluginDeps, WebsiteRequest } from "@kalends/core/plugin";
import type { PagesOptions } from "../options.ts";
import type { Feeds } from "../subscribe/feeds.ts";
import type { Templates } from "../templates/templates.ts";
import type { Texts } from "../texts/catalogue.ts";
import type { Day } from "../time/days.ts";
import type { Formats } from "../time/formats.ts";
import type { FindChoices } from "../views/parts/choices.ts";

/** Services and settings that all pages share. One object exists per calendar. */
export interface Frame {
  readonly options: PagesOptions;
  readonly site: PluginDeps["site"];
  readonly clock: PluginDeps["clock"];
  /** Calendar API with the rights of an anonymous visitor. */
  readonly api: CalendarApi;
  readonly shownFields: PluginDeps["shownFields"];
  readonly feeds: Feeds;
  readonly findChoices: FindChoices;
  /** Returns the present style sheet of all pages, and its path below the root of the site. */
  readonly style: () => Promise<Style>;
  /** Name of each language of the site in that language itself, such as `Deutsch`. */
  readonly languageNames: ReadonlyMap<string, string>;
  /** Converts sanitized HTML to plain text. */
  readonly toText: (html: string) => string;
  readonly policy: (site: string) => string;
  /** Returns the context of a request, with the present templates and looks. */
  readonly context: (request: WebsiteRequest) => Promise<PageContext>;
}

export interface Style {
  readonly text: string;
  readonly path: string;
}

/** Data for rendering the page of one request. */
export interface PageContext {
  readonly frame: Frame;
  readonly request: WebsiteRequest;
  readonly texts: Texts;
  readonly formats: Formats;
  readonly templates: Templates;
  /** Path of the style sheet below the root of the site. */
  readonly stylePath: string;
  /** Additional links in the header, as name and address. */
  readonly links: readonly string[];
  /** First day of the week, from 0 (Sunday) to 6 (Saturday). */
  readonly weekStart: number;
  /** Name of the calendar in the language of the page. */
  readonly title: string;
  /**
   * Path before all page paths in the language of the request, such as `/fr`. Empty for the default language
   * at the root of the host.
   */
  readonly base: string;
  /** Time of the request in milliseconds since 1970. */
  readonly now: number;
  /** Current day in the time zone of the site. */
  readonly today: Day;
}

/** Returns the path of an absolute URL, without a trailing slash. */
export const pathOf = (url: string): string => new URL(url).pathname.replace(/(?<!\/)\/+$/, "");

/** Returns the query string of the request, such as `?search=music`, or `""` if the request has none. */
export const queryOf = ({ query }: WebsiteRequest): string => {
  const entries = [...query].flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
};
