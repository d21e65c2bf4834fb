import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import {
  type CalendarClient,
  type CalendarEvent,
  CalendarNetworkError,
  CalendarRequestError,
  type CopiedKind,
  type EventTerm,
  type Organizer,
  type Term,
  type Venue,
} from "@kalends/client";
import type { Copied } from "./lists.ts";

/** Received webhook message. */
interface Message {
  readonly type: string;
  readonly data: {
    readonly kind: CopiedKind | "image";
    readonly id: number;
    readonly record?: { readonly id: number; readonly json_ld?: object };
    readonly deleted?: true;
  };
}

/**
 * Copy of a calendar that is updated by webhook messages. Linked records and counts are read from the
 * calendar when a message concerns them.
 */
export interface WebhookMirror {
  readonly address: string;
  /** Makes the copy accept messages that are signed with this secret. */
  accept(secret: string): void;
  /** Returns the copied records. Terms within events have the same counts as the terms themselves. */
  contents(): Copied;
  readonly figures: { messages: number; refused: number; repeated: number; asked: number };
  /** Messages that could not be processed. */
  readonly mistakes: readonly string[];
  /** True if no message waits to be processed. */
  isIdle(): boolean;
  close(): Promise<void>;
}

/**
 * Maximum delay of a message in milliseconds. Data that was read later than that is newer than the message.
 */
const MAX_DELAY_MS = 15_000;

const WINDOW = { start_date: "1000-01-01", end_date: "9999-01-01", per_page: 200 } as const;

const isSigned = ({ headers }: IncomingMessage, body: string, secret: string): boolean => {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const expected = createHmac("sha256", key).update(signed).digest();
  return String(headers["webhook-signature"])
    .split(" ")
    .some((signature) => {
      const [version, value = ""] = signature.split(",");
      const bytes = Buffer.from(value, "base64");
      return version === "v1" && bytes.length === expected.length && timingSafeEqual(bytes, expected);
    });
};

/** Removes members that records in lists do not have. */
const toPlain = <T>(record: T): T =>
  JSON.parse(JSON.stringify(record, (key, value) => (key === "json_ld" ? undefined : value)));

const isGone = (error: unknown): boolean =>
  error instanceof CalendarRequestError && [400, 401, 403, 404, 410].includes(error.status);

