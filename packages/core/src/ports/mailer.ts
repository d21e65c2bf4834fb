/** Mailbox of a recipient. */
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

/** Sends mail. */
export interface Mailer {
  /** Sends a message once. Rejects if the server cannot be reached or refuses it. */
  send(message: MailMessage): Promise<void>;
}

/** Mail to be sent: a template with its values. It never contains a secret. */
export interface QueuedMail {
  /** Name of a template, such as `invitation`, or `PLUGIN/NAME` for templates of plugins. */
  readonly template: string;
  readonly to: MailAddress;
  readonly replyTo?: MailAddress;
  /** Language tag of the recipient; absent: the language of the site. */
  readonly language?: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** Queue of mail; entries are sent with retries and kept for seven days. */
export interface MailQueue {
  /** Stores a mail to be sent. Throws `rest_invalid_param` unless `to` is exactly one mailbox. */
  queue(mail: QueuedMail): Promise<void>;
}
