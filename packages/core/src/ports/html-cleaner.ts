/**
 * Sanitizer for HTML that people write. Its time is proportional to the length of the text.
 * Source: rules/choices.md#html-allow-list.
 */
export interface HtmlCleaner {
  /**
   * Returns the HTML without everything that the allow-list does not name. The result must not be rewritten:
   * a tag judged safe might become unsafe. Text keeps its spelling, including entities and bare `&`, and
   * clean HTML is returned unchanged.
   */
  clean(html: string): string;
  /**
   * True if nothing was removed, even if the rest is spelled differently
   * (rules/choices.md#html-cleaning-noted).
   */
  keepsAll(html: string, cleaned: string): boolean;
  /**
   * Returns plain text without tags, scripts and styles, with entities decoded
   * (rules/choices.md#html-to-text).
   */
  toText(html: string): string;
}
