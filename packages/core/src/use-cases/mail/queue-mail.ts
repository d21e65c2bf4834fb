import { invalidParameter, limitReached } from "../../errors.ts";
import type { Clock } from "../../ports/clock.ts";
import type { MailQueue } from "../../ports/mailer.ts";
import type { FindMailTemplate } from "./mail-templates.ts";
import { requireMailbox } from "./mailbox.ts";
import { valuesOfTemplate } from "./render-mail.ts";
import { MAX_WAITING, type MailStore, mailsIn } from "./stored-mail.ts";

interface MailQueueDeps {
  readonly store: MailStore;
  readonly findTemplate: FindMailTemplate;
  readonly clock: Clock;
  /** Returns a new token of letters and digits. */
  readonly newToken: () => string;
}

const MAX_VALUE = 2_000;
const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/;
const LINK = /^https?:\/\/[^\s"'<>\\^`{|}]+$/i;

/**
 * Creates the queue of mail. It stores only values that the template uses. It stores no one-time link,
 * because each attempt to send creates a new one.
 * Source: rules/sign-in.md#mail.
 */
export const createMailQueue = ({ store, findTemplate, clock, newToken }: MailQueueDeps): MailQueue => ({
  async queue({ template, to, replyTo, language, values }) {
    const found = findTemplate(template);
    if (found === undefined) throw new Error(`Mail template ${template} not found`);
    const { purpose, link, createLink } = found;
    const key = purpose === undefined ? createLink?.from : "account";
    const names = [...valuesOfTemplate(found)].filter((name) => key === undefined || name !== link);
    const stored = (key === undefined ? names : [...names, key]).map((name) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (typeof value !== "string" && !Number.isFinite(value))
        throw new Error(`The mail ${template} needs the value ${name}, a text or a number`);
      if (String(value).length > MAX_VALUE)
        throw invalidParameter(name, { reason: "too-long", values: { maximum: MAX_VALUE } });
      if (name === link && !LINK.test(String(value))) throw invalidParameter(name, { reason: "not-a-url" });
      return [name, value] as const;
    });
    const now = clock.now();
    const mail = {
      template,
      to: requireMailbox("to", to),
      ...(replyTo && { replyTo: requireMailbox("replyTo", replyTo) }),
      ...(language !== undefined && LANGUAGE.test(language) && { language }),
      values: Object.fromEntries(stored) as Record<string, string | number>,
    };
    const result = await mailsIn(store).insert(
      newToken(),
      { queued: now, due: now, attempts: 0, mail },
      { maximum: MAX_WAITING },
    );
    if (result !== "inserted")
      throw limitReached(MAX_WAITING, `The mail queue is full: ${MAX_WAITING} mails wait. Try again later.`);
  },
});
