import {
  type Collection,
  DAY,
  type DocumentCollection,
  documentForm,
  type PluginDeps,
} from "@kalends/core/plugin";
import { type Decision, forgetDecisionsOn } from "../review/decisions.ts";

/**
 * Person who proposed an event. The data is stored separately from the event, under the id of the form. Only
 * editors can see it.
 */
export interface Sender {
  readonly name: string;
  /** Email address in lower case. */
  readonly mail: string;
  /** Time of the proposal in milliseconds since 1970. */
  readonly received: number;
  /** Id of the proposed event. 0 until the event is stored. */
  readonly event: number;
}

export const SENDERS: DocumentCollection = {
  name: "senders",
  indexes: ["mail", "received", "event"],
  isWellFormed: documentForm.object({
    name: documentForm.text,
    mail: documentForm.text,
    received: documentForm.time,
    event: documentForm.integer,
  }),
};

const eachOf = async (
  senders: Collection<Sender>,
  wanted: NonNullable<Parameters<Collection<Sender>["list"]>[0]>,
  run: (key: string, sender: Sender) => Promise<void>,
): Promise<void> => {
  let cursor: string | undefined;
  do {
    const page = await senders.list({ ...wanted, limit: 100, cursor });
    for (const { key, value } of page.items) await run(key, value);
    cursor = page.cursor;
  } while (cursor !== undefined);
};

/**
 * Deletes the stored senders with this email address, and the decisions on their events, which may name them.
 * Returns the number of senders. Their events are not deleted.
 */
export const eraseSender = async (
  senders: Collection<Sender>,
  decisions: Collection<Decision>,
  mail: string,
): Promise<number> => {
  let count = 0;
  const equals = mail.trim().toLowerCase();
  await eachOf(senders, { by: "mail", equals }, async (key, { event }) => {
    if (event !== 0) await forgetDecisionsOn(decisions, event);
    await senders.change(key, (sender) => (sender === undefined ? undefined : null));
    count += 1;
  });
  return count;
};

/** Returns the stored senders with this email address. */
export const sendersWith = async (
  senders: Collection<Sender>,
  mail: string,
): Promise<readonly Readonly<Record<keyof Sender, string | number>>[]> => {
  const sent: Sender[] = [];
  await eachOf(senders, { by: "mail", equals: mail.trim().toLowerCase() }, async (_key, sender) => {
    sent.push(sender);
  });
  return sent.map((sender) => ({ ...sender }));
};

/** Returns the sender of this event; `undefined` if it has none. */
export const senderOf = async (senders: Collection<Sender>, event: number): Promise<Sender | undefined> =>
  (await senders.list({ by: "event", equals: event, limit: 1 })).items[0]?.value;

/** Deletes the sender of this event. */
export const eraseSenderOf = (senders: Collection<Sender>, event: number): Promise<void> =>
  eachOf(senders, { by: "event", equals: event }, async (key) => {
    await senders.change(key, (sender) => (sender === undefined ? undefined : null));
  });

/**
 * Deletes senders whose proposal is older than `days`. Also deletes senders whose event is deleted or in the
 * trash, or was not stored within a day.
 */
export const eraseOldSenders = async (
  senders: Collection<Sender>,
  { calendar, clock }: Pick<PluginDeps, "calendar" | "clock">,
  days: number,
): Promise<void> => {
  const now = clock.now();
  const forget = async (key: string): Promise<void> =>
    void (await senders.change(key, (sender) => (sender === undefined ? undefined : null)));
  await eachOf(senders, { by: "received" }, async (key, { event, received }) => {
    if (received < now - days * DAY) return forget(key);
    if (event === 0) return received < now - DAY ? forget(key) : undefined;
    const stored = await calendar.unrestricted.events.get(event);
    if (stored === undefined || stored.status === "trash") await forget(key);
  });
};

/** Calls `print` for each sender, latest first. */
export const listSenders = async (
  senders: Collection<Sender>,
  print: (sender: Sender) => void,
): Promise<void> =>
  eachOf(senders, { by: "received", descending: true }, async (_key, sender) => print(sender));
