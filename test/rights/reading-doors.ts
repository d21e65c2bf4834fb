import { expect } from "chai";
import type { Body } from "../http/client.ts";
import {
  asCaller,
  type Candidate,
  identityOf,
  KINDS,
  type Kind,
  marksIn,
  routeOf,
  type Site,
} from "./candidates.ts";
import { EDITOR_DOORS } from "./editor-doors.ts";
import { ALL, inLists, isTrash, OF_EVENTS, type ReadPath } from "./read-path.ts";
import { has } from "./rights-table.ts";

const LINKED: readonly Kind[] = ["venues", "organizers"];
const isEvent = ({ kind }: Candidate): boolean => routeOf(kind) === "events";

/** Returns the texts of the records themselves, without the texts of linked records. */
const ownTexts = (records: readonly Body[]): string =>
  JSON.stringify(
    records.map(({ title, venue, organizer, description }) => [title ?? venue ?? organizer, description]),
  );

/** Creates a way to read lists, with every status that the user may request. */
const listDoor = (name: string, kinds: readonly Kind[], query: (site: Site) => string): ReadPath => ({
  name,
  kinds,
  async open(calendar, site, caller) {
    const routes = [...new Set(kinds.map(routeOf))];
    const texts = routes.map(async (route) => {
      const window = route === "events" ? "&start_date=2031-01-01" : "";
      const asked = `per_page=200${window}${has(caller, "edit") ? ALL : ""}${query(site)}`;
      const { status, text, body } = await calendar.get(`/${route}?${asked}`, asCaller(caller));
      expect(status, text).to.equal(200);
      return ownTexts(body[route]);
    });
    return (await Promise.all(texts)).join("\n");
  },
  shows: inLists,
});

/** Tables of all records, with every status that the user may request. Source: rules/tables.md#table-rights. */
const tables: ReadPath = {
  name: "tables",
  kinds: KINDS,
  async open(calendar, _site, caller) {
    const columns = { events: "title", venues: "venue", organizers: "organizer" };
    const texts = Object.entries(columns).map(async ([list, name]) => {
      const query = `columns=${name},description&context=edit${has(caller, "edit") ? ALL : ""}`;
      const { status, text } = await calendar.get(`/${list}.csv?${query}`, asCaller(caller));
      expect(status, text).to.equal(200);
      return text;
    });
    return (await Promise.all(texts)).join("\n");
  },
  shows: inLists,
};

/** Creates a way to read each record at its own URL. Error responses are ignored. */
const addressDoor = (
  name: string,
  kinds: readonly Kind[],
  toPath: (candidate: Candidate, site: Site) => string,
  shows: ReadPath["shows"] = () => true,
): ReadPath => ({
  name,
  kinds,
  isSingle: true,
  async open(calendar, site, caller) {
    const texts = site.candidates
      .filter(({ kind }) => kinds.includes(kind))
      .map(async (candidate) => {
        const { status, text } = await calendar.get(toPath(candidate, site), asCaller(caller));
        expect(status, text).to.be.oneOf([200, 400, 403, 404]);
        if (status !== 200) expect([...marksIn(text)]).to.deep.equal([]);
        return text;
      });
    return (await Promise.all(texts)).join("\n");
  },
  shows,
});

/**
 * Creates a way to find out something about a record that is returned only to users who may see the record.
 * The output is the mark of the record.
 */
const questionDoor = (
  name: string,
  kinds: readonly Kind[],
  toPath: (candidate: Candidate) => string,
  shows: ReadPath["shows"] = () => true,
): ReadPath => ({
  name,
  kinds,
  isSingle: true,
  async open(calendar, { candidates }, caller) {
    const marks = candidates
      .filter(({ kind }) => kinds.includes(kind))
      .map(async (candidate) => {
        const { status, text } = await calendar.get(toPath(candidate), asCaller(caller));
        expect(status, text).to.be.oneOf([200, 400, 404]);
        return status === 200 ? candidate.mark : "";
      });
    return (await Promise.all(marks)).join(" ");
  },
  shows,
});

/**
 * True if the record can be read at its own URL. Source: rules/rights.md#unreadable-record: a trashed event
 * can be read only in lists.
 */
const singly = (candidate: Candidate): boolean => !(isEvent(candidate) && isTrash(candidate));

const direct: ReadPath = {
  name: "the calendar in process",
  kinds: KINDS,
  isSingle: true,
  async open(calendar, { candidates }, caller) {
    const api = calendar.calendar.as(identityOf(calendar.users, caller));
    const texts = candidates.map(({ kind, id }) =>
      api[routeOf(kind)].get(id).then(
        (view: object) => JSON.stringify(view),
        (error: { code: string }) => {
          expect(error.code).to.match(/-not-accessible$|^event-no-longer-available$/);
          return "";
        },
      ),
    );
    return (await Promise.all(texts)).join("\n");
  },
  shows: singly,
};

/** Maximum number of requests in a batch. */
const MAX = 100;

const batch: ReadPath = {
  name: "a batch",
  kinds: KINDS,
  isSingle: true,
  async open(calendar, { candidates }, caller) {
    const texts: string[] = [];
    for (let first = 0; first < candidates.length; first += MAX) {
      const requests = candidates
        .slice(first, first + MAX)
        .map(({ kind, id }) => ({ method: "GET", path: `/${routeOf(kind)}/${id}` }));
      const { text, body } = await calendar.post("/batch", { ...asCaller(caller), json: { requests } });
      expect(body.responses, text).to.have.length(requests.length);
      for (const { status, body: record } of body.responses) {
        const shown = JSON.stringify(record);
        if (status !== 200) expect([...marksIn(shown)]).to.deep.equal([]);
        texts.push(shown);
      }
    }
    return texts.join("\n");
  },
  shows: singly,
};

