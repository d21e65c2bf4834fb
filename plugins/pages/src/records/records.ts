import type { PageTarget, PluginDeps, WebsiteAnswer, WebsiteHandler } from "@kalends/core/plugin";
import { answerPage, pageHandler, redirectTo } from "../page/answers.ts";
import { type Frame, type PageContext, queryOf } from "../page/context.ts";
import { notFoundPage } from "../page/problem-page.ts";
import { answerOldView } from "../views/old-views.ts";
import { eventPage } from "./event-page.ts";
import { found } from "./found.ts";
import { organizerPage, venuePage } from "./linked-page.ts";
import { findTerm, termPage } from "./term-page.ts";

/** Programs and proxies write one path in several ways. */
const normalPath = (path: string): string => {
  try {
    return decodeURIComponent(path).replace(/(?<!\/)\/+$/, "");
  } catch {
    return path;
  }
};

/**
 * To a record's own address from any other one that names it: from `?post_type=...&p=7`, which is for what has no public address yet, and
 * from what the address was under other templates. `undefined`: it is asked for where it is.
 */
const toPublicAddress = (context: PageContext, url: string): WebsiteAnswer | undefined => {
  const { home, path, query, present } = context.request;
  if (new URL(url).searchParams.has("post_type")) return undefined;
  if (query.has("post_type"))
    return { status: 301, type: "text/plain", text: `${url}\n`, headers: { Location: url } };
  const base = url.startsWith(`${home}/`) ? home : present.site;
  // Pages at a site of their own are not here.
  if (!url.startsWith(`${base}/`)) return undefined;
  const own = url.slice(base.length);
  return normalPath(own) === normalPath(path)
    ? undefined
    : redirectTo(context, 301, own + queryOf(context.request));
};

const answerRecord = async (
  target: PageTarget,
  context: PageContext,
  deps: PluginDeps,
): Promise<WebsiteAnswer | undefined> => {
  const { api } = context.frame;
  const { present } = context.request;
  const { kind } = target;
  const key = target.id ?? target.slug ?? 0;
  if (kind === "event") {
    const view = await found(api.events.get(key));
    return view && (toPublicAddress(context, present.eventUrl(view.event)) ?? eventPage(view, context));
  }
  if (kind === "venue") {
    const view = await found(api.venues.get(key));
    return view && (toPublicAddress(context, present.venueUrl(view.venue)) ?? venuePage(view, context));
  }
  if (kind === "organizer") {
    const view = await found(api.organizers.get(key));
    return (
      view && (toPublicAddress(context, present.organizerUrl(view.organizer)) ?? organizerPage(view, context))
    );
  }
  const view = await findTerm(kind, target, deps, context.frame);
  return view && (toPublicAddress(context, present.termUrl(view)) ?? termPage(view, context));
};

const OLD_FEED = /^\/[^/]+\/.+\/(?:ical|feed)\/?$/;

/** Pages of records, at their addresses: what is in the trash or not public is not found there. */
export const createRecords = (frame: Frame, deps: PluginDeps): WebsiteHandler =>
  pageHandler(
    frame,
    ({ page, method }) => page !== undefined && method === "GET",
    async (context) => {
      const { page, path } = context.request;
      const answer =
        (page && (await answerRecord(page, context, deps))) ?? (await answerOldView(context, deps));
      // Calendar files and feeds at old addresses belong to another plugin.
      return answer ?? (OLD_FEED.test(path) ? undefined : answerPage(context, notFoundPage(context)));
    },
  );
