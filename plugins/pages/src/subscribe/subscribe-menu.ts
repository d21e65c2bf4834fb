import type { PageContext } from "../page/context.ts";
import { type Html, html, NOTHING } from "../page/html.ts";
import { detailTextsOf } from "../texts.ts";
import { toSubscribeAddresses } from "./subscribe-addresses.ts";

interface Choice {
  readonly name: string;
  readonly url: string;
}

const menu = (label: string, choices: readonly Choice[]): Html =>
  html`<details class="subscribe"><summary class="button">${label}</summary>
<ul class="plain">${choices.map(({ name, url }) => html`<li><a href="${url}" rel="nofollow">${name}</a></li>`)}</ul>
</details>`;

/**
 * Returns a menu of ways to subscribe to a feed. Returns empty HTML if the calendar has no iCalendar feeds.
 * `file` is the absolute URL of the feed, from `listFeed` or `recordFeed`. `name` is the name of the calendar
 * in the subscriber's app.
 */
export const subscribeMenu = async (context: PageContext, file: string, name: string): Promise<Html> => {
  if (!(await context.frame.feeds.has("ics"))) return NOTHING;
  const texts = detailTextsOf(context.request.present.language);
  const addresses = toSubscribeAddresses(file, name);
  return menu(texts.subscribe, [
    { name: texts.app, url: addresses.webcal },
    { name: "Google Calendar", url: addresses.google },
    { name: "Outlook", url: addresses.outlook },
    { name: texts.file, url: addresses.file },
  ]);
};

/**
 * Returns a menu of ways to add one event to a calendar. `google` is the URL from `googleTemplate`. `file` is
 * the URL of an iCalendar file, or absent if the calendar has no such feeds.
 */
export const addMenu = (context: PageContext, google: string, file: string | undefined): Html => {
  const texts = detailTextsOf(context.request.present.language);
  return menu(texts.addEvent, [
    { name: "Google Calendar", url: google },
    ...(file === undefined ? [] : [{ name: texts.file, url: file }]),
  ]);
};

const TYPES: readonly (readonly [extension: string, type: string])[] = [
  ["atom", "application/atom+xml"],
  ["rss", "application/rss+xml"],
  ["feed.json", "application/feed+json"],
  ["ics", "text/calendar"],
];

/**
 * Returns `<link>` elements with which programs find the feeds of the page. `toFile` returns the URL of the
 * feed with the given extension.
 */
export const feedLinks = async (
  { frame, title }: PageContext,
  toFile: (extension: string) => string,
  extensions: readonly string[] = TYPES.map(([extension]) => extension),
): Promise<Html> => {
  const links: Html[] = [];
  for (const [extension, type] of TYPES) {
    if (!extensions.includes(extension) || !(await frame.feeds.has(extension))) continue;
    links.push(html`<link rel="alternate" type="${type}" title="${title}" href="${toFile(extension)}">
`);
  }
  return html`${links}`;
};
