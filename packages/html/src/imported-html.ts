import type { HtmlCleaner } from "@kalends/core";
import { VOID_TAGS } from "./allow-list.ts";
import { createHtmlCleaner } from "./html-cleaner.ts";

/**
 * Matches `class` values of elements that The Events Calendar and its tickets plugin add to descriptions.
 * Such elements repeat fields of the event.
 */
const PLUGIN_BLOCKS =
  /^(?:tribe-block|tribe-events-(?:schedule|single-section|event-image|cal-links|related-events|c-subscribe-dropdown__container)|tribe-related-events|tribe-tickets|event-tickets)(?:__.*)?$/;

const TAG = /(<[^<>]*>)/;
const NAME = /^<\/?([a-z\d]+)/;
const CLASS = /\sclass="([^"]*)"/;

/**
 * Matches numeric entities with two or three digits. `decodeHarmless` decodes the entities of printable ASCII
 * characters without a meaning in HTML. WordPress sites use such entities to hide email addresses, with
 * different characters in each response.
 */
const HARMLESS_ENTITY = /&#(?:0*(\d{2,3})|x0*([\da-f]{2}));/gi;
const SPECIAL: ReadonlySet<string> = new Set(["&", "<", ">", '"', "'"]);

const decodeHarmless = (text: string): string =>
  text.replace(HARMLESS_ENTITY, (entity, decimal?: string, hexadecimal?: string) => {
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
    const character = String.fromCodePoint(code);
    return code > 32 && code < 127 && !SPECIAL.has(character) ? character : entity;
  });

/** An element whose end tag has not been read yet. */
interface Open {
  readonly name: string;
  /** Index of the start tag of the element in the list of output parts. */
  readonly start: number;
  /** True if the element is removed together with its contents. */
  readonly isDropped: boolean;
  /**
   * True if a `source` of a media player was removed from the element. If the element is a paragraph and only
   * a link is left in it, the link stays and the paragraph around it is removed.
   */
  isOfPlayer: boolean;
}

const isPluginBlock = (tag: string): boolean =>
  (CLASS.exec(tag)?.[1] ?? "").split(/\s+/).some((name) => PLUGIN_BLOCKS.test(name));

/**
 * Returns a cleaned text without additions of WordPress and its plugins. Removes the elements that
 * `PLUGIN_BLOCKS` matches, empty paragraphs, the tags of a paragraph around a figure, and `source` outside of
 * `picture`. Decodes harmless entities. Runs in linear time.
 */
const withoutAdditions = (html: string): string => {
  const kept: string[] = [];
  const open: Open[] = [];
  let isChanged = false;

  const close = (name: string, tag: string): void => {
    const element = open.at(-1);
    if (element?.name !== name) {
      kept.push(tag);
      return;
    }
    open.pop();
    if (!element.isDropped && name !== "p") {
      kept.push(tag);
      return;
    }
    const contents = kept.slice(element.start + 1);
    const shown = contents.filter((part) => part.trim() !== "");
    const isAroundFigure =
      /^<figure\b/.test(shown[0] ?? "") && shown.indexOf("</figure>") === shown.length - 1;
    const isAroundLink = element.isOfPlayer && shown.length === 3 && /^<a\b/.test(shown[0] ?? "");
    if (!element.isDropped && shown.length > 0 && !isAroundFigure && !isAroundLink) {
      kept.push(tag);
      return;
    }
    isChanged = true;
    kept.splice(element.start);
    if (!element.isDropped && shown.length > 0) kept.push(...contents);
  };

  for (const part of html.split(TAG)) {
    const name = part.startsWith("<") ? NAME.exec(part)?.[1] : undefined;
    if (name === undefined) kept.push(decodeHarmless(part));
    else if (part.startsWith("</")) close(name, part);
    else if (name === "source" && open.at(-1)?.name !== "picture") {
      const around = open.at(-1);
      if (around !== undefined) around.isOfPlayer = true;
      isChanged = true;
    } else {
      if (!VOID_TAGS.includes(name))
        open.push({ name, start: kept.length, isDropped: isPluginBlock(part), isOfPlayer: false });
      kept.push(part);
    }
  }
  const text = kept.join("");
  return isChanged ? text.trim() : text;
};

/**
 * Creates the HTML cleaner for texts of other sites. It also removes parts that WordPress and its plugins
 * add. Some of these parts differ in each response of a site: if they stayed, a comparison would report
 * changes.
 * Source: rules/choices.md#import-texts.
 */
export const createImportedHtmlCleaner = (): HtmlCleaner => {
  const cleaner = createHtmlCleaner();
  return {
    ...cleaner,
    // Clean the text again, because nothing may change a text after the cleaner has checked it.
    clean: (html) => cleaner.clean(withoutAdditions(cleaner.clean(html))),
  };
};
