import type { Client, Sent } from "../client.ts";

/** In what editors may read, and nobody below them. */
export const HIDDEN = "qzxhidden";

/** Who may not read what has the marker. */
export const KEPT_FROM: Readonly<Record<string, readonly (string | undefined)[]>> = {
  [HIDDEN]: [undefined, "subscriber", "contributor", "author"],
};

/** What requests are sent to. */
export interface Targets {
  /** Ids or slugs of records of the resource. Those that have a marker are for callers only who may not read them. */
  find(
    resource: string,
    name: string,
    as: string | undefined,
    below: (count: number) => number,
  ): readonly string[];
  /** Ids of records of any kind, with the same exception. */
  ids(as: string | undefined): readonly number[];
  readonly recurrences: readonly string[];
  /** An example that leads to no server: fuzzing never leaves this machine. */
  harmless(example: unknown): unknown;
}

interface Planted {
  readonly id: string;
  readonly slug: string;
  readonly kept?: string;
}

const TIMES = { start_date: "2031-05-16 20:30:00", end_date: "2031-05-16 23:00:00" };
const STATUSES = ["draft", "pending", "private"] as const;
/** Ids of new records follow those of the beginning. */
const NEWER = 400;

/** Fills a calendar with records that all may read, then with some that have markers. */
export const plant = async (client: Client, ofEvents: number): Promise<Targets> => {
  const found = new Map<string, Planted[]>();
  const make = async (resource: string, json: object, sent: Sent = {}, kept?: string): Promise<Planted> => {
    const { status, body, text } = await client.post(`/${resource}`, { as: "administrator", json, ...sent });
    if (status !== 200 && status !== 201) throw new Error(`${resource}: ${status} ${text}`);
    const planted = { id: String(body.id), slug: String(body.slug ?? body.id), ...(kept && { kept }) };
    found.set(resource, [...(found.get(resource) ?? []), planted]);
    return planted;
  };

  for (let index = 1; index <= 12; index += 1) {
    await make("venues", { venue: `Hall ${index}`, slug: `hall-${index}`, city: "Genova" });
    await make("organizers", { organizer: `Society ${index}`, slug: `society-${index}` });
    await make("categories", { name: `Category ${index}` });
    await make("tags", { name: `Tag ${index}` });
  }
  for (let index = 1; index <= ofEvents; index += 1) {
    const as = index % 3 === 0 ? "author" : "administrator";
    const day = String((index % 28) + 1).padStart(2, "0");
    await make(
      "events",
      {
        title: `Night ${index}`,
        slug: `night-${index}`,
        start_date: `2031-05-${day} 20:30`,
        end_date: `2031-05-${day} 23:00`,
        venue: Number(found.get("venues")?.[index % 12]?.id),
        ...(index % 10 === 0 && { recurrence: { rules: ["FREQ=WEEKLY;COUNT=4"] } }),
      },
      { as },
    );
  }

  let count = 0;
  const hide = async (resource: string, json: object, as: string): Promise<Planted> => {
    count += 1;
    return make(resource, { ...json, slug: `kept-${count}` }, { as }, HIDDEN);
  };
  for (const as of ["other", "editor"])
    for (const status of STATUSES) {
      const text = { status, description: `${HIDDEN} description`, website: `https://${HIDDEN}.invalid/` };
      const venue = await hide(
        "venues",
        { ...text, venue: `${HIDDEN} hall`, address: HIDDEN, phone: HIDDEN },
        as,
      );
      const organizer = await hide(
        "organizers",
        { ...text, organizer: `${HIDDEN} society`, phone: HIDDEN },
        as,
      );
      const links = { venue: Number(venue.id), organizer: [Number(organizer.id)] };
      const event = { ...TIMES, ...text, title: `${HIDDEN} night`, excerpt: HIDDEN, cost: HIDDEN };
      await hide("events", { ...event, ...links }, as);
      await hide("events", { ...event, recurrence: { rules: ["FREQ=DAILY;COUNT=3"] } }, as);
      // What is public names what is not.
      await make(
        "events",
        { ...TIMES, title: "Public", slug: `public-${count}`, ...links },
        { as: "editor" },
      );
    }
  for (const resource of ["events", "venues", "organizers"]) {
    const names = { title: HIDDEN, venue: HIDDEN, organizer: HIDDEN };
    const json =
      resource === "events" ? { ...TIMES, title: names.title } : { [resource.slice(0, -1)]: HIDDEN };
    const { id } = await hide(resource, { ...json, description: HIDDEN }, "other");
    await client.send("DELETE", `/${resource}/${id}`, { as: "editor" });
  }
  await hide("events", { ...TIMES, title: HIDDEN, date: "2050-01-01 10:00:00" }, "editor");

  const isThere = async (path: string): Promise<boolean> =>
    (await client.get(path, { as: "administrator" })).status === 200;
  const hooks = { events: ["event.created"], url: `https://${HIDDEN}.invalid/hook` };
  if (await isThere("/webhooks")) await make("webhooks", hooks, {}, HIDDEN);
  if (await isThere("/api-keys")) await make("api-keys", { label: HIDDEN }, {}, HIDDEN);
  if (await isThere("/feed-tokens"))
    await make("feed-tokens", { feed: "/events.ics", label: HIDDEN }, {}, HIDDEN);

  const isFor =
    (as: string | undefined) =>
    ({ kept }: Planted): boolean =>
      kept === undefined || KEPT_FROM[kept]?.includes(as) === true;
  const all = [...found.values()].flat();
  const newest = Math.max(...all.map(({ id }) => Number(id)).filter((id) => id < 1e6));
  return {
    recurrences: ["2031-05-16T20:30:00", "2031-05-17T20:30:00", "2031-05-11T20:30:00"],
    harmless: (example) =>
      JSON.parse(JSON.stringify(example).replace(/https?:\/\/[\w.-]+/g, "https://site.invalid")),
    ids: (as) => all.filter(isFor(as)).map(({ id }) => Number(id)),
    find(resource, name, as, below) {
      const known = (found.get(resource) ?? []).filter(isFor(as));
      const values = known.map((planted) => (name === "slug" ? planted.slug : planted.id));
      return [values[below(values.length)] ?? "1", String(newest + 1 + below(NEWER))];
    },
  };
};
