/** Texts of a mail in one language. `{name}` stands for a value, and `{site}` for the host name of the calendar. */
export interface MailTexts {
  readonly subject: string;
  /** Paragraphs as plain text. */
  readonly paragraphs: readonly string[];
  /** Label of the link, if the template has one. */
  readonly link?: string;
}

/** Mail that a plugin sends with `deps.mail.queue`. Kalends makes its text and its HTML from the same texts. */
export interface MailTemplate {
  /** Lower-case letters, digits and `-`, the first one a letter; unique within the plugin. */
  readonly name: string;
  /** Name of the value that is the address of a link below the paragraphs: an `http` or `https` address. */
  readonly link?: string;
  /** Texts by language. English is required, and replaces a language without texts. */
  readonly texts: { readonly en: MailTexts; readonly [language: string]: MailTexts };
}
