import { toInertText } from "@kalends/core";
import type { MailFailure } from "@kalends/core/interface";
import { Command } from "commander";
import { OperatorError } from "../operator-error.ts";
import type { CommandContext, CommandFactory } from "./command-context.ts";

export const createMailCommand: CommandFactory = (context) => {
  const mail = new Command("mail").description("check that the calendar can send mail");
  mail
    .command("test")
    .description("send a test mail at once and print what happened")
    .argument("<address>", "mail address of the recipient")
    .action((address: string) => sendTest(context, address));
  return mail;
};

const PROBLEMS: Readonly<Record<MailFailure, (server: string) => string>> = {
  unreachable: (server) =>
    `Cannot connect to the mail server ${server}. Check the host and port in KALENDS_SMTP_URL`,
  tls: (server) =>
    `The connection to the mail server ${server} cannot be encrypted. Check its certificate, the port, and smtp:// or smtps:// in KALENDS_SMTP_URL; KALENDS_SMTP_TLS=off sends without encryption`,
  "sign-in": (server) =>
    `The mail server ${server} refused the sign-in. Check the name and password in KALENDS_SMTP_URL`,
  delayed: (server) => `The mail server ${server} does not accept the mail at the moment. Try again later`,
  refused: (server) =>
    `The mail server ${server} refused the mail. Check the recipient, and the sender in KALENDS_MAIL_FROM`,
};

const sendTest = async ({ loadInstallation, print }: CommandContext, address: string): Promise<void> => {
  const { config } = await loadInstallation();
  const [core, { createConfiguredMailer, toMailSite, toSmtpSettings }, { localAddressOf }] =
    await Promise.all([
      import("@kalends/core/interface"),
      import("../mail/configured-mailer.ts"),
      import("../configuration/public-address.ts"),
    ]);
  const mailer = createConfiguredMailer(config);
  const settings = toSmtpSettings(config);
  if (mailer === undefined || settings === undefined)
    throw new OperatorError(["No mail server is configured: set KALENDS_SMTP_URL and KALENDS_MAIL_FROM"]);
  const template = core.createMailTemplates([])("test");
  if (!core.isMailAddress(address) || template === undefined)
    throw new OperatorError([`${address} is not a mail address: give one such as ann@example.org`]);
  const site = toMailSite({ config, publicAddress: config.baseUrl ?? localAddressOf(config) });
  const message = core.renderMail(template, { to: { name: "", address }, values: {} }, site);
  const server = `${settings.host}:${settings.port}`;
  const problem = await mailer.send(message);
  if (problem !== undefined)
    throw new OperatorError([`${PROBLEMS[problem.failure](server)}. ${toInertText(problem.detail)}`]);
  print(`The mail server ${server} accepted the mail to ${address}.`);
};
