/**
 * Texts of a mail in one language. `{name}` stands for the value with this name, and `{site}` for the host
 * name of the calendar.
 */
export interface MailTexts {
  readonly subject: string;
  /** Paragraphs as plain text. */
  readonly paragraphs: readonly string[];
  /** Label of the link, if the template has a `link`. */
  readonly link?: string;
}

/**
 * Mail that a plugin sends with `deps.mail.queue`. Kalends creates a plain-text version and an HTML version
 * from the same texts.
 */
export interface MailTemplate {
  /**
   * Name of the template: lower-case letters, digits and `-`, beginning with a letter. It must be unique
   * within the plugin.
   */
  readonly name: string;
  /**
   * Name of the value in `QueuedMail.values` that is the target of a link below the paragraphs, an `http` or
   * `https` URL. Absent if the mail has no link.
   */
  readonly link?: string;
  /** Texts by language. English is required and is used for languages without texts. */
  readonly texts: { readonly en: MailTexts; readonly [language: string]: MailTexts };
}
