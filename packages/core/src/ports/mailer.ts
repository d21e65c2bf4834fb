/** Mailbox of a recipient or sender. */
export interface MailAddress {
  /** Name of the person; empty if unknown. */
  readonly name: string;
  /** Exactly one address, such as `ann@example.org`. */
  readonly address: string;
}

/** Message that is ready to be sent. */
export interface MailMessage {
  readonly to: MailAddress;
  readonly replyTo?: MailAddress;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Reason why a message was not sent:
 *
 * - `unreachable`: the server could not be reached, or the connection broke.
 * - `tls`: the connection could not be encrypted.
 * - `sign-in`: the server refused the name or password.
 * - `delayed`: the server asks for another attempt later.
 * - `refused`: the server will never accept this message. Only this reason is permanent.
 */
export type MailFailure = "unreachable" | "tls" | "sign-in" | "delayed" | "refused";

/** Description of the problem with a message that was not sent. */
export interface MailProblem {
  readonly failure: MailFailure;
  /** Status code of the server's response, such as 550. */
  readonly code?: number;
  /** Error or response of the server. It may contain the recipient's address, so it is not logged. */
  readonly detail: string;
}

/** Port that sends mail. */
export interface Mailer {
  /** Sends a message once. Returns `undefined` when the server has accepted it, otherwise the problem. */
  send(message: MailMessage): Promise<MailProblem | undefined>;
}

/** Mail to be sent: a template with its values. It never contains a secret. */
export interface QueuedMail {
  /**
   * Name of a template. In `deps.mail` of a plugin, it is the name of one of the plugin's own
   * `mailTemplates`.
   */
  readonly template: string;
  readonly to: MailAddress;
  readonly replyTo?: MailAddress;
  /** Language tag of the recipient, such as `fr`; by default the language of the site. */
  readonly language?: string;
  /**
   * Values of the template's placeholders by name, at most 2,000 characters each. Kalends shows the first 200
   * characters of each as plain text on one line, without links. The URL of the template's link is not
   * shortened.
   */
  readonly values: Readonly<Record<string, string | number>>;
}

/**
 * Queue of mail. Kalends first tries to send a mail within five seconds, and then again after growing pauses.
 * After seven days it removes the mail. One process of an installation sends all mail.
 */
export interface MailQueue {
  /**
   * Stores a mail to be sent.
   * Rejects with `rest_invalid_param` if `to` or `replyTo` is not exactly one mailbox, a value is too long,
   * or the link is not a URL. Rejects with `rest_limit_reached` if 10,000 mails are waiting. Rejects with an
   * `Error` for an unknown template or a missing value.
   */
  queue(mail: QueuedMail): Promise<void>;
}
