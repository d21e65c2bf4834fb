/** Block elements: they start a new line wherever HTML is read or shown. */
export const BLOCK_ELEMENTS: readonly string[] = (
  "address article aside blockquote details div dl figure footer h1 h2 h3 h4 h5 h6 header hr main nav ol p pre " +
  "section summary table ul"
).split(" ");

export const escapeAngles = (text: string): string => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * Escapes a text for a place between tags or inside a quoted attribute. Nothing in it is read as markup or an
 * entity.
 */
export const escapeHtml = (text: string): string =>
  escapeAngles(text.replaceAll("&", "&amp;")).replaceAll('"', "&quot;").replaceAll("'", "&#039;");

/**
 * Matches the start of a tag, even if a `<` becomes one only when ignored characters are removed. Does not
 * match `a < b`, `<3` and `<=`.
 */
export const TAG_START: RegExp = /<(?![\s\d=])/;

const TAG_STARTS = new RegExp(TAG_START, "g");
const ENTITY_STARTS = /&(?=(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,31});)/gi;

export const withoutTagStarts = (html: string): string => html.replace(TAG_STARTS, "&lt;");

/**
 * Returns a text as HTML between tags. Escapes only what would be a tag or an entity, so that names remain
 * comparable.
 */
export const textToHtml = (text: string): string => withoutTagStarts(text.replace(ENTITY_STARTS, "&amp;"));
