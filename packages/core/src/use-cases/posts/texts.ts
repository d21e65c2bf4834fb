import type { NoteAdjustment } from "../../adjustment.ts";
import { type Actor, can } from "../../model/actor.ts";
import { isBlank } from "../../model/text/characters.ts";
import { toDetail, toPlainLine, toWebsite } from "../../model/text/plain-text.ts";
import type { HtmlCleaner } from "../../ports/html-cleaner.ts";

/** How texts of records are stored. Source: rules/events.md#event-texts, rules/venues-organizers.md#detail-texts. */
export interface Texts {
  /** Descriptions and excerpts: HTML, cleaned unless the actor may write anything. */
  html(text: string, actor: Actor): string;
  /**
   * Titles, names: trimmed, unsafe tags removed, `&` as written; `""`: nothing to see (rules/errors.md#empty-names).
   */
  name(text: string, actor: Actor): string;
  /** Notes HTML of which cleaning took something out; another spelling of the same counts as stored. */
  noteHtml(
    note: NoteAdjustment,
    parameter: string,
    texts: { readonly sent: string; readonly stored: string },
  ): void;
  /** Costs: what HTML says as plain text. */
  plain(text: string): string;
  /** Addresses, numbers and the like: plain text without percent-encoded octets. */
  detail(text: string): string;
  /** The address of a website without characters that no address has, `'` as `%27`; other octets stay. */
  website(text: string): string;
}

export const createTexts = ({ htmlCleaner }: { readonly htmlCleaner: HtmlCleaner }): Texts => {
  const html: Texts["html"] = (text, actor) =>
    can(actor, "unfiltered_html") ? text : htmlCleaner.clean(text);
  return {
    html,
    name: (text, actor) => {
      const trimmed = text.trim();
      if (!trimmed.includes("<")) return isBlank(trimmed) ? "" : trimmed;
      const cleaned = html(trimmed, actor).trim();
      return isBlank(toPlainLine(cleaned)) ? "" : cleaned;
    },
    noteHtml(note, parameter, { sent, stored }) {
      if (stored.trim() !== sent.trim() && !htmlCleaner.keepsAll(sent, stored))
        note(parameter, "html-cleaned");
    },
    plain: (text) => htmlCleaner.toText(text).normalize("NFC").trim(),
    detail: toDetail,
    website: (text) => toWebsite(toPlainLine(text)),
  };
};
