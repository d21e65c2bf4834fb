import type { Mailer } from "@kalends/core";
import { createTransport } from "nodemailer";

export interface SmtpSettings {
  /** Address of the server, such as `smtps://user:password@mail.example`. */
  readonly url: string;
  /** Sender of all mail, as one mailbox such as `Calendar <calendar@example.org>`. */
  readonly from: string;
}

/** Creates a mailer that sends over SMTP. */
export const createSmtpMailer = ({ url, from }: SmtpSettings): Mailer => {
  const transport = createTransport(url);
  return {
    async send({ to, replyTo, subject, text, html }) {
      await transport.sendMail({ from, to, ...(replyTo && { replyTo }), subject, text, html });
    },
  };
};