export const startWebhookMirror = async (client: CalendarClient): Promise<WebhookMirror> => {
  const events = new Map<number, CalendarEvent>();
  const venues = new Map<number, Venue>();
  const organizers = new Map<number, Organizer>();
  const categories = new Map<number, Term>();
  const tags = new Map<number, Term>();
  const figures = { messages: 0, refused: 0, repeated: 0, asked: 0 };
  const seen = new Set<string>();
  /** Time at which each event was last read. */
  const readAt = new Map<number, number>();

  /** Repeats a request until the calendar responds, because it may be down for a while. */
  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    for (;;) {
      figures.asked += 1;
      try {
        return await question();
      } catch (error) {
        const isAway =
          error instanceof CalendarNetworkError ||
          (error instanceof CalendarRequestError && error.status >= 500);
        if (!isAway) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };

  /** Reads a record from the calendar. If visitors cannot see it, it is removed from the copy. */
  const reread = async <T extends object>(
    records: Map<number, T>,
    id: number,
    read: () => Promise<T>,
  ): Promise<void> => {
    try {
      records.set(id, toPlain(await ask(read)));
    } catch (error) {
      if (!isGone(error)) throw error;
      records.delete(id);
    }
  };

  /** Terms whose number of events may have changed. */
  const uncounted = { categories: new Set<number>(), tags: new Set<number>() };
  const setEvent = (id: number, after: CalendarEvent | undefined, mayCount = false): void => {
    const before = events.get(id);
    for (const name of ["categories", "tags"] as const) {
      const [had, has] = [before, after].map((event) => new Set(event?.[name].map((term) => term.id)));
      for (const term of [...(had ?? []), ...(has ?? [])])
        if (mayCount || had?.has(term) !== has?.has(term)) uncounted[name].add(term);
    }
    if (after === undefined) events.delete(id);
    else events.set(id, toPlain(after));
  };
  const recount = async (): Promise<void> => {
    for (const id of uncounted.categories) await reread(categories, id, () => client.categories.get(id));
    for (const id of uncounted.tags) await reread(tags, id, () => client.tags.get(id));
    uncounted.categories.clear();
    uncounted.tags.clear();
  };

  const rereadEvent = async (id: number): Promise<void> => {
    readAt.set(id, performance.now());
    const found = new Map<number, CalendarEvent>();
    await reread(found, id, () => client.events.get(id));
    setEvent(id, found.get(id), true);
  };

  /** Reads the events that are linked to a record now or were linked to it before. */
  const rereadEvents = async (query: object, showed: (event: CalendarEvent) => boolean): Promise<void> => {
    const before = performance.now();
    const found = await ask(async () => {
      const all: CalendarEvent[] = [];
      for await (const event of client.events.list({ ...WINDOW, ...query })) all.push(event);
      return all;
    }).catch((error: unknown) => {
      // The record in the query may have been deleted in the meantime.
      if (isGone(error)) return [];
      throw error;
    });
    const left = new Set([...events.values()].filter(showed).map(({ id }) => id));
    for (const event of found) {
      readAt.set(event.id, before);
      setEvent(event.id, event);
      left.delete(event.id);
    }
    for (const id of left) await rereadEvent(id);
  };

  const counted = <T extends EventTerm>(terms: ReadonlyMap<number, Term>, of: readonly T[]): readonly T[] =>
    of.map((term) => ({ ...term, count: terms.get(term.id)?.count ?? term.count }));

  const takeEvent = async ({ id, record }: Message["data"]): Promise<void> => {
    setEvent(id, record as CalendarEvent | undefined, true);
    if (performance.now() - (readAt.get(id) ?? -MAX_DELAY_MS) < MAX_DELAY_MS) await rereadEvent(id);
  };

  const hasTerm = (id: number) => (event: CalendarEvent) =>
    [...event.categories, ...event.tags].some((term) => term.id === id);

  /** Reads a category and its descendants, because their URLs contain its slug. */
  const takeCategory = async (id: number): Promise<void> => {
    const before = new Map(
      [...categories].map(([key, { count: _, ...term }]) => [key, JSON.stringify(term)]),
    );
    const all = await ask(async () => {
      const found: Term[] = [];
      for await (const term of client.categories.list({ hide_empty: false, per_page: 200 })) found.push(term);
      return found;
    });
    categories.clear();
    for (const term of all) categories.set(term.id, term);
    const changed = all.filter(({ count: _, ...term }) => before.get(term.id) !== JSON.stringify(term));
    for (const each of new Set([id, ...changed.map((term) => term.id)])) {
      if (!categories.has(each)) {
        for (const event of [...events.values()].filter(hasTerm(each))) await rereadEvent(event.id);
      } else await rereadEvents({ categories: [each] }, hasTerm(each));
    }
  };

  const takeTag = async (id: number): Promise<void> => {
    await reread(tags, id, () => client.tags.get(id));
    if (tags.has(id)) return rereadEvents({ tags: [id] }, hasTerm(id));
    for (const event of [...events.values()].filter(hasTerm(id))) await rereadEvent(event.id);
  };

  const take = async ({ data }: Message): Promise<void> => {
    const { kind, id, record } = data;
    if (kind === "event") await takeEvent(data);
    if (kind === "category") await takeCategory(id);
    if (kind === "tag") await takeTag(id);
    if (kind === "venue") {
      if (record === undefined) venues.delete(id);
      else venues.set(id, toPlain(record as Venue));
      await rereadEvents({ venue: id }, ({ venue }) => "id" in venue && venue.id === id);
    }
    if (kind === "organizer") {
      if (record === undefined) organizers.delete(id);
      else organizers.set(id, toPlain(record as Organizer));
      await rereadEvents({ organizer: id }, ({ organizer }) => organizer.some((each) => each.id === id));
    }
  };

  const mistakes: string[] = [];
  let secret = "";
  let waiting = 0;
  let queue: Promise<unknown> = Promise.resolve();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const isAccepted = secret !== "" && isSigned(request, body, secret);
    response.statusCode = isAccepted ? 204 : 401;
    response.end();
    const id = String(request.headers["webhook-id"]);
    if (!isAccepted) figures.refused += 1;
    else figures.messages += 1;
    if (seen.has(id)) figures.repeated += 1;
    if (!isAccepted) return;
    seen.add(id);
    waiting += 1;
    queue = queue
      .then(() => take(JSON.parse(body)))
      .then(recount)
      .catch((error: unknown) => void mistakes.push(`${body.slice(0, 100)}: ${error}`))
      .finally(() => {
        waiting -= 1;
      });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    accept(known) {
      secret = known;
    },
    contents: () => ({
      events: new Map(
        [...events].map(([id, event]) => [
          id,
          {
            ...event,
            categories: counted(categories, event.categories),
            tags: counted(tags, event.tags),
          },
        ]),
      ),
      venues,
      organizers,
      categories,
      tags,
    }),
    figures,
    mistakes,
    isIdle: () => waiting === 0,
    async close() {
      await queue;
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
