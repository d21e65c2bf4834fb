import { isCalendarError } from "@kalends/core";
import { expect } from "chai";
import { MINIMUM } from "../hostile/declared-operations.ts";
import type { TestResponse } from "../http/client.ts";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { firstStore, stores } from "../stores.ts";
import {
  asCaller,
  CALLERS,
  type Candidate,
  createSite,
  identityOf,
  KINDS,
  type Kind,
  REVISION,
  rightsOf,
  routeOf,
  type Site,
} from "./candidates.ts";
import { type Caller, creatingNeeds, has, type Right } from "./rights-table.ts";

/** Result of a write: status and error code. */
type Outcome = readonly [status: number, code?: string];

/**
 * Way to write a record. All writes are dry runs, which check the same rights. Each one can therefore be
 * tried on every record.
 */
interface ReadPath {
  readonly name: string;
  readonly right: Right;
  readonly kinds: readonly Kind[];
  knock(calendar: StartedCalendar, candidate: Candidate, caller: Caller): Promise<Outcome>;
}

const CHANGE = { description: "Another description" };

const toOutcome = ({ status, body }: Pick<TestResponse, "status" | "body">): Outcome =>
  status < 400 ? [status] : [status, body.code];

const httpDoor = (
  name: string,
  right: Right,
  kinds: readonly Kind[],
  toRequest: (
    path: string,
    candidate: Candidate,
  ) => readonly [method: string, path: string, headers?: object],
): ReadPath => ({
  name,
  right,
  kinds,
  async knock(calendar, candidate, caller) {
    const [method, path, headers] = toRequest(`/${routeOf(candidate.kind)}/${candidate.id}`, candidate);
    const answer = await calendar.send(method, `${path}?dry_run=true`, {
      ...asCaller(caller),
      ...(right === "edit" && { json: CHANGE }),
      ...(headers && { headers: { ...headers } }),
    });
    return toOutcome(answer);
  },
});

/** Creates a way to write in a batch. An atomic batch ends with a failing request, which rolls it back. */
const batchDoor = (name: string, right: "edit" | "delete", atomic: boolean): ReadPath => ({
  name,
  right,
  kinds: KINDS,
  async knock(calendar, { kind, id }, caller) {
    const path = `/${routeOf(kind)}/${id}${atomic ? "" : "?dry_run=true"}`;
    const write = right === "edit" ? { method: "PATCH", path, body: CHANGE } : { method: "DELETE", path };
    const requests = atomic ? [write, { method: "GET", path: "/nowhere" }] : [write];
    const answer = await calendar.post("/batch", { ...asCaller(caller), json: { atomic, requests } });
    const [status, code] = toOutcome(answer.status < 400 ? answer.body.responses[0] : answer);
    if (status === 424) return [200];
    return code === undefined ? [status] : [status, code];
  },
});

const bySlug = (_path: string, { kind, slug }: Candidate): string => `/${routeOf(kind)}/by-slug/${slug}`;
const occurrence = (path: string, { recurrenceId }: Candidate): string =>
  `${path}/occurrences/${recurrenceId}`;

const directDoor = (right: "edit" | "delete"): ReadPath => ({
  name: `a call in process that ${right}s`,
  right,
  kinds: KINDS,
  async knock({ calendar, users }, { kind, id }, caller) {
    const records = calendar.as(identityOf(users, caller))[routeOf(kind)];
    try {
      await (right === "edit"
        ? records.update(id, { ...CHANGE, dry_run: true })
        : records.remove(id, { dry_run: true }));
      return [200];
    } catch (error) {
      if (!isCalendarError(error)) throw error;
      if (error.code === "rest_forbidden") return [caller === "anonymous" ? 401 : 403, error.code];
      return [410, error.code];
    }
  },
});

/** Kinds of records that are tried on further stores. */
const ONE: readonly Kind[] = ["events"];

