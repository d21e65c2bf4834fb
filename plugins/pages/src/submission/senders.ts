import { type Clock, type Collection, DAY, type PluginDeps } from "@kalends/core/plugin";

/** Who has sent an event, kept beside it and shown to editors alone. The key is the name of the form. */
export interface Sender {
  readonly name: string;
  /** In lower case. */
  readonly mail: string;
  /** In milliseconds since 1970. */
  readonly received: number;
  /** The id of the event; 0 while it is not stored yet. */
  readonly event: number;
}

export const SENDERS = { name: "senders", indexes: ["mail", "received", "event"] } as const;

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

/** Forgets whoever has this address; answers how many events they had sent. The events stay. */
export const eraseSender = async (senders: Collection<Sender>, mail: string): Promise<number> => {
  let count = 0;
  const equals = mail.trim().toLowerCase();
  await eachOf(senders, { by: "mail", equals }, async (key) => {
    await senders.change(key, (sender) => (sender === undefined ? undefined : null));
    count += 1;
  });
  return count;
};

/** What somebody with this address has sent. */
export const sentBy = async (
  senders: Collection<Sender>,
  mail: string,
): Promise<readonly Readonly<Record<keyof Sender, string | number>>[]> => {
  const sent: Sender[] = [];
  await eachOf(senders, { by: "mail", equals: mail.trim().toLowerCase() }, async (_key, sender) => {
    sent.push(sender);
  });
  return sent.map((sender) => ({ ...sender }));
};

/** Forgets who sent this event. */
export const eraseSenderOf = (senders: Collection<Sender>, event: number): Promise<void> =>
  eachOf(senders, { by: "event", equals: event }, async (key) => {
    await senders.change(key, (sender) => (sender === undefined ? undefined : null));
  });

/** Forgets senders of long ago, and those of events that are in the trash or were never stored. */
export const eraseOldSenders = async (
  senders: Collection<Sender>,
  { calendar, clock }: Pick<PluginDeps, "calendar"> & { readonly clock: Clock },
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

/** One line for each, the last one first. */
export const listSenders = async (
  senders: Collection<Sender>,
  print: (sender: Sender) => void,
): Promise<void> =>
  eachOf(senders, { by: "received", descending: true }, async (_key, sender) => print(sender));
