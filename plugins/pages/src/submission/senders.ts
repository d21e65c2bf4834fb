import {
  type Collection,
  DAY,
  type DocumentCollection,
  documentForm,
  type PluginDeps,
} from "@kalends/core/plugin";

/**
 * Sender of a proposed event. It is stored separately from the event, and only editors see it. Its key is the
 * id of the form.
 */
export interface Sender {
  readonly name: string;
  /** Email address in lower case. */
  readonly mail: string;
  /** Time of the proposal in milliseconds since 1970. */
  readonly received: number;
  /** Id of the event; 0 until it is stored. */
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
 * Deletes the sender data for this email address and returns the number of deleted records. The events stay.
 */
export const eraseSender = async (senders: Collection<Sender>, mail: string): Promise<number> => {
  let count = 0;
  const equals = mail.trim().toLowerCase();
  await eachOf(senders, { by: "mail", equals }, async (key) => {
    await senders.change(key, (sender) => (sender === undefined ? undefined : null));
    count += 1;
  });
  return count;
};

/** Returns the sender data for this email address. */
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

/** Deletes the sender data of this event. */
export const eraseSenderOf = (senders: Collection<Sender>, event: number): Promise<void> =>
  eachOf(senders, { by: "event", equals: event }, async (key) => {
    await senders.change(key, (sender) => (sender === undefined ? undefined : null));
  });

/**
 * Deletes sender data that is older than `days`, and that of trashed events or events that were never stored.
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

/** Prints one line for each sender, the latest first. */
export const listSenders = async (
  senders: Collection<Sender>,
  print: (sender: Sender) => void,
): Promise<void> =>
  eachOf(senders, { by: "received", descending: true }, async (_key, sender) => print(sender));
