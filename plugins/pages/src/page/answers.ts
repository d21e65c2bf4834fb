import {
  isCalendarError,
  type WebsiteAnswer,
  type WebsiteHandler,
  type WebsiteRequest,
} from "@kalends/core/plugin";
import type { Frame, PageContext } from "./context.ts";
import { type PageContent, writePage } from "./layout.ts";
import { answerProblem } from "./problem-page.ts";

/** The answer that a page is. */
export const answerPage = (context: PageContext, content: PageContent): WebsiteAnswer => {
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

/** To another page, by its path below the site in this language. */
export const redirectTo = (
  { request }: PageContext,
  status: 301 | 302 | 303,
  path: string,
): WebsiteAnswer => ({
  status,
  type: "text/plain",
  text: `${request.home}${path}\n`,
  headers: { Location: request.home + path },
});

/** Answers a request, or leaves it to others (`undefined`). */
export type AnswerPage = (
  context: PageContext,
) => WebsiteAnswer | undefined | Promise<WebsiteAnswer | undefined>;

/**
 * A handler whose bad requests are answered with a page that says so. Feeds at the addresses of pages (`?ical=1`) are not for it.
 */
export const pageHandler = (
  frame: Frame,
  isForPage: (request: WebsiteRequest) => boolean,
  answer: AnswerPage,
  pure: boolean = true,
): WebsiteHandler => {
  const isFor = (request: WebsiteRequest): boolean =>
    !request.query.has("ical") && !request.query.has("outlook-ical") && isForPage(request);
  const handle: WebsiteHandler["handle"] = async (request) => {
    if (!isFor(request)) return undefined;
    const context = frame.context(request, await frame.templates());
    try {
      return await answer(context);
    } catch (error) {
      const page = isCalendarError(error) ? answerProblem(context, error) : undefined;
      if (page === undefined) throw error;
      return answerPage(context, page);
    }
  };
  return { pure, isFor, handle };
};
