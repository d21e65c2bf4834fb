import type { WebsiteHandler, WebsiteResponse } from "@kalends/core/plugin";
import type { ViewName } from "../options.ts";
import { type Frame, type PageContext, queryOf } from "../page/context.ts";
import type { PageContent } from "../page/layout.ts";
import { badValuePage, methodNotAllowedPage, notFoundPage } from "../page/problem-page.ts";
import { pageHandler, pageResponse, redirectTo } from "../page/responses.ts";
import { isDay, isMonth } from "../time/days.ts";
import { dayView, weekView } from "./day-views.ts";
import { listView } from "./list-view.ts";
import { monthView } from "./month-view.ts";

const VIEW_PATH = /^\/events(?:\/(month|week|day)(?:\/([^/]+))?|\/(list))?(\/?)$/;

/** Returns the content of a view for the date in the path. Without a date, the view shows today. */
const show = async (
  context: PageContext,
  view: ViewName,
  date: string | undefined,
  isStart: boolean,
): Promise<PageContent> => {
  const { today } = context;
  if (view === "list") return (await listView(context, isStart)) ?? notFoundPage(context);
  if (date !== undefined && !(view === "month" ? isMonth(date) : isDay(date)))
    return badValuePage(context, view, date);
  if (view === "month") return monthView(context, date ?? today.slice(0, 7), isStart);
  return (view === "week" ? weekView : dayView)(context, date ?? today, isStart);
};

const respondWithView = async (context: PageContext): Promise<WebsiteResponse | undefined> => {
  const { request, frame } = context;
  if (request.method !== "GET") return pageResponse(context, methodNotAllowedPage(context));
  if (request.path === "/") {
    const redirect = redirectTo(context, 303, "/events/");
    // The redirect must not be cached: as long as no event is published, the server shows another page at
    // this address.
    return { ...redirect, headers: { ...redirect.headers, "Cache-Control": "no-store" } };
  }
  const [, dated, date, list, slash] = VIEW_PATH.exec(request.path) ?? [];
  if (slash === "") return redirectTo(context, 301, `${request.path}/${queryOf(request)}`);
  const named = (dated ?? list) as ViewName | undefined;
  const view = named ?? frame.options.view ?? "month";
  return pageResponse(context, await show(context, view, date, named === undefined));
};

/** Creates the handler for `/` and for the calendar views below `/events/`. */
export const createViews = (frame: Frame): WebsiteHandler =>
  pageHandler(frame, ({ path }) => path === "/" || VIEW_PATH.test(path), respondWithView);
