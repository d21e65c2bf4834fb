import type { NoteAdjustment } from "../../adjustment.ts";
import { type Computation, STEP_WORK } from "../../model/recurrence/work.ts";
import { isBlank } from "../../model/text/characters.ts";
import { toDetail, toPlainLine, toWebsite } from "../../model/text/plain-text.ts";
import type { HtmlCleaner } from "../../ports/html-cleaner.ts";
import { type Actor, can } from "../../rights/actor.ts";
import type { Compute } from "../../unit-of-work/computing.ts";

/** Description or excerpt as a client sent it. */
export interface SentHtml {
  readonly parameter: string;
  readonly sent: string;
  readonly actor: Actor;
  readonly note: NoteAdjustment;
}

/** Maximum number of work units (see `STEP_WORK`) for sanitizing HTML, per tag and per character. */
const [TAG_WORK, CHARACTER_WORK] = [20, 1 / 2];

const cleaningWork = (text: string): number => {
  const tags = text.split("<").length - 1;
  return tags === 0 ? 0 : tags * TAG_WORK + text.length * CHARACTER_WORK;
};

/**
 * Conversion of texts that clients send into their stored form.
 * Source: rules/events.md#event-texts, rules/venues-organizers.md#detail-texts.
 */
export interface Texts {
  /**
   * Returns the stored form of a description or excerpt. The HTML is sanitized, unless the actor may write
   * unfiltered HTML.
   */
  html(text: string, actor: Actor): string;
  /**
   * Same as `html`, for texts in requests. It sanitizes long texts outside of the transaction, and reports
   * removed content like `noteHtml`.
   */
  computeHtml(html: SentHtml, compute: Compute): Promise<string>;
  /**
   * Returns the stored form of a title or name: trimmed, with `&` as the client sent it. Unsafe tags are
   * removed, unless the actor may write unfiltered HTML. Returns `""` if no visible character remains
   * (rules/errors.md#empty-names).
   */
  name(text: string, actor: Actor): string;
  /**
   * Reports an adjustment if sanitizing removed something from the HTML. A different spelling of the same
   * HTML is not reported.
   */
  noteHtml(
    note: NoteAdjustment,
    parameter: string,
    texts: { readonly sent: string; readonly stored: string },
  ): void;
  /** Returns the plain text in which a cost is stored. */
  plain(text: string): string;
  /**
   * Returns the stored form of a detail, such as an address or phone number: plain text without
   * percent-encoded octets.
   */
  detail(text: string): string;
  /**
   * Returns the stored form of a website URL. Removes characters that a URL cannot contain, and encodes `'`
   * as `%27`. Other percent-encoded octets stay.
   */
  website(text: string): string;
}

export const createTexts = ({ htmlCleaner }: { readonly htmlCleaner: HtmlCleaner }): Texts => {
  const html: Texts["html"] = (text, actor) =>
    can(actor, "unfiltered_html") ? text : htmlCleaner.clean(text);
  const isLossless = (sent: string, stored: string): boolean =>
    stored.trim() === sent.trim() || htmlCleaner.keepsAll(sent, stored);

  /**
   * Sanitizes HTML as a computation in steps. The work is counted first, so that long texts are sanitized
   * outside of the transaction.
   */
  function* cleaned(sent: string, actor: Actor): Computation<{ stored: string; isLossless: boolean }> {
    for (let left = cleaningWork(sent); left >= STEP_WORK; left -= STEP_WORK) yield undefined;
    const stored = html(sent, actor);
    return { stored, isLossless: isLossless(sent, stored) };
  }

  return {
    html,
    async computeHtml({ parameter, sent, actor, note }, compute) {
      const key = ["html", can(actor, "unfiltered_html"), sent];
      const { stored, isLossless } = await compute(key, () => cleaned(sent, actor));
      if (!isLossless) note(parameter, "html-cleaned");
      return stored;
    },
    name: (text, actor) => {
      const trimmed = text.trim();
      if (!trimmed.includes("<")) return isBlank(trimmed) ? "" : trimmed;
      const cleaned = html(trimmed, actor).trim();
      return isBlank(toPlainLine(cleaned)) ? "" : cleaned;
    },
    noteHtml(note, parameter, { sent, stored }) {
      if (!isLossless(sent, stored)) note(parameter, "html-cleaned");
    },
    plain: (text) => htmlCleaner.toText(text).normalize("NFC").trim(),
    detail: toDetail,
    website: (text) => toWebsite(toPlainLine(text)),
  };
};
