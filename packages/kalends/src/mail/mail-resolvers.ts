import {
  type CreatePluginLink,
  createMailQueue,
  createMailTemplates,
  createSendDueMail,
  type Plugin,
} from "@kalends/core/interface";
import { asValue, type Resolver } from "awilix/browser";
import type { Cradle } from "../cradle.ts";
import { single } from "../resolvers.ts";
import { createConfiguredMailer, toMailSite } from "./configured-mailer.ts";
import { createMailedLinks, createQueueLink } from "./mailed-links.ts";
import { createRemoveOldMail } from "./remove-old-mail.ts";

type MailPart =
  | "mailer"
  | "mailSite"
  | "findMailTemplate"
  | "mailQueue"
  | "queueLink"
  | "sendDueMail"
  | "removeOldMail";

/** Connects the parts of the calendar that send mail. */
export const mailResolvers = (
  plugins: readonly Plugin[],
): { readonly [Name in MailPart]: Resolver<Cradle[Name]> } => ({
  mailer: single(({ config }) => createConfiguredMailer(config)),
  mailSite: single(toMailSite),
  findMailTemplate: asValue(
    createMailTemplates(
      plugins.flatMap(({ name: plugin, mailTemplates = [] }) =>
        mailTemplates.map((value) => ({ plugin, value })),
      ),
    ),
  ),
  // Uses the real clock: the queue must not mark responses as time-dependent.
  mailQueue: single(
    ({ mailer, store, findMailTemplate: findTemplate, stopwatch: clock, newToken }) =>
      mailer && createMailQueue({ store, findTemplate, clock, newToken }),
  ),
  queueLink: single(({ mailQueue, accountStore, publicAddress }) =>
    mailQueue === undefined || accountStore === undefined || publicAddress === undefined
      ? undefined
      : createQueueLink(mailQueue),
  ),
  // Uses the real clock, as the queue does.
  sendDueMail: single((cradle) => {
    const { mailer, store, findMailTemplate: findTemplate, mailSite: site, runLeased, logger } = cradle;
    const { stopwatch: clock, accountStore, publicAddress } = cradle;
    // Read later, because the dependencies of plugins contain the queue.
    const createPluginLink: CreatePluginLink = (template, { from, create }, { to, values }) =>
      create(values[from] ?? "", to, cradle.pluginDepsOf(template.split("/", 1)[0] ?? ""));
    const createLink = createMailedLinks({ accountStore, publicAddress, signIns: () => cradle.signIns });
    return (
      mailer &&
      createSendDueMail({
        ...{ mailer, store, findTemplate, site, createLink, createPluginLink, runLeased, logger, clock },
      })
    );
  }),
  removeOldMail: single(({ store, stopwatch }) => createRemoveOldMail({ store, stopwatch })),
});
