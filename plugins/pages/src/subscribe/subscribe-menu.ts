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
 * Returns a menu with ways to subscribe to a feed; nothing if the calendar has no iCalendar feeds. `file`:
 * absolute address of the feed (`listFeed`, `recordFeed`). `name`: name of the calendar for the subscriber.
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
 * Returns a menu with ways to add one event to a calendar. `file`: its iCalendar file; absent if there is
 * none.
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
 * Returns the head elements that announce feeds to programs. `toFile` returns the address of the feed with an
 * extension.
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
