import type { CalendarError } from "@kalends/core/plugin";
import type { PageContext } from "./context.ts";
import { html } from "./html.ts";
import type { PageContent } from "./layout.ts";

/** Returns the sent value of a parameter for an error text, shortened to 80 characters. */
const shown = ({ request }: PageContext, parameter: string): string => {
  const value = (request.query.get(parameter) ?? []).join(", ");
  return value.length > 80 ? `${value.slice(0, 80)}…` : value;
};

const problemPage = (
  { texts, base }: PageContext,
  status: number,
  title: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): PageContent => ({
  status,
  title,
  robots: "noindex",
  headers,
  main: html`<h1>${title}</h1>
<p>${text}</p>
<p><a class="button" href="${base}/events/">${texts.backToCalendar}</a></p>`,
});

/** Returns the error page for an invalid value of a parameter. */
export const badValuePage = (context: PageContext, parameter: string, value: string): PageContent =>
  problemPage(context, 400, context.texts.badRequest, context.texts.badValue(parameter, value));

export const notFoundPage = (context: PageContext): PageContent =>
  problemPage(context, 404, context.texts.notFound, context.texts.notThere);

/** Returns the error page for a POST request to a path that has no form. */
export const methodNotAllowedPage = (context: PageContext): PageContent =>
  problemPage(context, 405, context.texts.badRequest, context.texts.notAllowed, { Allow: "GET, HEAD" });

/** Returns the error page for a query that the API refused. Returns `undefined` for other errors. */
export const problemPageFor = (
  context: PageContext,
  { code, details }: CalendarError,
): PageContent | undefined => {
  if (code === "event-archive-page-not-found") return notFoundPage(context);
  const [parameter] = Object.keys(details.problems ?? {});
  return parameter === undefined ? undefined : badValuePage(context, parameter, shown(context, parameter));
};
