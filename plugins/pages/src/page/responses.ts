import {
  isCalendarError,
  type WebsiteHandler,
  type WebsiteRequest,
  type WebsiteResponse,
} from "@kalends/core/plugin";
import type { Frame, PageContext } from "./context.ts";
import { type PageContent, writePage } from "./layout.ts";
import { problemPageFor } from "./problem-page.ts";

/** Returns the response that contains the page. */
export const pageResponse = (context: PageContext, content: PageContent): WebsiteResponse => {
  const { frame, request } = context;
  return {
    status: content.status ?? 200,
    type: "text/html",
    text: writePage(context, content),
    headers: {
      "Content-Security-Policy": frame.policy(request.present.site),
      "Cross-Origin-Opener-Policy": "same-origin",
      ...content.headers,
    },
  };
};

/** Returns a redirect to another page. `path` is the path below the site, without the language prefix. */
export const redirectTo = (
  { request }: PageContext,
  status: 301 | 302 | 303,
  path: string,
): WebsiteResponse => ({
  status,
  type: "text/plain",
  text: `${request.home}${path}\n`,
  headers: { Location: request.home + path },
});

/** Function that returns the response to a request, or `undefined` if another handler should respond. */
export type RespondWithPage = (
  context: PageContext,
) => WebsiteResponse | undefined | Promise<WebsiteResponse | undefined>;

/**
 * Creates a website handler for the requests that `isForPage` accepts. If the API refuses a query, the
 * handler responds with an error page. Requests for feeds at page addresses (`?ical=1`) are left to other
 * handlers.
 */
export const pageHandler = (
  frame: Frame,
  isForPage: (request: WebsiteRequest) => boolean,
  respond: RespondWithPage,
  pure: boolean = true,
): WebsiteHandler => {
  const isFor = (request: WebsiteRequest): boolean =>
    !request.query.has("ical") && !request.query.has("outlook-ical") && isForPage(request);
  const handle: WebsiteHandler["handle"] = async (request) => {
    if (!isFor(request)) return undefined;
    const context = await frame.context(request);
    try {
      return await respond(context);
    } catch (error) {
      const page = isCalendarError(error) ? problemPageFor(context, error) : undefined;
      if (page === undefined) throw error;
      return pageResponse(context, page);
    }
  };
  return { pure, isFor, handle };
};
