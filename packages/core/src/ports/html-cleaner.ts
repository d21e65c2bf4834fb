/**
 * Port that sanitizes HTML from users. The time must grow only linearly with the length of the text.
 * Source: rules/choices.md#html-allow-list.
 */
export interface HtmlCleaner {
  /**
   * Removes every tag and attribute that is not on the allow-list.
   * Callers must not change the result, because a change could form unsafe tags.
   * Text keeps its spelling, including entities and unescaped `&`. HTML that is already clean is returned
   * unchanged.
   */
  clean(html: string): string;
  /**
   * True if `cleaned` has all content of `html`, even if some of it is spelled differently. Otherwise `clean`
   * has removed something (rules/choices.md#html-cleaning-noted).
   */
  keepsAll(html: string, cleaned: string): boolean;
  /**
   * Converts HTML to plain text: removes tags, scripts and styles, and decodes entities
   * (rules/choices.md#html-to-text).
   */
  toText(html: string): string;
}
