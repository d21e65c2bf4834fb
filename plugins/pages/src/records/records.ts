import type { PluginDeps, WebsiteHandler, WebsiteRequest, WebsiteResponse } from "@kalends/core/plugin";
import { type Frame, type PageContext, queryOf } from "../page/context.ts";
import { notFoundPage } from "../page/problem-page.ts";
import { pageHandler, pageResponse, redirectTo } from "../page/responses.ts";
import { redirectOldView } from "../views/old-views.ts";
import { eventPage } from "./event-page.ts";
import { organizerPage, venuePage } from "./linked-page.ts";
import { orUndefined } from "./or-undefined.ts";
import { findTerm, termPage } from "./term-page.ts";

/**
 * Returns a path in a normalized form for comparison. The same path can be percent-encoded in different ways.
 */
const normalPath = (path: string): string => {
  try {
    return decodeURIComponent(path).replace(/(?<!\/)\/+$/, "");
  } catch {
    return path;
  }
};

/**
 * Redirects to the public URL of a record if the request used another URL for it. Examples are
 * `?post_type=...&p=7` and URLs of earlier URL templates. Returns `undefined` if the request already used the
 * public URL, or if the record does not have one yet. Also returns `undefined` if the public URL belongs to
 * another web site, unless the request has `post_type`.
 */
const toPublicAddress = (context: PageContext, url: string): WebsiteResponse | undefined => {
  const { home, path, query, present } = context.request;
  if (new URL(url).searchParams.has("post_type")) return undefined;
  if (query.has("post_type"))
    return { status: 301, type: "text/plain", text: `${url}\n`, headers: { Location: url } };
  const base = url.startsWith(`${home}/`) ? home : present.site;
  // The public URL belongs to another web site, which serves the page.
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
 * Creates the handler for the pages of single records. Records that are in the trash or not public return
 * 404.
 */
export const createRecords = (frame: Frame, deps: PluginDeps): WebsiteHandler =>
  pageHandler(
    frame,
    ({ page, method }) => page !== undefined && method === "GET",
    async (context) => {
      const { page, path } = context.request;
      const response =
        (page && (await respondWithRecord(page, context, deps))) ?? (await redirectOldView(context, deps));
      // The plugin @kalends/icalendar handles old addresses of calendar files and feeds.
      return response ?? (OLD_FEED.test(path) ? undefined : pageResponse(context, notFoundPage(context)));
    },
  );
