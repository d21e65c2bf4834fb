import type { Mailer } from "@kalends/core";
import { type MailSite, parseMailbox } from "@kalends/core/interface";
import type { SmtpSettings } from "@kalends/mail";
import type { Config } from "../configuration/config.ts";
import { isLoopback } from "../configuration/public-address.ts";
import { parseSmtpAddress } from "./smtp-address.ts";

type MailConfig = Pick<Config, "smtpUrl" | "smtpTls" | "mailFrom">;

/** Returns the settings of the mail server; `undefined` if none is configured. */
export const toSmtpSettings = ({ smtpUrl, smtpTls, mailFrom }: MailConfig): SmtpSettings | undefined => {
  const server = smtpUrl === undefined ? undefined : parseSmtpAddress(smtpUrl);
  const from = mailFrom === undefined ? undefined : parseMailbox(mailFrom);
  if (server === undefined || from === undefined) return undefined;
  const { isSecure, ...rest } = server;
  const isPlain = smtpTls === "off" || isLoopback(server.host);
  return { ...rest, encryption: isSecure ? "tls" : isPlain ? "none" : "starttls", from };
};

/** Creates the mailer of an installation; `undefined` if no mail server is configured. */
export const createConfiguredMailer = (config: MailConfig): Mailer | undefined => {
  const settings = toSmtpSettings(config);
  if (settings === undefined) return undefined;
  let mailer: Promise<Mailer> | undefined;
  return {
    async send(message) {
      // Load the package with the first mail, because loading takes time.
      mailer ??= import("@kalends/mail").then(({ createSmtpMailer }) => createSmtpMailer(settings));
      return (await mailer).send(message);
    },
  };
};

/** Returns the settings that the texts of mails depend on. */
export const toMailSite = ({
  config: { language },
  publicAddress,
}: {
  readonly config: Pick<Config, "language">;
  readonly publicAddress: string | undefined;
}): MailSite => ({
  language,
  name: publicAddress === undefined ? "Kalends" : new URL(publicAddress).host,
});
