import { DAY } from "../../model/time/wall-clock.ts";
import { type Collection, createCollectionOf } from "../../plugins/collections.ts";
import type { QueuedMail } from "../../ports/mailer.ts";
import type { Store } from "../../ports/store.ts";
import type { MailStatus } from "../status/status.ts";

/** Mail in the queue. Times are milliseconds since 1970. */
export interface StoredMail {
  readonly queued: number;
  /** Time of the next attempt, in milliseconds since 1970. */
  readonly due: number;
  /** Number of attempts that were begun. */
  readonly attempts: number;
  readonly mail: QueuedMail;
}

/** Maximum number of mails that wait. */
export const MAX_WAITING = 10_000;
/** Time for which unsent mail is kept, in milliseconds. */
const RETENTION = 7 * DAY;
/** Number of mails that are read at once. */
const BATCH = 200;

export type MailStore = Pick<Store, "documents" | "transaction">;

/**
 * Returns the collection of waiting mail. The collection belongs to the calendar itself: plugins cannot read
 * it, and archives do not contain it.
 */
export const mailsIn = (store: MailStore): Collection<StoredMail> =>
  createCollectionOf(store, "kalends", [{ name: "mail", indexes: ["due", "queued"] }])<StoredMail>("mail");

/** Returns the number of waiting mails, and the time at which the oldest one was queued. */
export const readMailStatus = async (store: MailStore): Promise<MailStatus> => {
  const mails = mailsIn(store);
  const [waiting, { items }] = await Promise.all([mails.count(), mails.list({ by: "queued", limit: 1 })]);
  const [oldest] = items;
  return { waiting, ...(oldest && { oldest: oldest.value.queued }) };
};

async function* allMails(
  store: MailStore,
): AsyncGenerator<{ readonly key: string; readonly value: StoredMail }> {
  let cursor: string | undefined;
  do {
    const page = await mailsIn(store).list({ limit: BATCH, cursor });
    yield* page.items;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

/** Person whose mail is found. */
interface MailPerson {
  readonly id: number;
  readonly email?: string | undefined;
}

const isAbout = ({ mail: { to, replyTo, values } }: StoredMail, { id, email = "" }: MailPerson): boolean => {
  if (values.account === id) return true;
  const address = email.toLowerCase();
  return (
    address !== "" &&
    [to.address, replyTo?.address ?? "", ...Object.values(values)].some((text) =>
      String(text).toLowerCase().includes(address),
    )
  );
};

/**
 * Yields the waiting mail about a person: mail for the person's account, and mail that contains the person's
 * address.
 */
export async function* mailsOf(store: MailStore, person: MailPerson): AsyncGenerator<StoredMail> {
  for await (const { value } of allMails(store)) if (isAbout(value, person)) yield value;
}

/**
 * Removes the mail that `mailsOf` yields: mail for the person's account or with the person's address. Returns
 * the number of removed mails.
 */
export const removeMailsOf = async (store: MailStore, person: MailPerson): Promise<number> => {
  let removed = 0;
  for await (const { key, value } of allMails(store)) {
    if (!isAbout(value, person)) continue;
    await mailsIn(store).change(key, () => null);
    removed += 1;
  }
  return removed;
};

/**
 * Removes mail that has waited for seven days. Returns the number of removed mails. Stops early if
 * `isStopping` returns true.
 */
export const removeOldMails = async (
  store: MailStore,
  now: number,
  isStopping: () => boolean,
): Promise<number> => {
  const mails = mailsIn(store);
  for (let removed = 0; ; ) {
    const { items } = await mails.list({ by: "queued", until: now - RETENTION, limit: BATCH });
    for (const { key } of items) {
      if (isStopping()) return removed;
      await mails.change(key, () => null);
      removed += 1;
    }
    if (items.length < BATCH) return removed;
  }
};
