import { expect } from "chai";
import { asCaller, type Candidate, KINDS, marksIn, REVISION, rightsOf, routeOf } from "./candidates.ts";
import { ALL, inLists, isTrash, OF_EVENTS, type ReadPath } from "./read-path.ts";
import { has } from "./rights-table.ts";

/**
 * Creates a way to read versions, which needs the right to edit the record. Source:
 * rules/history.md#history-rights.
 */
const versionDoor = (name: string, ending: string, found: (candidate: Candidate) => string): ReadPath => ({
  name,
  kinds: KINDS,
  isSingle: true,
  async open(calendar, { candidates }, caller) {
    const texts = candidates.map(async (candidate) => {
      const { kind, id } = candidate;
      const { status, text } = await calendar.get(
        `/${routeOf(kind)}/${id}/revisions${ending}`,
        asCaller(caller),
      );
      expect(status, text).to.be.oneOf([200, caller === "anonymous" ? 401 : 403]);
      if (status !== 200) expect([...marksIn(text)]).to.deep.equal([]);
      return status === 200 ? found(candidate) + text : text;
    });
    return (await Promise.all(texts)).join("\n");
  },
  shows: (candidate, caller) => rightsOf(caller, candidate).edit,
});
/** Titles of events in the times at which their venue is in use. Source: rules/free-busy.md#counted-events. */
const busy: ReadPath = {
  name: "the times at which a venue is in use",
  kinds: OF_EVENTS,
  async open(calendar, { venue }, caller) {
    const path = `/venues/${venue}/busy?from=2031-04-01&to=2031-06-01`;
    const { status, text } = await calendar.get(path, asCaller(caller));
    expect(status, text).to.equal(200);
    return text;
  },
  shows: (candidate, caller) => inLists(candidate, caller) && !isTrash(candidate),
};

/** Pairs of venues; all venues of the tests are at the same place. */
const duplicates: ReadPath = {
  name: "venues that may be the same",
  kinds: ["venues"],
  async open(calendar, _site, caller) {
    const { status, text } = await calendar.get("/venues/duplicates?per_page=200", asCaller(caller));
    expect(status, text).to.equal(has(caller, "edit_others") ? 200 : caller === "anonymous" ? 401 : 403);
    return text;
  },
  shows: (candidate, caller) => has(caller, "edit_others") && !isTrash(candidate),
};

/** Lists each record by its external id. Source: rules/external-ids.md#external-id-filter. */
const byExternalId: ReadPath = {
  name: "lists by external id",
  kinds: KINDS,
  isSingle: true,
  async open(calendar, { candidates }, caller) {
    const texts = candidates.map(async ({ kind, mark }) => {
      const query = `external_id=rights:${mark}&context=edit${has(caller, "edit") ? ALL : ""}`;
      const { status, body } = await calendar.get(`/${routeOf(kind)}?${query}`, asCaller(caller));
      expect(status).to.equal(has(caller, "edit") ? 200 : 400);
      // Links of the list repeat the query.
      return status === 200 ? JSON.stringify(body[routeOf(kind)]) : "";
    });
    return (await Promise.all(texts)).join("\n");
  },
  shows: (_, caller) => has(caller, "edit"),
};

/** Ways to read records that are made for their editors. */
export const EDITOR_DOORS: readonly ReadPath[] = [
  busy,
  duplicates,
  versionDoor("the list of versions", "", ({ mark }) => mark),
  versionDoor("a version", `/${REVISION}`, () => ""),
  byExternalId,
];
