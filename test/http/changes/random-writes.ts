import { isSeries } from "@kalends/core";
import type { Body } from "../client.ts";
import type { StartedCalendar } from "../start-calendar.ts";
import { readLists } from "./mirror.ts";

/**
 * Creates a generator of pseudo-random numbers from 0 (inclusive) to 1 (exclusive). Only the seed determines
 * them. Algorithm: mulberry32.
 */
export const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const USERS = ["administrator", "editor", "editor", "author", "other", "contributor"] as const;
const STATUSES = ["publish", "publish", "publish", "draft", "private", "future"] as const;

type Name = "events" | "venues" | "organizers" | "categories" | "tags";

const RECURRENCES = [
  { rules: ["FREQ=DAILY;COUNT=3"], dates: [], except: [] },
  { rules: ["FREQ=WEEKLY;COUNT=2"], dates: ["2031-05-02 10:00:00"], except: [] },
  { rules: [], dates: [], except: [] },
];

const NOTHING: Readonly<Record<Name, readonly number[]>> = {
  events: [],
  venues: [],
  organizers: [],
  categories: [],
  tags: [],
};

const KINDS: readonly (readonly [kind: string, name: Name])[] = [
  ["event", "events"],
  ["venue", "venues"],
  ["organizer", "organizers"],
  ["category", "categories"],
  ["tag", "tags"],
];

/** Kinds of the records that are created first, so that later writes can change them. */
const FIRST: readonly Name[] = [
  ...(["venues", "venues", "organizers", "organizers"] as const),
  ...(["categories", "categories", "categories", "categories", "tags", "tags"] as const),
  ...(["events", "events", "events", "events", "events", "events"] as const),
];

/** Number of writes at the beginning that only create records. */
export const CREATES: number = FIRST.length;

/** Creates a generator of random writes of all kinds by random users. The calendar accepts most of them. */
export const createRandomWrites = (
  calendar: StartedCalendar,
  random: () => number,
): (() => Promise<void>) => {
  let ids: Readonly<Record<Name, readonly number[]>> = NOTHING;
  let occurrences: readonly number[] = [];
  let named = 0;
  let written = 0;

  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const some = <T>(from: readonly T[]): readonly T[] => from.filter(() => random() < 0.4);
  const chance = (likelihood: number): boolean => random() < likelihood;
  const newName = (): string => {
    named += 1;
    return `Name ${named}`;
  };

  const eventFields = (): Body => ({
    ...(chance(0.5) && { title: newName() }),
    ...(chance(0.6) && { status: pick(STATUSES) }),
    ...(chance(0.3) && { hide_from_listings: chance(0.5) }),
    ...(chance(0.3) && { featured: chance(0.5) }),
    ...(chance(0.3) && { recurrence: pick(RECURRENCES) }),
    ...(chance(0.5) && {
      venue: chance(0.3) ? { venue: newName(), status: pick(STATUSES) } : { id: pick(ids.venues) },
    }),
    ...(chance(0.4) && { organizer: some(ids.organizers).map((id) => ({ id })) }),
    ...(chance(0.5) && { categories: some(ids.categories) }),
    ...(chance(0.5) && { tags: chance(0.2) ? [newName()] : some(ids.tags) }),
  });
  const linkedFields = (one: "venue" | "organizer"): Body => ({
    ...(chance(0.7) && { [one]: newName() }),
    ...(chance(0.6) && { status: pick(STATUSES) }),
    ...(chance(0.5) && { description: newName() }),
  });
  const termFields = (name: Name): Body => ({
    ...(chance(0.6) && { name: newName() }),
    ...(chance(0.3) && { slug: newName() }),
    ...(name === "categories" && chance(0.6) && { parent: pick([0, ...ids.categories]) }),
  });
  const fieldsOf = (name: Name): Body => {
    if (name === "events") return eventFields();
    return name === "venues" || name === "organizers"
      ? linkedFields(name === "venues" ? "venue" : "organizer")
      : termFields(name);
  };
  const REQUIRED: Readonly<Record<Name, () => Body>> = {
    events: () => ({ title: newName(), start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" }),
    venues: () => ({ venue: newName() }),
    organizers: () => ({ organizer: newName() }),
    categories: () => ({ name: newName() }),
    tags: () => ({ name: newName() }),
  };

  /** Reads which records exist. Some requests create several records at once. */
  const learn = async (): Promise<void> => {
    const keys = [...(await readLists(calendar, "administrator")).keys()].map((key) => key.split(" "));
    const idsOf = (wanted: string): readonly number[] =>
      keys.filter(([kind]) => kind === wanted).map(([, id]) => Number(id));
    const series = (await calendar.store.events.readAfter(0, 10_000)).filter(isSeries);
    const rows = await Promise.all(series.map(({ id }) => calendar.store.events.occurrencesOf(id, "", 10)));
    occurrences = rows.flat().map(({ id }) => id);
    ids = Object.fromEntries(KINDS.map(([kind, name]) => [name, idsOf(kind)])) as typeof ids;
  };

  const create = (name: Name, as: string) =>
    calendar.post(`/${name}`, { as, json: { ...fieldsOf(name), ...REQUIRED[name]() } });

  const write = async (): Promise<void> => {
    const first = FIRST[written];
    written += 1;
    if (first !== undefined) return void (await create(first, "administrator"));
    const name = pick<Name>(["events", "events", ...KINDS.map(([, one]) => one)]) ?? "events";
    const as = pick(USERS) ?? "editor";
    const id = pick(ids[name]);
    const action = random();
    const occurrence = name === "events" ? pick(occurrences) : undefined;
    if (occurrence !== undefined && chance(0.4)) {
      const { recurrence: _same, status: _follows, ...json } = eventFields();
      const path = `/events/${occurrence}`;
      const gone = chance(0.5) ? { status: "publish" } : { status: "trash" };
      await calendar.send("PATCH", path, { as, json: chance(0.2) ? gone : json });
      return;
    }
    if (id === undefined || action < 0.2) await create(name, as);
    else if (action < 0.85) await calendar.send("PATCH", `/${name}/${id}`, { as, json: fieldsOf(name) });
    else await calendar.send("DELETE", `/${name}/${id}`, { as });
  };

  return async () => {
    await write();
    await learn();
  };
};
