import type { ConnectionOptions } from "node:tls";
import type { Mailer, MailMessage, MailProblem } from "@kalends/core";
import { createTransport } from "nodemailer";

export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /**
   * Encryption of the connection. `tls`: from its start. `starttls`: from the command STARTTLS on; without
   * STARTTLS, no mail is sent. `none`: no encryption.
   */
  readonly encryption: "tls" | "starttls" | "none";
  /** User name for the mail server. Absent if the server requires no sign-in. */
  readonly user?: string;
  readonly password?: string;
  /** Sender of all mail. */
  readonly from: MailMessage["to"];
}

/** Options that only code can set; an installation has no settings for them. */
export interface SmtpMailerOptions {
  /** TLS options, such as the certificate authorities to trust; by default those of Node. */
  readonly tls?: ConnectionOptions;
}

/**
 * Time limits in milliseconds: for connecting, for the server's greeting, and for each period without data
 * after the greeting.
 */
const TIME_LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

const ENCRYPTION = {
  tls: { secure: true },
  starttls: { secure: false, requireTLS: true },
  none: { secure: false, ignoreTLS: true },
} as const;

/**
 * Creates a mailer that sends over SMTP, with a new connection for each message.
 * Source: rules/sign-in.md#mail.
 */
export const createSmtpMailer = (
  { host, port, encryption, user, password, from }: SmtpSettings,
  { tls }: SmtpMailerOptions = {},
): Mailer => {
  const transport = createTransport({
    ...{ host, port, ...ENCRYPTION[encryption], ...TIME_LIMITS },
    ...(tls && { tls }),
    ...(user !== undefined && { auth: { user, pass: password } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, replyTo, subject, text, html }) {
      try {
        await transport.sendMail({
          ...{ from: { ...from }, to: { ...to } },
          ...(replyTo && { replyTo: { ...replyTo } }),
          envelope: { from: from.address, to: [to.address] },
          ...{ subject, text, html },
          headers: { "Auto-Submitted": "auto-generated" },
        });
        return undefined;
      } catch (error) {
        return toProblem(error, password);
      }
    },
  };
};

interface SmtpError extends Error {
  readonly code?: string;
  /** Error code of Node, which nodemailer has replaced with `code`. */
  readonly originalCode?: string;
  readonly responseCode?: number;
  readonly permanent?: boolean;
}

/** Matches Node's error codes for failures of TLS, such as a certificate that is not trusted. */
const OF_TLS = /CERT|TLS|SSL|SIGNED|VERIFY/;

const failureOf = ({ code, originalCode = "", permanent }: SmtpError): MailProblem["failure"] => {
  if (code === "EAUTH" || code === "ENOAUTH") return "sign-in";
  if (code === "ETLS" || OF_TLS.test(originalCode)) return "tls";
  if (code === "EENVELOPE" || code === "EMESSAGE") return permanent === true ? "refused" : "delayed";
  return "unreachable";
};

const toProblem = (error: unknown, password: string | undefined): MailProblem => {
  const found: SmtpError = error instanceof Error ? error : new Error(String(error));
  const { responseCode, message } = found;
  return {
    failure: failureOf(found),
    ...(responseCode !== undefined && { code: responseCode }),
    detail: password === undefined ? message : message.replaceAll(password, "***"),
  };
};
