import type { PluginDeps, WebsiteHandler, WebsiteRequest, WebsiteResponse } from "@kalends/core/plugin";
import { type Frame, type PageContext, queryOf } from "../page/context.ts";
import { notFoundPage } from "../page/problem-page.ts";
import { pageHandler, pageResponse, redirectTo } from "../page/responses.ts";
import { redirectOldView } from "../views/old-views.ts";
import { eventPage } from "./event-page.ts";
import { organizerPage, venuePage } from "./linked-page.ts";
import { orUndefined } from "./or-undefined.ts";
import { findTerm, termPage } from "./term-page.ts";

/** Returns the path in a normalized form. Programs and proxies encode the same path differently. */
const normalPath = (path: string): string => {
  try {
    return decodeURIComponent(path).replace(/(?<!\/)\/+$/, "");
  } catch {
    return path;
  }
};

/**
 * Redirects to the public address of a record if the request used another one: `?post_type=...&p=7`, or an
 * address of earlier templates. Returns `undefined` if the request used the public address, or if the record
 * has none yet.
 */
const toPublicAddress = (context: PageContext, url: string): WebsiteResponse | undefined => {
  const { home, path, query, present } = context.request;
  if (new URL(url).searchParams.has("post_type")) return undefined;
  if (query.has("post_type"))
    return { status: 301, type: "text/plain", text: `${url}\n`, headers: { Location: url } };
  const base = url.startsWith(`${home}/`) ? home : present.site;
  // The page is served by another site.
  if (!url.startsWith(`${base}/`)) return undefined;
  const own = url.slice(base.length);
  return normalPath(own) === normalPath(path)
    ? undefined
    : redirectTo(context, 301, own + queryOf(context.request));
};

const respondWithRecord = async (
  target: NonNullable<WebsiteRequest["page"]>,
  context: PageContext,
  deps: PluginDeps,
): Promise<WebsiteResponse | undefined> => {
  const { api } = context.frame;
  const { present } = context.request;
  const { kind } = target;
  const key = target.id ?? target.slug ?? 0;
  if (kind === "event") {
    const view = await orUndefined(api.events.get(key));
    return view && (toPublicAddress(context, present.eventUrl(view.event)) ?? eventPage(view, context));
  }
  if (kind === "venue") {
    const view = await orUndefined(api.venues.get(key));
    return view && (toPublicAddress(context, present.venueUrl(view.venue)) ?? venuePage(view, context));
  }
  if (kind === "organizer") {
    const view = await orUndefined(api.organizers.get(key));
    return (
      view && (toPublicAddress(context, present.organizerUrl(view.organizer)) ?? organizerPage(view, context))
    );
  }
  const view = await findTerm(kind, target, deps, context.frame);
  return view && (toPublicAddress(context, present.termUrl(view)) ?? termPage(view, context));
};

const OLD_FEED = /^\/[^/]+\/.+\/(?:ical|feed)\/?$/;

/**
 * Creates the handler for the pages of records at their addresses. Trashed and non-public records get a 404.
 */
export const createRecords = (frame: Frame, deps: PluginDeps): WebsiteHandler =>
  pageHandler(
    frame,
    ({ page, method }) => page !== undefined && method === "GET",
    async (context) => {
      const { page, path } = context.request;
      const response =
        (page && (await respondWithRecord(page, context, deps))) ?? (await redirectOldView(context, deps));
      // Another plugin handles calendar files and feeds at old addresses.
      return response ?? (OLD_FEED.test(path) ? undefined : pageResponse(context, notFoundPage(context)));
    },
  );
