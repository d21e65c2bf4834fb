/** Cleans what people write. Source: 90-decisions P21. */
export interface HtmlCleaner {
  /** The HTML with everything removed that the allow-list does not name. */
  clean(html: string): string;
  /** Plain text: tags and the contents of scripts and styles removed, entities decoded. */
  toText(html: string): string;
}
