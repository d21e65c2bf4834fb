/**
 * sanitize-html decodes the text it reads and encodes what it writes, so `&#8217;` and a bare `&` would come out in another
 * spelling. To keep what people wrote, the ampersands of texts, never those of attributes, travel as this character, which
 * Unicode reserves for uses inside a program.
 */
export const STAND_IN = "\uFDD0";

/** U+0000 and the stand-in itself mean nothing in a text. */
const MEANINGLESS = new RegExp(`[\\0${STAND_IN}]`, "g");

/** A text that came from outside, in which no character is taken for a stand-in. */
export const withoutStandIns = (html: string): string => html.replace(MEANINGLESS, "");
