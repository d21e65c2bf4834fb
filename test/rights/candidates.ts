import type { Identity } from "kalends";
import type { Body } from "../http/client.ts";
import type { StartedCalendar } from "../http/start-calendar.ts";
import { formOf } from "../http/uploads.ts";
import { type Caller, type Rights, rightsOn, STATES, type State } from "./rights-table.ts";

export const CALLERS: readonly Caller[] = [
  ...(["administrator", "editor", "author", "contributor", "subscriber", "anonymous"] as const),
];
/** Users who own the records of the tests: one per role, and another author. */
const OWNERS = ["administrator", "editor", "author", "contributor", "subscriber", "other"] as const;

export type Kind = "events" | "series" | "venues" | "organizers";
export const KINDS: readonly Kind[] = ["events", "series", "venues", "organizers"];

/** Number of the version that each record of the tests has. */
export const REVISION = 1;

/** Record that some users cannot see. `mark` is a text that identifies it in any output. */
export interface Candidate {
  readonly mark: string;
  readonly kind: Kind;
  readonly owner: (typeof OWNERS)[number];
  readonly state: State;
  readonly id: number;
  readonly slug: string;
  /** Recurrence id of the occurrence. Only set for series. */
  readonly recurrenceId?: string;
  /** Id of the image. Only set for events. */
  readonly image?: number;
  /** Id of a published event that is linked to this venue. */
  readonly host?: number;
}

/** Returns the name of the collection for a kind of record. */
export const routeOf = (kind: Kind): Exclude<Kind, "series"> => (kind === "series" ? "events" : kind);

export const rightsOf = (caller: Caller, { owner, state }: Candidate): Rights =>
  rightsOn(caller, caller === owner, state);

export const asCaller = (caller: Caller): { readonly as?: string } =>
  caller === "anonymous" ? {} : { as: caller };

/** Returns the identity of a user for calls of services. */
export const identityOf = (users: ReadonlyMap<string, number>, caller: Caller): Identity | undefined =>
  caller === "anonymous" ? undefined : { id: users.get(caller) ?? 0, roles: [caller] };

/** Returns all marks of records that a text contains. */
export const marksIn = (text: string): ReadonlySet<string> => new Set(text.match(/mark\d+z/g));

/** Test records of a calendar. It also contains public records. */
export interface Site {
  readonly candidates: readonly Candidate[];
  /** Venue and organizer that all events are linked to. */
  readonly venue: number;
  readonly organizer: number;
  readonly category: string;
  /** Id of a published event that is linked to all organizers. */
  readonly host: number;
}

const KIND_OF = { events: "event", venues: "venue", organizers: "organizer" } as const;

const TIMES = { start_date: "2031-05-01 19:00:00", end_date: "2031-05-01 21:00:00" };

/**
 * Creates one record for each kind, owner and state. With `few`, it creates records of an author and of one
 * other user only. A few records are enough on further stores, because rights are checked before the store is
 * queried.
 */
export const createSite = async (
  calendar: StartedCalendar,
  { few = false, picture }: { readonly few?: boolean; readonly picture?: Buffer } = {},
): Promise<Site> => {
  const create = async (path: string, json: object): Promise<Body> => {
    const { status, text, body } = await calendar.post(path, { as: "administrator", json });
    if (status !== 201) throw new Error(text);
    return body;
  };
  const upload = async (name: string, bytes: Buffer): Promise<number> => {
    const multipart = formOf(["file", bytes, name]);
    const { status, text, body } = await calendar.post("/images", { as: "administrator", multipart });
    if (status !== 201) throw new Error(text);
    return body.id;
  };
  const venue = await create("/venues", { venue: "Town hall", status: "publish" });
  const organizer = await create("/organizers", { organizer: "Council", status: "publish" });
  const category = await create("/categories", { name: "Everything" });
  const ofEvents = async (index: number): Promise<object> => ({
    ...TIMES,
    venue: String(venue.id),
    organizer: String(organizer.id),
    categories: [category.id],
    ...(picture && { image: String(await upload(`${index}.png`, picture)) }),
  });
  const make = async (
    index: number,
    kind: Kind,
    owner: Candidate["owner"],
    state: State,
  ): Promise<Candidate> => {
    const mark = `mark${index}z`;
    const [status = "", before] = state.split(":");
    const route = routeOf(kind);
    const ofKind =
      route === "events" ? await ofEvents(index) : { show_map: "true", geo_lat: 48, geo_lng: 16 };
    const body = await create(`/${route}`, {
      ...ofKind,
      ...(kind === "series" && { recurrence: { rules: "FREQ=DAILY;COUNT=2" } }),
      [route === "events" ? "title" : route.slice(0, -1)]: `Record ${mark}`,
      description: `About ${mark}`,
      slug: `record-${mark}`,
      external_ids: [{ source: "rights", id: mark }],
      author: String(calendar.users.get(owner)),
      status: before ?? status,
      ...(state === "future" && { date: "2130-01-01 00:00:00" }),
    });
    const host =
      kind === "venues"
        ? (await create("/events", { ...TIMES, title: "Host of a venue", venue: String(body.id) })).id
        : undefined;
    const record = await calendar.store[route].find(body.id);
    if (record === undefined) throw new Error(`Record ${body.id} is missing`);
    const { id: recordId, author, modifiedUtc } = record;
    await calendar.store.versions.save({
      ...{ kind: KIND_OF[route], recordId, revision: REVISION, author, modifiedUtc, changed: ["title"] },
      content: JSON.stringify(record),
    });
    return {
      ...{ mark, kind, owner, state, id: body.id, slug: body.slug },
      ...(kind === "series" && { recurrenceId: TIMES.start_date.replace(" ", "T") }),
      ...("image" in ofKind && { image: body.image.id }),
      ...(host !== undefined && { host }),
    };
  };
  const wanted = KINDS.flatMap((kind) =>
    OWNERS.filter((owner) => !few || owner === "author" || owner === "other").flatMap((owner) =>
      STATES.map((state) => ({ kind, owner, state })),
    ),
  );
  const candidates: Candidate[] = [];
  for (const [index, { kind, owner, state }] of wanted.entries())
    candidates.push(await make(index, kind, owner, state));
  const organizers = candidates.filter(({ kind }) => kind === "organizers").map(({ id }) => String(id));
  const host = await create("/events", { ...TIMES, title: "Host of organizers", organizer: organizers });
  for (const { kind, state, id } of candidates)
    if (state.startsWith("trash:"))
      await calendar.send("DELETE", `/${routeOf(kind)}/${id}`, { as: "administrator" });
  return { candidates, venue: venue.id, organizer: organizer.id, category: category.slug, host: host.id };
};
