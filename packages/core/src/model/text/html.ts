/** Elements that stand on lines of their own, wherever HTML is read or shown. */
export const BLOCK_ELEMENTS: readonly string[] = (
  "address article aside blockquote details div dl figure footer h1 h2 h3 h4 h5 h6 header hr main nav ol p pre " +
  "section summary table ul"
).split(" ");

export const escapeAngles = (text: string): string => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Any text for a place between tags or inside a quoted attribute: nothing in it is taken for markup or an entity. */
export const escapeHtml = (text: string): string =>
  escapeAngles(text.replaceAll("&", "&amp;")).replaceAll('"', "&quot;").replaceAll("'", "&#039;");
