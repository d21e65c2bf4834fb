import type { HtmlCleaner } from "@kalends/core";
import type { Attributes, IOptions, Tag } from "sanitize-html";
import { ALLOW_LIST } from "./allow-list.ts";
import { hideAmpersands, showAmpersands } from "./ampersands.ts";
import { toPlainText } from "./plain-text.ts";
import { sanitize } from "./sanitize.ts";

/** Cleaning what is clean already changes nothing; misnested HTML gets there in two or three rounds. */
const MAX_ROUNDS = 6;

/** A page that a link opens beside this one must not steer this one. */
const withSafeTarget = ({ target, rel, ...others }: Attributes): Attributes => {
  if (target !== "_blank") return { ...others, ...(rel !== undefined && { rel }) };
  const words = new Set((rel ?? "").split(/\s+/).filter((word) => word !== ""));
  return { ...others, target, rel: [...words.add("noopener")].join(" ") };
};

/** Runs before addresses are judged, so a stand-in that strayed into a value is judged as the character it is. */
const toSafeTag = (tagName: string, attributes: Attributes): Tag => {
  const shown = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, showAmpersands(value)]),
  );
  return { tagName, attribs: tagName === "a" ? withSafeTarget(shown) : shown };
};

const OPTIONS: IOptions = { ...ALLOW_LIST, transformTags: { "*": toSafeTag }, textFilter: showAmpersands };

/** A `<` after the last `>` starts no tag; as a tag, it would swallow the rest of the text. */
const closeOpenEnd = (html: string): string => {
  const end = html.lastIndexOf(">") + 1;
  return html.slice(0, end) + html.slice(end).replaceAll("<", "&lt;");
};

const cleanOnce = (html: string): string => {
  const hidden = hideAmpersands(closeOpenEnd(html));
  // Without a tag there is nothing to clean, and plain text stays as it was written.
  return hidden.includes("<") ? sanitize(hidden, OPTIONS) : showAmpersands(hidden);
};

const escapeText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/**
 * The cleaner on sanitize-html. Text keeps its spelling: `Tom & Jerry` stays, and so does `&#8217;`; only a `<` or `>` that
 * belongs to no tag becomes an entity when there are tags. Source: 90-decisions P21.
 */
export const createHtmlCleaner = (): HtmlCleaner => ({
  clean(html) {
    let cleaned = cleanOnce(html);
    for (let round = 1; round < MAX_ROUNDS && cleaned.includes("<"); round += 1) {
      const again = cleanOnce(cleaned);
      if (again === cleaned) return cleaned;
      cleaned = again;
    }
    return cleaned.includes("<") && cleanOnce(cleaned) !== cleaned
      ? escapeText(toPlainText(cleaned))
      : cleaned;
  },
  toText: (html) => toPlainText(closeOpenEnd(html)),
});
