import type { CalendarError } from "@kalends/core/plugin";
import type { PageContext } from "./context.ts";
import { html } from "./html.ts";
import type { PageContent } from "./layout.ts";

/** A value of the query, short enough for a sentence. */
const shown = ({ request }: PageContext, parameter: string): string => {
  const value = (request.query.get(parameter) ?? []).join(", ");
  return value.length > 80 ? `${value.slice(0, 80)}…` : value;
};

/** A page that names the parameter whose value cannot be used. */
export const badValuePage = (context: PageContext, parameter: string, value: string): PageContent => {
  const { texts, base } = context;
  return {
    status: 400,
    title: texts.badRequest,
    robots: "noindex",
    main: html`<h1>${texts.badRequest}</h1>
<p>${texts.badValue(parameter, value)}</p>
<p><a href="${base}/events/">${texts.backToCalendar}</a></p>`,
  };
};

/** The page for what the interface refuses in the query; `undefined`: another error. */
export const answerProblem = (context: PageContext, { details }: CalendarError): PageContent | undefined => {
  const [parameter] = Object.keys(details.problems ?? {});
  return parameter === undefined ? undefined : badValuePage(context, parameter, shown(context, parameter));
};
