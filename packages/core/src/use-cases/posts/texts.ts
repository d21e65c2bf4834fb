import type { NoteAdjustment } from "../../adjustment.ts";
import { type Computation, STEP_WORK } from "../../model/recurrence/work.ts";
import { isBlank } from "../../model/text/characters.ts";
import { toDetail, toPlainLine, toWebsite } from "../../model/text/plain-text.ts";
import type { HtmlCleaner } from "../../ports/html-cleaner.ts";
import { type Actor, can } from "../../rights/actor.ts";
import type { Compute } from "../../unit-of-work/computing.ts";

/** A description or an excerpt as a request sends it. */
export interface SentHtml {
  readonly parameter: string;
  readonly sent: string;
  readonly actor: Actor;
  readonly note: NoteAdjustment;
}

/** Work of cleaning HTML, about what it takes at most: for each tag, and for each character beside. */
const [TAG_WORK, CHARACTER_WORK] = [20, 1 / 2];

const cleaningWork = (text: string): number => {
  const tags = text.split("<").length - 1;
  return tags === 0 ? 0 : tags * TAG_WORK + text.length * CHARACTER_WORK;
};

/** How texts of records are stored. Source: rules/events.md#event-texts, rules/venues-organizers.md#detail-texts. */
export interface Texts {
  /** Descriptions and excerpts: HTML, cleaned unless the actor may write anything. */
  html(text: string, actor: Actor): string;
  /** The same where requests send it: what takes long is computed outside of transactions. Notes what `noteHtml` notes. */
  computeHtml(html: SentHtml, compute: Compute): Promise<string>;
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
  const isWhole = (sent: string, stored: string): boolean =>
    stored.trim() === sent.trim() || htmlCleaner.keepsAll(sent, stored);

  /** Counts its work before it does it, so that long texts are cleaned in turns of their own. */
  function* cleaned(sent: string, actor: Actor): Computation<{ stored: string; isWhole: boolean }> {
    for (let left = cleaningWork(sent); left >= STEP_WORK; left -= STEP_WORK) yield undefined;
    const stored = html(sent, actor);
    return { stored, isWhole: isWhole(sent, stored) };
  }

  return {
    html,
    async computeHtml({ parameter, sent, actor, note }, compute) {
      const key = ["html", can(actor, "unfiltered_html"), sent];
      const { stored, isWhole } = await compute(key, () => cleaned(sent, actor));
      if (!isWhole) note(parameter, "html-cleaned");
      return stored;
    },
    name: (text, actor) => {
      const trimmed = text.trim();
      if (!trimmed.includes("<")) return isBlank(trimmed) ? "" : trimmed;
      const cleaned = html(trimmed, actor).trim();
      return isBlank(toPlainLine(cleaned)) ? "" : cleaned;
    },
    noteHtml(note, parameter, { sent, stored }) {
      if (!isWhole(sent, stored)) note(parameter, "html-cleaned");
    },
    plain: (text) => htmlCleaner.toText(text).normalize("NFC").trim(),
    detail: toDetail,
    website: (text) => toWebsite(toPlainLine(text)),
  };
};
