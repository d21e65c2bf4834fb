import { utcText } from "@kalends/core";
import { type Kept, keep, type Mirror } from "./mirror.ts";
import { bodyOf, type Json, type Kind, type Links, type State } from "./records.ts";

export interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** `key`: the `Idempotency-Key`. Answers `undefined` when the connection breaks. */
export type Send = (
  method: string,
  path: string,
  body?: Json | Uint8Array,
  key?: string,
) => Promise<Answer | undefined>;

/** How many dates a series has. */
const DATES = { fewest: 3, more: 5 };
/** Slugs that events ask for: fewer than there are events. */
const SLUGS = 6;
/** When an event is due that is not published at once, in milliseconds from now. */
const SOON = 1_000;
/** Statuses of what may have happened or not. */
const UNKNOWN: ReadonlySet<number> = new Set([503, 507]);

/** Writes as long as it is told to, one after the other: each of its records is written by it alone. */
export interface Writer {
  /** Ends when it is over, or when nobody answers. */
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
  const settled = (kind: Kind): Kept[] =>
    mine.filter((kept) => kept.kind === kind && kept.pending === undefined && !kept.isGone);

  /** Whether the calendar has acknowledged it; notes what it should not have answered. */
  const isDone = (answer: Answer | undefined, what: string): answer is Answer => {
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
      one(settled("venues")),
      one(settled("organizers")),
      one(settled("categories")),
    ];
    const image = one(images);
    if (venue === undefined || organizer === undefined || category === undefined || image === undefined)
      return undefined;
    for (const linked of [venue, organizer, category]) linked.isShown = true;
    return { venue: venue.id, organizer: organizer.id, category: category.id, image };
  };

  const create = async (kind: Kind, state: State): Promise<Answer | undefined> => {
    last += 1;
    const key = `${name}.${last}`;
    const slug = kind === "events" ? { slug: `concert-${last % SLUGS}` } : {};
    const body = { ...bodyOf(kind, key, state), ...slug };
    mirror.unanswered.set(key, { kind, state, body });
    const answer = await send("POST", `/${kind}`, body, key);
    if (!isDone(answer, `${kind} ${key} was not created`)) return answer;
    mirror.unanswered.delete(key);
    const { id, slug: given, venue } = answer.body as { id: number; slug: string; venue: { id: number } };
    const shown = kind === "events" ? { ...state, links: { ...state.links, venue: venue.id } } : state;
    mine.push(keep(mirror, { kind, key, id, slug: given, state: shown }));
    return answer;
  };

  const createEvent = async (count?: number): Promise<Answer | undefined> => {
    const linked = links();
    if (linked === undefined) return createLinked();
    if (count === undefined && random() < 0.1)
      return create("events", { version: 1, links: linked, due: utcText(Date.now() + SOON) });
    // Some bring their venue along, which is one unit with them.
    const venue = random() < 0.3 ? 0 : linked.venue;
    return create("events", { version: 1, links: { ...linked, venue }, count });
  };

  const NO_LINKS: Links = { venue: 0, organizer: 0, category: 0, image: 0 };
  const createLinked = (): Promise<Answer | undefined> => {
    const kinds = ["venues", "organizers", "categories"] as const;
    const missing = kinds.find((kind) => settled(kind).length === 0);
    if (missing === undefined && images.length === 0) return upload();
    return create(missing ?? one([...kinds, "tags" as const]) ?? "tags", { version: 1, links: NO_LINKS });
  };

  const upload = async (): Promise<Answer | undefined> => {
    const answer = await send("POST", "/images", picture);
    if (isDone(answer, "an image was not taken")) {
      const { id, url } = answer.body as { readonly id: number; readonly url: string };
      images.push(id);
      mirror.images.set(id, new URL(url).pathname);
      mirror.newImages.add(id);
    }
    return answer;
  };

  const update = async (): Promise<Answer | undefined> => {
    const kept = one(mine.filter(({ pending, isGone }) => pending === undefined && !isGone));
    if (kept === undefined) return createLinked();
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
    kept.pending = undefined;
    return answer;
  };

  const remove = async (): Promise<Answer | undefined> => {
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

  const next = (): Promise<Answer | undefined> => {
    const chance = random();
    if (chance < 0.3) return createEvent();
    if (chance < 0.36) return createEvent(DATES.fewest);
    if (chance < 0.365) return createEvent(0);
    if (chance < 0.45) return createLinked();
    if (chance < 0.48) return upload();
    if (chance < 0.9) return update();
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
