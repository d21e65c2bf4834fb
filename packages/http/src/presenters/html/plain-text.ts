/** Rendered HTML as one escaped line without tags, as structured data carries it. */
export const toPlainText = (html: string): string =>
  html === ""
    ? ""
    : html
        .replace(/<[^<>]*>/g, " ")
        // Single blanks are right already, and nearly all there are.
        .replace(/ \s+|[^\S ]\s*/g, " ")
        .trim();
