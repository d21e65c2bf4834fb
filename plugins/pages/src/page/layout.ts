import { FORM_PATH } from "../submission/submission-options.ts";
import { fillTemplate, type TemplateName } from "../templates/templates.ts";
import { detailTextsOf } from "../texts.ts";
import { siteZone } from "../time/times.ts";
import { type PageContext, pathOf, queryOf } from "./context.ts";
import { type Html, html, type Part, textOfHtml } from "./html.ts";

/** Content of a page, without header and footer. */
export interface PageContent {
  /** Title of the page as plain text. `<title>` also contains the name of the calendar. */
  readonly title: string;
  readonly description?: string | undefined;
  /** Canonical URL of the page. */
  readonly canonical?: string | undefined;
  /** Value of `<meta name="robots">`, such as `noindex`. */
  readonly robots?: string | undefined;
  /** Additional elements for `<head>`. */
  readonly head?: Part;
  /** Content of `<main>`. It contains the only `h1` of the page. */
  readonly main: Html;
  /** True if the page shows times. The footer then names the time zone. */
  readonly hasTimes?: boolean;
  /** Status code of the response. Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const links = (entries: readonly string[]): Html =>
  html`<nav><ul class="plain">${entries.map((entry) => {
    const equals = entry.indexOf("=");
    return html`<li><a href="${entry.slice(equals + 1)}">${entry.slice(0, equals)}</a></li>`;
  })}</ul></nav>`;

/** Returns the URL of the current page in each language of the site. */
const languages = ({ request, frame: { site } }: PageContext) => {
  if (site.locales.length === 0) return [];
  const root = request.present.site;
  const others = site.locales.filter((locale) => locale !== site.language);
  return [undefined, ...others].map((locale) => ({
    language: locale ?? site.language,
    url: `${root}${locale === undefined ? "" : `/${locale}`}${request.path}${queryOf(request)}`,
    isCurrent: locale === request.locale || (locale === undefined && request.locale === site.language),
  }));
};

/**
 * Renders the template that the installation has for this part of the page. Returns `undefined` if the
 * installation has no such template.
 */
const ownPart = (name: TemplateName, context: PageContext, { title }: PageContent): Html | undefined => {
  const { templates, base, request, title: calendar } = context;
  const template = templates.get(name);
  const { home, present } = request;
  return template === undefined
    ? undefined
    : fillTemplate(template, { title, calendar, base, home, language: present.language });
};

/** Returns the complete HTML of a page, with head, header and footer. */
export const writePage = (context: PageContext, content: PageContent): string => {
  const { frame, texts, request, title, base, now, stylePath } = context;
  const { site, options } = frame;
  const { language } = request.present;
  const { description, canonical, robots } = content;
  const zone = siteZone(now, site);
  const inLanguages = content.status === undefined ? languages(context) : [];
  return textOfHtml(html`<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${content.title === title ? title : `${content.title} – ${title}`}</title>
${
  description !== undefined &&
  html`<meta name="description" content="${description}">
`
}${
  robots !== undefined &&
  html`<meta name="robots" content="${robots}">
`
}${
  canonical !== undefined &&
  html`<link rel="canonical" href="${canonical}">
`
}${inLanguages.map(
  (other) => html`<link rel="alternate" hreflang="${other.language}" href="${other.url}">
`,
)}<link rel="icon" href="data:,">
<link rel="stylesheet" href="${pathOf(request.present.site)}${stylePath}">
${content.head}${ownPart("head", context, content)}</head>
<body>
<a class="skip" href="#content">${texts.skip}</a>
<header class="top"><div class="wrap">
${
  ownPart("header", context, content) ??
  html`<a class="brand" href="${base}/events/">${title}</a>
${context.links.length > 0 && links(context.links)}${
  options.submissions === true &&
  html`<a class="button no-print" href="${base}${FORM_PATH}">${detailTextsOf(language).propose}</a>`
}`
}
</div></header>
<main id="content" tabindex="-1"><div class="wrap">
${content.main}
</div></main>
<footer class="foot"><div class="wrap">
${ownPart("footer", context, content)}<p>${content.hasTimes === true && (site.displayZone === "site" ? texts.timesIn(zone) : texts.ownTimes(zone))}</p>
${
  inLanguages.length > 1 &&
  html`<nav aria-label="${texts.language}"><ul class="plain">${inLanguages.map(
    (other) =>
      html`<li><a href="${other.url}" lang="${other.language}" hreflang="${other.language}"${other.isCurrent && html` aria-current="true"`}>${frame.languageNames.get(other.language)}</a></li>`,
  )}</ul></nav>`
}
${
  request.docs !== undefined &&
  html`<p class="no-print"><a href="${request.docs}">${detailTextsOf(language).documentation}</a></p>`
}
</div></footer>
</body>
</html>
`);
};
