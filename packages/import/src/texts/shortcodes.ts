import type { FoundRecord } from "../source/source.ts";

/** Matches `[name]` and `[name attribute="value"]`, but not `[[name]]`, which is an escaped shortcode. */
const OPENING = /(?<!\[)\[([a-z][\w-]{0,60})(?=[\s\]/])([^[\]]{0,1000})\](?!\])/gi;
const CLOSING = /\[\/([a-z][\w-]{0,60})\]/gi;

/** Shortcodes built into WordPress. Others are distinguished from words in brackets by their form. */
const BUILT_IN: ReadonlySet<string> = new Set(["audio", "caption", "embed", "gallery", "playlist", "video"]);

/**
 * Returns the distinct names of shortcodes in a text, which WordPress would replace. A word in brackets
 * counts if it is built in, or has an underscore, attributes, or a closing tag.
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
 * Returns a note with the shortcodes in a record, which are shown as plain text here; an empty list if it has
 * none.
 * Source: rules/choices.md#import-shortcodes.
 */
export const noteOfShortcodes = ({ record }: FoundRecord): readonly string[] => {
  const names = shortcodesIn(`${record.text("description")}\n${record.text("excerpt")}`);
  return names.length === 0 ? [] : [`has shortcodes: ${names.join(", ")}`];
};