/**
 * Reads images, either with the records that show them or in the image library. Source:
 * rules/images.md#image-rights.
 */
const image: ReadPath = {
  name: "their images",
  kinds: OF_EVENTS,
  isSingle: true,
  async open(calendar, { candidates }, caller) {
    const marks = candidates.map(async ({ mark, image }) => {
      const { status, text } = await calendar.get(`/images/${image}`, asCaller(caller));
      expect(status, text).to.be.oneOf([200, 400]);
      return status === 200 && !has(caller, "upload") ? mark : "";
    });
    return (await Promise.all(marks)).join(" ");
  },
  shows: (candidate, caller) => !has(caller, "upload") && inLists(candidate, caller),
};

const embedded: ReadPath = {
  name: "events that have them",
  kinds: LINKED,
  async open(calendar, { candidates, host }, caller) {
    const ids = [host, ...candidates.flatMap((candidate) => candidate.host ?? [])];
    const asked = `include=${ids.join(",")}&per_page=200`;
    const { status, text } = await calendar.get(`/events?${asked}`, asCaller(caller));
    expect(status, text).to.equal(200);
    return text;
  },
  // Events do not show linked records that are in the trash.
  shows: (candidate) => !isTrash(candidate),
};

/** Counts of the events that have them. The labels of the facets contain the marks. */
const facets: ReadPath = {
  name: "facets of events",
  kinds: LINKED,
  async open(calendar, { candidates, host }, caller) {
    const ids = [host, ...candidates.flatMap((candidate) => candidate.host ?? [])];
    const asked = `include=${ids.join(",")}&facets=venue,organizer`;
    const { status, text, body } = await calendar.get(`/events?${asked}`, asCaller(caller));
    expect(status, text).to.equal(200);
    return JSON.stringify(body.facets);
  },
  shows: (candidate) => !isTrash(candidate),
};

const changes: ReadPath = {
  name: "the feed of changes",
  kinds: KINDS,
  async open(calendar, _site, caller) {
    const texts: string[] = [];
    const { body } = await calendar.get("/changes", asCaller(caller));
    for (let token: unknown = body.begin; token !== undefined; ) {
      const page = await calendar.get(`/changes?since=${token}&per_page=500`, asCaller(caller));
      expect(page.status, page.text).to.equal(200);
      texts.push(ownTexts(page.body.changes.flatMap(({ record }: Body) => record ?? [])));
      token = page.body.has_more ? page.body.next_token : undefined;
    }
    return texts.join("\n");
  },
  // Source: rules/changes.md#visibility.
  shows: (candidate, caller) => !isTrash(candidate) && inLists(candidate, caller),
};

const ids = ({ candidates }: Site): string =>
  candidates
    .filter(isEvent)
    .map(({ id }) => id)
    .join(",");

export const READING_DOORS: readonly ReadPath[] = [
  addressDoor("id", KINDS, ({ kind, id }) => `/${routeOf(kind)}/${id}`, singly),
  addressDoor(
    "slug",
    KINDS,
    ({ kind, slug }) => `/${routeOf(kind)}/by-slug/${slug}`,
    (candidate) => !isTrash(candidate),
  ),
  addressDoor("_fields", KINDS, ({ kind, id }) => `/${routeOf(kind)}/${id}?_fields=description`, singly),
  addressDoor(
    "an occurrence",
    ["series"],
    ({ id, recurrenceId }) => `/events/${id}/occurrences/${recurrenceId}`,
    singly,
  ),
  addressDoor(
    "the list of occurrences",
    ["series"],
    ({ id }) => `/events/${id}/occurrences`,
    (candidate, caller) => !isTrash(candidate) && inLists(candidate, caller),
  ),
  listDoor("lists", KINDS, () => ""),
  tables,
  listDoor("search for events", OF_EVENTS, () => "&search=mark"),
  {
    ...listDoor("search for venues and organizers", LINKED, () => "&search=mark"),
    // Filters do not find records that are in the trash. Source:
    // rules/venues-organizers.md#filter-linked-status.
    shows: (candidate, caller) => !isTrash(candidate) && inLists(candidate, caller),
  },
  listDoor("include", ["events"], (site) => `&include=${ids(site)}`),
  listDoor("the filter by venue", OF_EVENTS, ({ venue }) => `&venue=${venue}`),
  listDoor("the filter by organizer", OF_EVENTS, ({ organizer }) => `&organizer=${organizer}`),
  listDoor("the filter by category", OF_EVENTS, ({ category }) => `&categories=${category}`),
  embedded,
  facets,
  questionDoor("the filter of events by series", ["series"], ({ id }) => `/events?series=${id}`),
  questionDoor("the filter of venues by event", OF_EVENTS, ({ id }) => `/venues?event=${id}`),
  questionDoor("the filter of tags by event", OF_EVENTS, ({ id }) => `/tags?post=${id}`),
  questionDoor("the filter of events by venue", ["venues"], ({ id }) => `/events?venue=${id}`),
  questionDoor("the filter of events by organizer", ["organizers"], ({ id }) => `/events?organizer=${id}`),
  questionDoor("the filter of events by parent", ["events"], ({ id }) => `/events?post_parent=${id}`),
  addressDoor("the use of their images", OF_EVENTS, ({ image }) => `/images/${image}/usage`, inLists),
  direct,
  batch,
  ...EDITOR_DOORS,
  image,
  changes,
];
