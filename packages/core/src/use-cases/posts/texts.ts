import { type Actor, can } from "../../model/actor.ts";
import type { HtmlCleaner } from "../../ports/html-cleaner.ts";

/** How texts of records are stored. Source: 10-events section 10.2, 20-venues section 3, 90-decisions P21 and P25. */
export interface Texts {
  /** Descriptions and excerpts: HTML, cleaned unless the actor may write anything. */
  html(text: string, actor: Actor): string;
  /** Titles and names: trimmed; unsafe tags removed, `&` as written. */
  name(text: string, actor: Actor): string;
  /** Plain details: tags removed, white space collapsed. */
  detail(text: string): string;
}

/** A tag as browsers see one; `<` before anything else is text. */
const TAG = /<[a-z/!?][^<>]*>/gi;

/** Plain text on one line: tags removed, white space collapsed. */
export const toDetail = (text: string): string => text.replace(TAG, "").replace(/\s+/g, " ").trim();

export const createTexts = ({ htmlCleaner }: { readonly htmlCleaner: HtmlCleaner }): Texts => {
  const html: Texts["html"] = (text, actor) =>
    can(actor, "unfiltered_html") ? text : htmlCleaner.clean(text);
  return {
    html,
    name: (text, actor) => {
      const trimmed = text.trim();
      // Cleaning escapes `&`, which names keep as their author wrote it.
      return trimmed.includes("<") ? html(trimmed, actor).replaceAll("&amp;", "&").trim() : trimmed;
    },
    detail: toDetail,
  };
};
