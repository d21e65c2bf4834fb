import type { Image } from "@kalends/core/plugin";
import type { PageContext } from "../page/context.ts";
import { type Html, html, raw } from "../page/html.ts";
import { toDataBlock } from "./structured-data.ts";
import type { StructuredThing } from "./structured-types.ts";

/** Metadata of a page for link previews and search engines. */
export interface Shared {
  /** Title as plain text. */
  readonly title: string;
  readonly description?: string | undefined;
  /** Canonical URL of the page. */
  readonly url: string;
  readonly image?: Image | undefined;
  readonly structured: readonly StructuredThing[];
}

/** Converts a language tag to the form of Open Graph, such as `en_GB`. */
const toLocale = (language: string): string => language.replace("-", "_");

/** Returns the Open Graph tags, the Twitter card and the structured data of a page. */
export const sharedHead = (
  { title: siteName, request: { present } }: PageContext,
  { title, description, url, image, structured }: Shared,
): Html => {
  const property = (name: string, content: string | number | undefined): Html | undefined =>
    content === undefined
      ? undefined
      : html`<meta property="${name}" content="${content}">
`;
  return html`${property("og:type", "website")}${property("og:title", title)}${property("og:url", url)}${property(
    "og:site_name",
    siteName,
  )}${property("og:locale", toLocale(present.language))}${property("og:description", description)}${
    image !== undefined && [
      property("og:image", present.imageUrl(image)),
      property("og:image:width", image.width),
      property("og:image:height", image.height),
    ]
  }<meta name="twitter:card" content="${image === undefined ? "summary" : "summary_large_image"}">
${
  structured.length > 0 &&
  html`<script type="application/ld+json">${raw(toDataBlock(structured))}</script>
`
}`;
};

/** Maximum length of a description in search results. A longer description is cut after a word. */
const DESCRIPTION = 200;

export const shortened = (text: string, length: number = DESCRIPTION): string => {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > length / 2 ? cut.slice(0, space) : cut).replace(/(?<![\s,;.:–-])[\s,;.:–-]+$/, "").replace(/[\ud800-\udbff]$/, "")}…`;
};