const DOORS: readonly ReadPath[] = [
  httpDoor("PATCH", "edit", KINDS, (path) => ["PATCH", path]),
  httpDoor("POST by slug", "edit", ["events", "venues"], (path, candidate) => [
    "POST",
    bySlug(path, candidate),
  ]),
  httpDoor("a PUT by override", "edit", ONE, (path) => ["POST", path, { "X-HTTP-Method-Override": "PUT" }]),
  httpDoor("PUT by external id", "edit", KINDS, (_path, { kind, mark }) => [
    "PUT",
    `/${routeOf(kind)}/by-external-id/rights/${mark}`,
  ]),
  httpDoor("PATCH of an occurrence", "edit", ["series"], (path, candidate) => [
    "PATCH",
    occurrence(path, candidate),
  ]),
  // Source: rules/history.md#history-rights.
  httpDoor("the restoration of a version", "edit", KINDS, (path) => [
    "POST",
    `${path}/revisions/${REVISION}/restore`,
  ]),
  httpDoor("detaching from a source", "edit", ["events", "series"], (path) => ["POST", `${path}/detach`]),
  httpDoor("DELETE", "delete", KINDS, (path) => ["DELETE", path]),
  httpDoor("a DELETE by override", "delete", ONE, (path) => [
    "GET",
    path,
    { "X-HTTP-Method-Override": "DELETE" },
  ]),
  httpDoor("DELETE of an occurrence", "delete", ["series"], (path, candidate) => [
    "DELETE",
    occurrence(path, candidate),
  ]),
  batchDoor("a PATCH in a batch", "edit", false),
  batchDoor("a DELETE in an atomic batch", "delete", true),
  directDoor("edit"),
  directDoor("delete"),
];

for (const store of firstStore) {
  describe(`what callers write is what the table of rights says, on ${store.name}`, function () {
    this.timeout(60_000);
    let calendar: StartedCalendar;
    let site: Site;

    before(async () => {
      calendar = await startCalendar(store);
      site = await createSite(calendar, { few: store !== stores[0] });
    });
    after(() => calendar.close());

    const isTrash = ({ state }: Candidate): boolean => state.startsWith("trash:");

    const refused = (caller: Caller): Outcome => [caller === "anonymous" ? 401 : 403, "rest_forbidden"];

    for (const door of store === stores[0] ? DOORS : DOORS.filter(({ kinds }) => kinds === ONE)) {
      it(`by ${door.name}`, async () => {
        const before = await calendar.contents();
        const wrong: string[] = [];
        for (const caller of CALLERS) {
          const tried = site.candidates
            .filter(({ kind, owner }) => door.kinds.includes(kind) && (owner === caller || owner === "other"))
            // A record in the trash has another slug.
            .filter((candidate) => !(isTrash(candidate) && door.name.includes("slug")))
            .map(async (candidate) => {
              const outcome = await door.knock(calendar, candidate, caller);
              const { kind, state, owner } = candidate;
              const isAllowed = rightsOf(caller, candidate)[door.right];
              const isLate = isTrash(candidate) && door.right === "delete" && outcome[0] === 410;
              const expected = isAllowed ? [200] : refused(caller);
              if (String(outcome) !== String(expected) && !(isAllowed && isLate))
                wrong.push(`${caller}, ${kind}: ${state} of ${owner}: ${outcome}`);
            });
          await Promise.all(tried);
        }
        expect(wrong).to.deep.equal([]);
        expect(await calendar.contents()).to.equal(before);
      });
    }

    it("by POST on collections", async () => {
      for (const [resource, json] of Object.entries(MINIMUM)) {
        for (const caller of CALLERS) {
          const answer = await calendar.post(`/${resource}?dry_run=true`, { ...asCaller(caller), json });
          const isAllowed = has(caller, ...creatingNeeds(resource));
          expect(toOutcome(answer), `${caller} ${resource}`).to.deep.equal(
            isAllowed ? [200] : refused(caller),
          );
        }
      }
    });

    it("by naming somebody else as the author", async () => {
      const author = String(calendar.users.get("other"));
      for (const caller of CALLERS) {
        const json = { ...MINIMUM.events, author };
        const answer = await calendar.post("/events?dry_run=true", { ...asCaller(caller), json });
        const isAllowed = has(caller, "edit", "edit_others");
        const refusal: Outcome = has(caller, "edit") ? [403, "rest_cannot_edit_others"] : refused(caller);
        expect(toOutcome(answer), caller).to.deep.equal(isAllowed ? [200] : refusal);
      }
    });
  });
}
