import type { FoundRecord } from "../source/source.ts";

/** `[name]` and `[name attribute="value"]`, but not `[[name]]`, which is how people write about them. */
const OPENING = /(?<!\[)\[([a-z][\w-]{0,60})(?=[\s\]/])([^[\]]{0,1000})\](?!\])/gi;
const CLOSING = /\[\/([a-z][\w-]{0,60})\]/gi;

/** Of WordPress itself: others are told from words in brackets by their looks. */
const BUILT_IN: ReadonlySet<string> = new Set(["audio", "caption", "embed", "gallery", "playlist", "video"]);

/**
 * The names of the shortcodes in a text, each once: what WordPress would put something else for. A word in brackets is one of its own,
 * has an underscore, attributes, or an end. Source: rules/choices.md#import-shortcodes.
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

/** Names those of a record, which are shown as text here; none where it has none. Source: rules/choices.md#import-shortcodes. */
export const noteOfShortcodes = ({ record }: FoundRecord): readonly string[] => {
  const names = shortcodesIn(`${record.text("description")}\n${record.text("excerpt")}`);
  return names.length === 0 ? [] : [`has shortcodes: ${names.join(", ")}`];
};
