import type { FoundRecord } from "../source/source.ts";

/**
 * Matches a WordPress shortcode such as `[name]` or `[name attribute="value"]`. `[[name]]` is an escaped
 * shortcode and does not match.
 */
const OPENING = /(?<!\[)\[([a-z][\w-]{0,60})(?=[\s\]/])([^[\]]{0,1000})\](?!\])/gi;
const CLOSING = /\[\/([a-z][\w-]{0,60})\]/gi;

/**
 * Shortcodes that WordPress itself defines. A text in brackets with another name counts as a shortcode only
 * in certain forms; see `shortcodesIn`.
 */
const BUILT_IN: ReadonlySet<string> = new Set(["audio", "caption", "embed", "gallery", "playlist", "video"]);

/**
 * Returns the distinct names of the WordPress shortcodes in a text. A word in brackets counts if WordPress
 * defines it, or if it has an underscore, attributes or a closing tag.
 * Source: rules/choices.md#import-shortcodes.
 */
export const shortcodesIn = (text: string): readonly string[] => {
  if (!text.includes("[")) return [];
  const ended = new Set([...text.matchAll(CLOSING)].map(([, name = ""]) => name.toLowerCase()));
  const names = [...text.matchAll(OPENING)].flatMap(([, written = "", attributes = ""]) => {
    const name = written.toLowerCase();
    const isOne = BUILT_IN.has(name) || name.includes("_") || ended.has(name) || /^\s[^=]*=/.test(attributes);
    return isOne ? [name] : [];
  });
  return [...new Set(names)];
};

/**
 * Returns a note that lists the shortcodes in a record's texts. Kalends shows shortcodes as plain text.
 * Returns an empty list if the texts have none.
 * Source: rules/choices.md#import-shortcodes.
 */
export const noteOfShortcodes = ({ record }: FoundRecord): readonly string[] => {
  const names = shortcodesIn(`${record.text("description")}\n${record.text("excerpt")}`);
  return names.length === 0 ? [] : [`has shortcodes: ${names.join(", ")}`];
};
