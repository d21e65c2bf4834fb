import type { CalendarApi, Clock, PluginDeps, SiteOfPlugins, WebsiteRequest } from "@kalends/core/plugin";
import type { PagesOptions } from "../options.ts";
import type { Feeds } from "../subscribe/feeds.ts";
import type { Templates } from "../templates/templates.ts";
import type { Texts } from "../texts/catalogue.ts";
import type { Day } from "../time/days.ts";
import type { Formats } from "../time/formats.ts";
import type { FindChoices } from "../views/parts/choices.ts";

/** What all pages are written with. */
export interface Frame {
  readonly options: PagesOptions;
  readonly site: SiteOfPlugins;
  readonly clock: Clock;
  /** As a visitor. */
  readonly api: CalendarApi;
  readonly shownFields: PluginDeps["shownFields"];
  readonly feeds: Feeds;
  readonly findChoices: FindChoices;
  /** The path is below the site. */
  readonly style: { readonly text: string; readonly path: string };
  /** Names of the languages of the site, in these languages. */
  readonly languageNames: ReadonlyMap<string, string>;
  /** Plain text of HTML that was cleaned. */
  readonly toText: (html: string) => string;
  readonly policy: (site: string) => string;
  readonly templates: () => Promise<Templates>;
  readonly context: (request: WebsiteRequest, templates: Templates) => PageContext;
}

/** What one page is written with. */
export interface PageContext {
  readonly frame: Frame;
  readonly request: WebsiteRequest;
  readonly texts: Texts;
  readonly formats: Formats;
  readonly templates: Templates;
  /** The first day of weeks; 0: Sunday. */
  readonly weekStart: number;
  /** What the calendar is called. */
  readonly title: string;
  /** What paths of links to pages in this language begin with, such as `/fr`; often empty. */
  readonly base: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** On the clock of the site. */
  readonly today: Day;
}

/** The path of an absolute address, without a slash at its end. */
export const pathOf = (url: string): string => new URL(url).pathname.replace(/(?<!\/)\/+$/, "");

/** What was sent in the query, as an address has it: `?search=music`; empty without any. */
export const queryOf = ({ query }: WebsiteRequest): string => {
  const entries = [...query].flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
};
