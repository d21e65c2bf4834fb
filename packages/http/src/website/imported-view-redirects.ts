import { EVENTS_PATH, findImportedViews, type ImportedRecords, OLD_VIEWS } from "@kalends/core";
import { toUsualView, type WebsiteRequest, type WebsiteResponse } from "@kalends/core/interface";

/** Functions that call the website handlers for a request other than the current one. */
export interface WebsiteHandlers {
  /** True if a handler is responsible for the request. Does not read data. */
  areFor(request: WebsiteRequest): boolean;
  /**
   * Returns the response of the first handler that responds. Returns `undefined` if none responds or the
   * record is not visible.
   */
  answer(request: WebsiteRequest): Promise<WebsiteResponse | undefined>;
}

/** Request for an address of an imported site, with its query as sent and the website handlers. */
export interface OldRequest {
  readonly request: WebsiteRequest;
  readonly query: string;
  readonly handlers: WebsiteHandlers;
}

/**
 * Matches views that exist at the new address even if they show no events. They are redirected without
 * producing their web page.
 */
const SAME = new RegExp(`^${EVENTS_PATH}/(?:(?:${OLD_VIEWS.same.join("|")})/(?:[^/]+/)?)?$`);

const isRedirect = ({ status = 200 }: WebsiteResponse): boolean => status > 300 && status < 400;

/** Returns a 301 redirect to an address. Adds the query that was sent. */
export const redirectTo = (address: string, query = ""): WebsiteResponse => {
  const location = address + (address.includes("?") ? query.replace("?", "&") : query);
  return { status: 301, type: "text/plain", text: `${location}\n`, headers: { Location: location } };
};

/**
 * Creates the function that redirects views of an imported site that were not below `/events`. It redirects
 * to the same view below `/events`. Views outside `SAME` are redirected only if a website handler redirects
 * them.
 * Source: rules/choices.md#old-views.
 */
export const createImportedViewRedirects =
  (records: Pick<ImportedRecords, "readAfter">) =>
  async (
    paths: readonly string[],
    { request, query, handlers }: OldRequest,
  ): Promise<WebsiteResponse | undefined> => {
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

/** Returns a redirect to the calendar file of a web page, if a handler offers such files. */
export const toCalendarOf = (
  page: string,
  { request, query, handlers }: OldRequest,
): WebsiteResponse | undefined => {
  const { home } = request;
  if (!page.startsWith(`${home}/`) || page.includes("?")) return undefined;
  const asked = { ...request, path: page.slice(home.length), query: new Map([["ical", ["1"]]]) };
  return handlers.areFor(asked) ? redirectTo(`${page}?ical=1`, query) : undefined;
};
