/** HTML elements that begin on a new line when HTML is displayed or converted to text. */
export const BLOCK_ELEMENTS: readonly string[] = (
  "address article aside blockquote details div dl figure footer h1 h2 h3 h4 h5 h6 header hr main nav ol p pre " +
  "section summary table ul"
).split(" ");

export const escapeAngles = (text: string): string => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * Escapes a text for HTML, both between tags and inside a quoted attribute. Browsers then show the text
 * exactly as it is.
 */
export const escapeHtml = (text: string): string =>
  escapeAngles(text.replaceAll("&", "&amp;")).replaceAll('"', "&quot;").replaceAll("'", "&#039;");

/**
 * Matches `<` where a tag could start. It also matches a `<` before characters that other programs may
 * remove, because the tag would then appear. It does not match `a < b`, `<3` and `<=`.
 */
export const TAG_START: RegExp = /<(?![\s\d=])/;

const TAG_STARTS = new RegExp(TAG_START, "g");
const ENTITY_STARTS = /&(?=(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,31});)/gi;

export const withoutTagStarts = (html: string): string => html.replace(TAG_STARTS, "&lt;");

/**
 * Converts plain text to HTML between tags. It escapes only text that would form a tag or an entity. Other
 * characters stay unchanged, so that names can still be compared.
 */
export const textToHtml = (text: string): string => withoutTagStarts(text.replace(ENTITY_STARTS, "&amp;"));
