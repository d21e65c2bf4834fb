import { isStorageFailure } from "../../errors.ts";
import type { LinkPurpose } from "../../model/sign-in-record.ts";
import type { RunLeased } from "../../plugins/run-leased.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Logger } from "../../ports/logger.ts";
import type { Mailer, MailProblem, QueuedMail } from "../../ports/mailer.ts";
import type { BuiltInMail, FindMailTemplate } from "./mail-templates.ts";
import { type MailSite, renderMail } from "./render-mail.ts";
import { type MailStore, mailsIn, type StoredMail } from "./stored-mail.ts";

/**
 * Creates a one-time link for an account and ends its earlier links. Returns `undefined` if the account is
 * missing or disabled, or no longer has this mail address.
 */
export type CreateMailedLink = (
  accountId: number,
  purpose: LinkPurpose,
  address: string,
) => Promise<string | undefined>;

/**
 * Creates the link of a plugin's mail. Returns `undefined` if the recipient may not get one. `template` has the
 * form `PLUGIN/NAME`.
 */
export type CreatePluginLink = (
  template: string,
  createLink: NonNullable<BuiltInMail["createLink"]>,
  mail: Pick<QueuedMail, "to" | "values">,
) => Promise<string | undefined>;

/**
 * Sends all mail that is due and returns the number of attempts. Stops early if the mail server itself has a
 * problem (`isOfServer`). Does nothing while another process sends mail.
 */
export type SendDueMail = (isStopped: () => boolean) => Promise<number>;

interface SendDueMailDeps {
  readonly store: MailStore;
  readonly mailer: Mailer;
  readonly findTemplate: FindMailTemplate;
  readonly createLink: CreateMailedLink;
  readonly createPluginLink: CreatePluginLink;
  readonly runLeased: RunLeased;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly site: MailSite;
}

const MINUTE = 60_000;
/**
 * Pauses in milliseconds after the first, second, third and fourth failed attempt. The last one also applies
 * to later attempts.
 */
const PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE];
/** Number of mails that are sent at the same time. */
const AT_ONCE = 4;

const pauseAfter = (attempts: number): number => PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? MINUTE;

/** True if the mail server is the problem. Other mails would then fail too. */
const isOfServer = ({ failure }: MailProblem): boolean =>
  failure === "unreachable" || failure === "tls" || failure === "sign-in";

/**
 * Creates the function that sends due mail. It stores each attempt before it begins, so that no other process
 * sends the same mail at the same time.
 * Source: rules/sign-in.md#mail.
 */
export const createSendDueMail = ({
  store,
  mailer,
  findTemplate,
  createLink,
  createPluginLink,
  runLeased,
  clock,
  logger,
  site,
}: SendDueMailDeps): SendDueMail => {
  const mails = mailsIn(store);
  const due = async (limit: number): Promise<readonly string[]> =>
    (await mails.list({ by: "due", until: clock.now(), limit })).items.map(({ key }) => key);

  /**
   * Stores that an attempt begins, and returns the mail. Returns `undefined` if the mail was removed or is no
   * longer due.
   */
  const claim = async (key: string): Promise<StoredMail | undefined> => {
    let claimed: StoredMail | undefined;
    await mails.change(key, (stored) => {
      const now = clock.now();
      claimed =
        stored === undefined || stored.due > now
          ? undefined
          : { ...stored, attempts: stored.attempts + 1, due: now + pauseAfter(stored.attempts + 1) };
      return claimed;
    });
    return claimed;
  };
  const remove = async (key: string): Promise<void> =>
    void (await mails.change(key, (stored) => stored && null));

  /**
   * Returns the values of a mail, with a new link if its template needs one. Returns `undefined` if the
   * recipient may not get a link.
   */
  const withLink = async (
    mail: QueuedMail,
    { purpose, createLink: ofPlugin, link: name = "link" }: BuiltInMail,
  ): Promise<QueuedMail["values"] | undefined> => {
    const { to, values } = mail;
    if (purpose === undefined && ofPlugin === undefined) return values;
    const link =
      purpose === undefined
        ? ofPlugin && (await createPluginLink(mail.template, ofPlugin, mail))
        : await createLink(Number(values.account), purpose, to.address);
    return link === undefined ? undefined : { ...values, [name]: link };
  };

  const send = async (key: string): Promise<MailProblem | undefined> => {
    const stored = await claim(key);
    if (stored === undefined) return undefined;
    const { mail, attempts } = stored;
    const fields = { mail: key, template: mail.template, attempts };
    const template = findTemplate(mail.template);
    if (template === undefined) {
      logger.warn("A mail waits: its template was not found", fields);
      return undefined;
    }
    let values: QueuedMail["values"] | undefined;
    try {
      values = await withLink(mail, template);
    } catch (error) {
      // A faulty plugin must not delay the other mails.
      if (template.createLink === undefined || isStorageFailure(error)) throw error;
      logger.error("The link of a mail could not be created; another attempt follows", { ...fields, error });
      return undefined;
    }
    if (values === undefined) {
      logger.info("A mail was dropped: its recipient gets no link", fields);
      await remove(key);
      return undefined;
    }
    const problem = await mailer.send(renderMail(template, { ...mail, values }, site));
    if (problem === undefined || problem.failure === "refused") await remove(key);
    const { failure, code } = problem ?? {};
    const reported = { ...fields, failure, ...(code !== undefined && { code }) };
    if (problem === undefined) logger.info("A mail was sent", fields);
    else if (failure === "refused") logger.warn("A mail was refused and is not sent again", reported);
    else logger.warn("A mail could not be sent; another attempt follows", reported);
    return problem;
  };

  return async (isStopped) => {
    if ((await due(1)).length === 0) return 0;
    let attempts = 0;
    await runLeased(
      "calendar/mail",
      async ({ isStopping }) => {
        while (!isStopping()) {
          const keys = await due(AT_ONCE);
          const problems = await Promise.all(keys.map(send));
          attempts += keys.length;
          // If the server itself has a problem, the other mails wait for the next run.
          if (keys.length < AT_ONCE || problems.some((problem) => problem && isOfServer(problem))) return;
        }
      },
      { isStopped },
    );
    return attempts;
  };
};
