import { EVENTS_PATH, findImportedViews, type ImportedRecords, OLD_VIEWS } from "@kalends/core";
import { toUsualView, type WebsiteAnswer, type WebsiteRequest } from "@kalends/core/interface";

/** The handlers of the website, for another request than the one that came. */
export interface AskedHandlers {
  /** True if one of them has said that it is for such requests; reads nothing. */
  areFor(request: WebsiteRequest): boolean;
  /** `undefined`: none has a response, or what they show is not there. */
  answer(request: WebsiteRequest): Promise<WebsiteAnswer | undefined>;
}

/** A request, its query as it came, and what answers others. */
export interface OldRequest {
  readonly request: WebsiteRequest;
  readonly query: string;
  readonly handlers: AskedHandlers;
}

/** Views that need no look at what they show. */
const SAME = new RegExp(`^${EVENTS_PATH}/(?:(?:${OLD_VIEWS.same.join("|")})/(?:[^/]+/)?)?$`);

const isRedirect = ({ status = 200 }: WebsiteAnswer): boolean => status > 300 && status < 400;

/** 301 to an address, with the query that was sent. */
export const redirectTo = (address: string, query = ""): WebsiteAnswer => {
  const location = address + (address.includes("?") ? query.replace("?", "&") : query);
  return { status: 301, type: "text/plain", text: `${location}\n`, headers: { Location: location } };
};

/**
 * Leads from the views of an imported site, which had them at another address than `/events`, to those here: as the handlers answer at the
 * usual address. Source: rules/choices.md#old-views.
 */
export const createImportedViewRedirects =
  (records: Pick<ImportedRecords, "readAfter">) =>
  async (
    paths: readonly string[],
    { request, query, handlers }: OldRequest,
  ): Promise<WebsiteAnswer | undefined> => {
    const views = request.path === "/" ? undefined : await findImportedViews(records);
    for (const sent of views === undefined ? [] : paths) {
      const path = views && toUsualView(sent, views);
      if (path === undefined || path === request.path) continue;
      const asked = { ...request, path, page: undefined };
      if (SAME.test(path) && handlers.areFor(asked)) return redirectTo(request.home + path, query);
      const answer = SAME.test(path) ? undefined : await handlers.answer(asked);
      if (answer !== undefined && isRedirect(answer)) return answer;
    }
    return undefined;
  };

/** The calendar file of a page, if a handler has such files. */
export const toCalendarOf = (
  page: string,
  { request, query, handlers }: OldRequest,
): WebsiteAnswer | undefined => {
  const { home } = request;
  if (!page.startsWith(`${home}/`) || page.includes("?")) return undefined;
  const asked = { ...request, path: page.slice(home.length), query: new Map([["ical", ["1"]]]) };
  return handlers.areFor(asked) ? redirectTo(`${page}?ical=1`, query) : undefined;
};
