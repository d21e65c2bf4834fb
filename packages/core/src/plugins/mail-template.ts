import type { MailAddress } from "../ports/mailer.ts";
import type { PluginDeps } from "./plugin-deps.ts";

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

/** Function that creates the link of a mail, with the name of the value that it gets. */
export interface CreateTemplateLink {
  /** Name of a value in `QueuedMail.values`, such as the id of a record. It is queued with the mail. */
  readonly from: string;
  /**
   * Returns the link, an `http` or `https` URL, or `undefined` if the recipient may not get one. The mail is
   * then removed without being sent.
   */
  create(value: string | number, to: MailAddress, deps: PluginDeps): Promise<string | undefined>;
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
  /**
   * Creates the link anew for each attempt to send the mail, so that the queue contains no secret. The value
   * `link` is then not queued. If it throws, Kalends logs the error and tries again later. It needs `link`.
   */
  readonly createLink?: CreateTemplateLink;
  /** Names of values of which the mail shows up to 2,000 characters, instead of 200; none by default. */
  readonly long?: readonly string[];
  /** Texts by language. English is required and is used for languages without texts. */
  readonly texts: { readonly en: MailTexts; readonly [language: string]: MailTexts };
}
