import type { Body } from "../client.ts";
import type { StartedCalendar } from "../start-calendar.ts";

/** Numbers from 0 to below 1, the same for the same seed. */
export const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
};

const USERS = ["administrator", "editor", "author", "other", "contributor"] as const;
const STATUSES = ["publish", "draft", "pending", "private", "future"] as const;

/** Writes of every kind, by anybody, most of them allowed. */
export const createRandomWrites = (
  calendar: StartedCalendar,
  random: () => number,
): (() => Promise<void>) => {
  const ids: Record<"events" | "venues" | "organizers" | "categories" | "tags", number[]> = {
    events: [],
    venues: [],
    organizers: [],
    categories: [],
    tags: [],
  };
  type Name = keyof typeof ids;
  let named = 0;

  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const some = <T>(from: readonly T[]): readonly T[] => from.filter(() => random() < 0.3);
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

  /** What was created with others is there to be changed, too. */
  const learn = async (): Promise<void> => {
    for (const name of ["venues", "tags"] as const) {
      const query = name === "tags" ? "&hide_empty=false" : "";
      const { body } = await calendar.get(`/${name}?per_page=200${query}`, { as: "administrator" });
      ids[name] = body[name].map(({ id }: Body) => id);
    }
  };

  return async () => {
    const name =
      pick<Name>(["events", "events", "events", "venues", "organizers", "categories", "tags"]) ?? "events";
    const as = pick(USERS) ?? "editor";
    const id = pick(ids[name]);
    const action = random();
    if (id === undefined || action < 0.35) {
      const { status, body } = await calendar.post(`/${name}`, {
        as,
        json: { ...fieldsOf(name), ...REQUIRED[name]() },
      });
      if (status === 201) ids[name].push(body.id);
      await learn();
      return;
    }
    if (action < 0.85) await calendar.send("PATCH", `/${name}/${id}`, { as, json: fieldsOf(name) });
    else await calendar.send("DELETE", `/${name}/${id}`, { as: chance(0.5) ? as : "administrator" });
  };
};
