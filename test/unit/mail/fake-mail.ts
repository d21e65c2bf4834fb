import type { Logger, MailMessage, MailProblem } from "@kalends/core";
import {
  createMailQueue,
  createMailTemplates,
  createSendDueMail,
  type MailQueue,
  type MailTemplate,
  type RunLeased,
  type SendDueMail,
} from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import { createRunLeased } from "kalends/internals";

export const NEWS: MailTemplate = {
  name: "news",
  link: "link",
  texts: {
    en: { subject: "News from {site}: {title}", paragraphs: ["<Hello> {title} & {count}"], link: "Read" },
    fr: { subject: "Nouvelles: {title}", paragraphs: ["Bonjour {title} {count}"] },
  },
};

/** Template whose link is created for each attempt, with a long value. */
export const ASKED: MailTemplate = {
  name: "asked",
  link: "link",
  createLink: { from: "event", create: async () => undefined },
  long: ["reason"],
  texts: { en: { subject: "Question", paragraphs: ["{reason}"], link: "Correct" } },
};

export const NEWS_VALUES = { title: "Fair", count: 2, link: "https://calendar.example/a?b=1&c=2" };

/** Mail of one process on a store, with its clock, mailer and log. */
export interface FakeMail {
  readonly queue: MailQueue["queue"];
  readonly send: SendDueMail;
  readonly clock: { time: number };
  /** Messages that the mailer got. */
  readonly sent: MailMessage[];
  /** Accounts for which a link was created. */
  readonly links: number[];
  /** Result of the next messages; `undefined` accepts them. */
  next: ((message: MailMessage) => Promise<MailProblem | undefined>) | undefined;
  readonly lines: string[];
}

const TIMERS = { after: () => () => {} };

export const createFakeMail = (store: Store, clock = { time: Date.UTC(2031, 0, 1) }): FakeMail => {
  const findTemplate = createMailTemplates([NEWS, ASKED].map((value) => ({ plugin: "town", value })));
  const lines: string[] = [];
  const log = (message: string, fields: object = {}): void =>
    void lines.push(`${message} ${JSON.stringify(fields)}`);
  const logger: Logger = { debug: log, info: log, warn: log, error: log };
  const runLeased: RunLeased = createRunLeased({
    ...{ store, logger, timers: TIMERS, clock: { now: () => Date.now() } },
  });
  let token = 0;
  const fake: FakeMail = {
    ...{ clock, lines, sent: [], links: [], next: undefined },
    queue: (mail) =>
      createMailQueue({
        ...{ store, findTemplate, clock: { now: () => clock.time } },
        newToken: () => `${Math.random().toString(36).slice(2)}${++token}`,
      }).queue(mail),
    send: createSendDueMail({
      ...{ store, findTemplate, runLeased, logger, clock: { now: () => clock.time } },
      mailer: {
        send(message) {
          fake.sent.push(message);
          return fake.next?.(message) ?? Promise.resolve(undefined);
        },
      },
      createLink: async (account) => {
        fake.links.push(account);
        return account === 404 ? undefined : `https://calendar.example/sign-in#token-${fake.links.length}`;
      },
      createPluginLink: async (template, { from }, { values }) => {
        fake.links.push(Number(values[from]));
        if (values[from] === 500) throw new Error("faulty");
        return values[from] === 404 ? undefined : `https://calendar.example/${template}/${fake.links.length}`;
      },
      site: { language: "en", name: "calendar.example" },
    }),
  };
  return fake;
};
