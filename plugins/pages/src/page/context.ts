import type { CalendarApi, PluginDeps, WebsiteRequest } from "@kalends/core/plugin";
import type { PagesOptions } from "../options.ts";
import type { Feeds } from "../subscribe/feeds.ts";
import type { Templates } from "../templates/templates.ts";
import type { Texts } from "../texts/catalogue.ts";
import type { Day } from "../time/days.ts";
import type { Formats } from "../time/formats.ts";
import type { FindChoices } from "../views/parts/choices.ts";

/** Services and settings that all pages share. */
export interface Frame {
  readonly options: PagesOptions;
  readonly site: PluginDeps["site"];
  readonly clock: PluginDeps["clock"];
  /** API with the rights of a visitor. */
  readonly api: CalendarApi;
  readonly shownFields: PluginDeps["shownFields"];
  readonly feeds: Feeds;
  readonly findChoices: FindChoices;
  /** Style sheet and its path below the site. */
  readonly style: { readonly text: string; readonly path: string };
  /** Names of the site's languages, each in its own language. */
  readonly languageNames: ReadonlyMap<string, string>;
  /** Converts sanitized HTML to plain text. */
  readonly toText: (html: string) => string;
  readonly policy: (site: string) => string;
  readonly templates: () => Promise<Templates>;
  readonly context: (request: WebsiteRequest, templates: Templates) => PageContext;
}

/** Data and settings for one page. */
export interface PageContext {
  readonly frame: Frame;
  readonly request: WebsiteRequest;
  readonly texts: Texts;
  readonly formats: Formats;
  readonly templates: Templates;
  /** First day of the week; 0 for Sunday. */
  readonly weekStart: number;
  /** Name of the calendar. */
  readonly title: string;
  /** Prefix of page paths in this language, such as `/fr`; often empty. */
  readonly base: string;
  /** Current time in milliseconds since 1970. */
  readonly now: number;
  /** Current day on the clock of the site. */
  readonly today: Day;
}

/** Returns the path of an absolute address, without a trailing slash. */
export const pathOf = (url: string): string => new URL(url).pathname.replace(/(?<!\/)\/+$/, "");

/** Returns the query of the request, such as `?search=music`; empty if there is none. */
export const queryOf = ({ query }: WebsiteRequest): string => {
  const entries = [...query].flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
};
