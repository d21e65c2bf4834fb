/** Rendered HTML as one escaped line without tags, as structured data carries it. */
export const toPlainText = (html: string): string =>
  html === ""
    ? ""
    : html
        .replace(/<[^<>]*>/g, " ")
        .replace(/\s+/g, " ")
        .trim();
