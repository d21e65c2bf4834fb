import {
  isCalendarError,
  isStorageFailure,
  type PluginDeps,
  type WebsiteHandler,
  type WebsiteRequest,
  type WebsiteResponse,
} from "@kalends/core/plugin";
import { type LegacyPlace, legacyPlaceOf } from "./legacy-place.ts";
import { subjectOf } from "./legacy-subject.ts";

const ENDING = /^(\/.+)\/(ical|feed)\/?$/;

/** Returns the redirect to an address with the query of the request. */
export const redirectTo = (address: string, { query }: WebsiteRequest): WebsiteResponse => {
  const sent = new URLSearchParams(
    [...query].flatMap(([name, values]) => values.map((value): [string, string] => [name, value])),
  ).toString();
  const location = sent === "" ? address : `${address}${address.includes("?") ? "&" : "?"}${sent}`;
  return { status: 301, type: "text/plain", text: `${location}\n`, headers: { Location: location } };
};

interface OldFeed extends Pick<LegacyPlace, "target"> {
  /** Path of the page before the ending of the feed URL, without a trailing slash. */
  readonly before: string;
  readonly ending: string;
}

const NO_QUERY: WebsiteRequest["query"] = new Map();

const placeOf = ({ method, path }: WebsiteRequest): OldFeed | undefined => {
  const [, before, ending] = method === "GET" ? (ENDING.exec(path) ?? []) : [];
  if (before === undefined || ending === undefined) return undefined;
  const place = legacyPlaceOf({ path: `${before}/`, query: NO_QUERY, page: undefined });
  return place && { before, ending, target: place.target };
};

const FEEDS = { category: "categories", tag: "tags" } as const;

/**
 * Creates the handler that redirects URLs of calendar files and news feeds of the previous software, such as
 * `/event/x/ical/` and `/events/feed/`.
 * Source: rules/choices.md#old-views.
 */
export const createLegacyRedirects = (deps: PluginDeps): WebsiteHandler => {
  const exists = async (target: NonNullable<WebsiteRequest["page"]>): Promise<boolean> => {
    try {
      await subjectOf(target, deps);
      return true;
    } catch (error) {
      if (isCalendarError(error) && !isStorageFailure(error)) return false;
      throw error;
    }
  };
  const isFor = (request: WebsiteRequest): boolean => placeOf(request) !== undefined;
  return {
    pure: true,
    isFor,
    async handle(request) {
      const { page, home, present } = request;
      const place = placeOf(request);
      // A record can have a URL that looks like an old feed URL. The record has priority.
      if (place === undefined || (page !== undefined && (await exists(page)))) return undefined;
      const { before, ending, target } = place;
      if (target !== undefined && !(await exists(target))) return undefined;
      if (ending === "ical") return redirectTo(`${home}${before}/?ical=1`, request);
      if (target === undefined) return redirectTo(`${present.namespace}/events.rss`, request);
      if (target.kind !== "category" && target.kind !== "tag") return undefined;
      const subject = await subjectOf(target, deps);
      if (subject.kind !== "category" && subject.kind !== "tag") return undefined;
      return redirectTo(`${present.namespace}/${FEEDS[target.kind]}/${subject.view.term.id}.rss`, request);
    },
  };
};
