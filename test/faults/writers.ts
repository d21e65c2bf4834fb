import { utcText } from "@kalends/core";
import { createBatch, isDecidedBy, keepBatch, mayPass, statusesOf } from "./batches.ts";
import { type Kept, keep, type Mirror } from "./mirror.ts";
import { bodyOf, type Json, type Kind, type Links, nameOf, type State } from "./records.ts";
import type { Send, TestResponse } from "./sending.ts";

/** Minimum number of occurrences of a series, and maximum number of further ones. */
const DATES = { fewest: 3, more: 5 };
/** Number of occurrences of a series whose single occurrences are changed. */
const OWN_DATES = 9;
/** Number of different slugs that writers request. It is small, so that slugs collide. */
const SLUGS = 6;
/** Milliseconds until a scheduled event is published. */
const SOON = 1_000;
/** Share of the requests with an idempotency key that are sent again after the crash. */
const REPEATED = 0.1;
/** Response statuses that leave open if the write was applied. */
const UNKNOWN: ReadonlySet<number> = new Set([503, 507]);

/** Client that sends one write after the other. Only this writer changes its records. */
export interface Writer {
  /** Writes until `isOver` returns true or the server is unreachable. */
  write(isOver: () => boolean): Promise<void>;
}

export const createWriter = (
  name: string,
  { mirror, send, random, picture }: WriterDeps & { readonly send: Send },
): Writer => {
  let last = 0;
  const mine: Kept[] = [];
  const images: number[] = [];
  const one = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  /** Stores a share of the requests with their responses. These requests are sent again later. */
  const note = (path: string, body: Json, key: string, answer: TestResponse): void => {
    if (random() < REPEATED) mirror.answered.push({ path, body, key, answer });
  };
  const keptOf = (kind: Kind): Kept[] =>
    mine.filter((kept) => kept.kind === kind && kept.pending === undefined && !kept.isGone);

  /** True if the calendar confirmed the request. An unexpected response is added to the mistakes. */
  const isDone = (answer: TestResponse | undefined, what: string): answer is TestResponse => {
    if (answer === undefined || UNKNOWN.has(answer.status)) return false;
    if (answer.status < 300) {
      mirror.acknowledged += 1;
      return true;
    }
    mirror.mistakes.push(`${what}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
    return false;
  };

  const links = (): Links | undefined => {
    const [venue, organizer, category] = [
      one(keptOf("venues")),
      one(keptOf("organizers")),
      one(keptOf("categories")),
    ];
    const image = one(images);
    if (venue === undefined || organizer === undefined || category === undefined || image === undefined)
      return undefined;
    for (const linked of [venue, organizer, category]) linked.isShown = true;
    return { venue: venue.id, organizer: organizer.id, category: category.id, image };
  };

  const create = async (kind: Kind, state: State): Promise<TestResponse | undefined> => {
    last += 1;
    const key = `${name}.${last}`;
    const slug = kind === "events" ? { slug: `concert-${last % SLUGS}` } : {};
    const body = { ...bodyOf(kind, key, state), ...slug };
    mirror.unanswered.set(key, { kind, key, state, body });
    const answer = await send("POST", `/${kind}`, body, key);
    if (!isDone(answer, `${kind} ${key} was not created`)) return answer;
    mirror.unanswered.delete(key);
    note(`/${kind}`, body, key, answer);
    mine.push(keep(mirror, { kind, key, state }, answer.body, answer.revision));
    return answer;
  };

  const createEvent = async (count?: number): Promise<TestResponse | undefined> => {
    const linked = links();
    if (linked === undefined) return createLinked();
    if (count === undefined && random() < 0.1)
      return create("events", { version: 1, links: linked, due: utcText(Date.now() + SOON) });
    // Some events create their venue in the same request.
    const venue = random() < 0.3 ? 0 : linked.venue;
    const dates = count === OWN_DATES ? Array.from({ length: count }, () => 0) : undefined;
    return create("events", { version: 1, links: { ...linked, venue }, count, dates });
  };

  const NO_LINKS: Links = { venue: 0, organizer: 0, category: 0, image: 0 };
  const createLinked = (): Promise<TestResponse | undefined> => {
    const kinds = ["venues", "organizers", "categories"] as const;
    const missing = kinds.find((kind) => keptOf(kind).length === 0);
    if (missing === undefined && images.length === 0) return upload();
    return create(missing ?? one([...kinds, "tags" as const]) ?? "tags", { version: 1, links: NO_LINKS });
  };

  const upload = async (): Promise<TestResponse | undefined> => {
    const answer = await send("POST", "/images", picture);
    if (isDone(answer, "an image was not taken")) {
      const { id, url } = answer.body as { readonly id: number; readonly url: string };
      images.push(id);
      mirror.images.set(id, new URL(url).pathname);
      mirror.newImages.add(id);
    }
    return answer;
  };

  const update = async (): Promise<TestResponse | undefined> => {
    const kept = one(mine.filter(({ pending, isGone }) => pending === undefined && !isGone));
    if (kept === undefined) return createLinked();
    if (kept.state.dates !== undefined) return updateDate(kept, kept.state.dates);
    const { kind, state } = kept;
    const isLimited = state.count !== undefined && state.count > 0;
    const count = isLimited ? DATES.fewest + Math.floor(random() * DATES.more) : state.count;
    const linked = kind === "events" ? links() : NO_LINKS;
    if (linked === undefined) return createLinked();
    const next = { ...state, version: state.version + 1, links: linked, count };
    kept.pending = next;
    mirror.touched.add(kept);
    const answer = await send("PATCH", `/${kind}/${kept.id}`, bodyOf(kind, kept.key, next));
    if (!isDone(answer, `${kind}/${kept.id} was not updated`)) return answer;
    kept.state = next;
    kept.revision = answer.revision;
    kept.pending = undefined;
    return answer;
  };

  /** Changes one occurrence of a series or moves it to the trash. */
  const updateDate = async (kept: Kept, dates: readonly number[]): Promise<TestResponse | undefined> => {
    const found = await send("GET", `/events/${kept.id}/occurrences?start_date=2000-01-01`);
    const occurrences = found?.body.events as readonly Json[] | undefined;
    const there = dates.flatMap((own, index) => (own < 0 ? [] : [index]));
    const place = Math.floor(random() * there.length);
    const [index = 0, id] = [there[place], occurrences?.[place]?.id];
    if (id === undefined) return found;
    const version = there.length > 2 && random() < 0.2 ? -1 : (dates[index] ?? 0) + 1;
    const next = { ...kept.state, dates: dates.with(index, version) };
    kept.pending = next;
    mirror.suspected.add(kept);
    const answer = await (version < 0
      ? send("DELETE", `/events/${id}`)
      : send("PATCH", `/events/${id}`, { title: nameOf("events", `${kept.key}d`, version) }));
    if (!isDone(answer, `a date of events/${kept.id} was not written`)) return answer;
    kept.state = next;
    kept.pending = undefined;
    return answer;
  };

  const remove = async (): Promise<TestResponse | undefined> => {
    const kept = one(
      mine.filter(({ pending, isGone, isShown }) => !isShown && !isGone && pending === undefined),
    );
    if (kept === undefined) return createLinked();
    kept.pending = "gone";
    mirror.touched.add(kept);
    const answer = await send("DELETE", `/${kept.kind}/${kept.id}`);
    if (!isDone(answer, `${kept.kind}/${kept.id} was not removed`)) return answer;
    kept.isGone = true;
    kept.pending = undefined;
    return answer;
  };

  /** Restores an event from the trash. */
  const restore = async (): Promise<TestResponse | undefined> => {
    const kept = one(
      mine.filter(
        ({ kind, isGone, pending, state }) =>
          kind === "events" && isGone && pending === undefined && state.due === undefined,
      ),
    );
    if (kept === undefined) return createLinked();
    kept.pending = { ...kept.state };
    mirror.touched.add(kept);
    const answer = await send("PATCH", `/events/${kept.id}`, { status: "publish" });
    if (!isDone(answer, `events/${kept.id} did not come back`)) return answer;
    kept.isGone = false;
    kept.slug = String(answer.body.slug);
    kept.revision = answer.revision;
    kept.pending = undefined;
    return answer;
  };

  const sendBatch = async (): Promise<TestResponse | undefined> => {
    const [linked, kept] = [links(), one(keptOf("organizers"))];
    if (linked === undefined || kept === undefined) return createLinked();
    last += 1;
    const key = `${name}.${last}`;
    const batch = createBatch({
      ...{ key, links: linked, kept },
      ...([
        { isAtomic: true, isRefused: false },
        { isAtomic: true, isRefused: true },
        { isAtomic: false, isRefused: false },
      ][Math.floor(random() * 3)] ?? { isAtomic: true, isRefused: false }),
    });
    if (batch.isRefused) mirror.suspected.add(kept);
    else {
      kept.pending = batch.changed.state;
      mirror.touched.add(kept);
    }
    mirror.unansweredBatches.set(key, batch);
    const answer = await send("POST", "/batch", batch.body, key);
    if (answer === undefined || !isDecidedBy(batch, answer)) {
      if (mayPass(answer)) batch.statuses = statusesOf(answer);
      else isDone(answer, `the batch ${key}`);
      return answer;
    }
    mirror.acknowledged += 1;
    mirror.unansweredBatches.delete(key);
    note("/batch", batch.body, key, answer);
    mine.push(...keepBatch(mirror, batch, answer));
    return answer;
  };

  const next = (): Promise<TestResponse | undefined> => {
    const chance = random();
    if (chance < 0.28) return createEvent();
    if (chance < 0.36) return createEvent(DATES.fewest);
    if (chance < 0.365) return createEvent(0);
    if (chance < 0.375) return createEvent(OWN_DATES);
    if (chance < 0.45) return createLinked();
    if (chance < 0.48) return upload();
    if (chance < 0.58) return sendBatch();
    if (chance < 0.88) return update();
    if (chance < 0.92) return restore();
    return remove();
  };

  return {
    async write(isOver) {
      while (!isOver()) if ((await next()) === undefined) return;
    },
  };
};

export interface WriterDeps {
  readonly mirror: Mirror;
  readonly random: () => number;
  readonly picture: Uint8Array;
}
