/** Cleans what people write, in time in proportion to its length. Source: rules/choices.md#html-allow-list. */
export interface HtmlCleaner {
  /**
   * The HTML with everything removed that the allow-list does not name. Nothing may rewrite what this answers: a tag that was
   * judged safe need not be so any more. Text keeps its spelling, its entities and bare `&` included, and what is clean comes
   * back as it is.
   */
  clean(html: string): string;
  /** Whether nothing was taken out, however the rest is spelled (rules/choices.md#html-cleaning-noted). */
  keepsAll(html: string, cleaned: string): boolean;
  /** Plain text: no tags, scripts and styles, entities decoded (rules/choices.md#html-to-text). */
  toText(html: string): string;
}
