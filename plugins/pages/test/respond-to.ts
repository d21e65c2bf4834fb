import type { EventView, PluginDeps, WebsiteRequest, WebsiteResponse } from "@kalends/core/plugin";
import { type PagesOptions, plugin } from "@kalends/pages";
import { aList } from "./event-fixtures.ts";
import { fakeDeps, fakeRequest } from "./fake-request.ts";

/** Calls the handlers in order and returns the first response. */
export const respondTo = async (
  request: WebsiteRequest,
  deps: PluginDeps = fakeDeps(),
  options: PagesOptions = {},
): Promise<WebsiteResponse | undefined> => {
  for (const handler of plugin(options).setup?.(deps).website ?? []) {
    const answer = await handler.handle(request);
    if (answer !== undefined) return answer;
  }
  return undefined;
};

/**
 * Returns plugin dependencies with a calendar that returns these events for every query. `asked` collects the
 * queries.
 */
export const calendarOf = (
  events: readonly EventView[],
  site: Partial<PluginDeps["site"]> = {},
  queries: object[] = [],
  total: number = events.length,
): PluginDeps => {
  const none = { list: async () => aList<never>([]) };
  const list = async (query: object = {}) => {
    queries.push(query);
    return aList(events, total);
  };
  const api = { events: { list }, categories: none, tags: none, venues: none, organizers: none };
  return fakeDeps(api, site);
};

/** Returns the page at a path. Throws if it does not exist. */
export const pageAt = async (
  address: string,
  deps: PluginDeps,
  options: PagesOptions = {},
  more: Partial<WebsiteRequest> = {},
): Promise<string> => {
  const answer = await respondTo(fakeRequest(address, more), deps, options);
  if (answer === undefined || !("text" in answer)) throw new Error(`no page at ${address}`);
  return answer.text;
};

/** Returns the visible text of HTML. */
export const textOf = (markup: string): string =>
  markup
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Returns the HTML of the table cell for a day in the month view. */
export const cellOf = (page: string, day: string): string =>
  page.match(new RegExp(`<td[^>]*>(?:(?!</td>).)*${day}(?:(?!</td>).)*</td>`, "s"))?.[0] ?? "";
