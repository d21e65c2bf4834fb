/**
 * sanitize-html decodes the text it reads and encodes what it writes, so `&#8217;` and a bare `&` come out in another
 * spelling. To keep what people wrote, the ampersands of the text, not those of the attributes, travel as this character,
 * which Unicode reserves for uses inside a program.
 */
const STAND_IN = "\uFDD0";

/** U+0000 and the stand-in itself mean nothing in a text. */
const MEANINGLESS = new RegExp(`[\\0${STAND_IN}]`, "g");

const TAG_START = /[a-z/!?]/i;

/** Where the tag that starts at `start` ends, the index after its `>`; a quoted value may contain `>`. */
const endOfTag = (html: string, start: number): number => {
  let quote = "";
  for (let at = start; at < html.length; at += 1) {
    const character = html.charAt(at);
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === ">") return at + 1;
    else if (character === '"' || character === "'") quote = character;
  }
  return html.length;
};

/** The HTML with stand-ins for the ampersands outside tags. */
export const hideAmpersands = (html: string): string => {
  const text = html.replace(MEANINGLESS, "");
  if (!text.includes("&")) return text;
  const parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    const found = text.indexOf("<", at);
    const tag = found === -1 ? text.length : found;
    parts.push(text.slice(at, tag).replaceAll("&", STAND_IN));
    at = tag;
    if (tag < text.length) {
      // Wherever this and the parser disagree about the end of a tag, the ampersand is decoded and encoded as usual.
      at = TAG_START.test(text.charAt(tag + 1)) ? endOfTag(text, tag) : tag + 1;
      parts.push(text.slice(tag, at));
    }
  }
  return parts.join("");
};

/** The ampersands of a text are back; what they spell can be no markup, as entities never are. */
export const showAmpersands = (text: string): string => text.replaceAll(STAND_IN, "&");
