import { expect } from "chai";
import type { Body, Sent } from "../http/client.ts";
import { firstStore } from "../stores.ts";
import { MINIMUM } from "./declared-operations.ts";
import { expectSound, expectUntouched, type HostileServer, openHostileServer } from "./hostile-server.ts";

const CALLERS = ["administrator", "editor", "author", "contributor", "subscriber", "anonymous"] as const;
type Caller = (typeof CALLERS)[number];

/** States of a record. `gone` is a trashed published record, `thrown` is a trashed draft. */
const STATES = ["draft", "pending", "private", "publish", "future", "thrown", "gone"] as const;
type State = (typeof STATES)[number];

const RESOURCES = ["events", "venues", "organizers"] as const;
type Resource = (typeof RESOURCES)[number];

/** States in which a role may write own records, `foreign`: any (rules/rights.md#rights-on-records). */
const WRITES: Readonly<Record<Caller, { readonly own: readonly State[]; readonly foreign: boolean }>> = {
  administrator: { own: STATES, foreign: true },
  editor: { own: STATES, foreign: true },
  author: { own: STATES, foreign: false },
  contributor: { own: ["draft", "pending", "private", "thrown"], foreign: false },
  subscriber: { own: [], foreign: false },
  anonymous: { own: [], foreign: false },
};

const PUBLISHING = { status: "publish", description: "x" };
const DELETING = { "X-HTTP-Method-Override": "delete" };

type Attack = readonly [method: string, path: string, sent?: Sent];

/** Returns all ways to write a record. */
const writesOf = (path: string, sent: Sent): readonly Attack[] => [
  ["PATCH", path, sent],
  ["POST", path, { form: PUBLISHING }],
  ["DELETE", path],
  ["GET", `${path}?_method=DELETE`],
  ["POST", path, { headers: DELETING }],
];

const asCaller = (caller: Caller): Sent => (caller === "anonymous" ? {} : { as: caller });

for (const store of firstStore) {
  describe(`rights under attack, on ${store.name}`, () => {
    let server: HostileServer;
    let count = 0;

    before(async () => {
      server = await openHostileServer(store);
    });
    after(() => server.close());

    const make = async (resource: Resource, owner: string, state: State, more = {}): Promise<Body> => {
      count += 1;
      const [name = ""] = Object.keys(MINIMUM[resource]);
      const status = state === "gone" ? "publish" : state === "thrown" ? "draft" : state;
      const json = {
        ...MINIMUM[resource],
        [name]: `Record ${count}`,
        ...(resource === "events" && { slug: `record-${count}` }),
        author: String(server.users.get(owner)),
        status,
        ...(state === "future" && { date: "2130-01-01 00:00:00" }),
        ...more,
      };
      const created = await server.post(`/${resource}`, { as: "administrator", json });
      expect(created.status, created.text).to.equal(201);
      expect(created.body.status).to.equal(status);
      if (state !== "gone" && state !== "thrown") return created.body;
      const { body } = await server.send("DELETE", `/${resource}/${created.body.id}`, {
        as: "administrator",
      });
      return body;
    };

    /** Checks that all attacks are refused. The storage is compared only once, after all of them. */
    const expectRefused = (caller: Caller, ...attacks: readonly Attack[]): Promise<void> =>
      expectUntouched(server, async () => {
        for (const [method, path, sent] of attacks) {
          const answer = await server.send(method, path, { ...asCaller(caller), ...sent });
          expect(answer.status, answer.text).to.equal(caller === "anonymous" ? 401 : 403);
          expect(answer.body.code).to.equal("rest_forbidden");
          expectSound(answer);
        }
      });

    for (const resource of RESOURCES) {
      for (const caller of CALLERS) {
        for (const whose of ["own", "foreign"] as const) {
          if (caller === "anonymous" && whose === "own") continue;
          it(`lets ${caller} write ${whose} ${resource} exactly where the table says so`, async () => {
            for (const state of STATES) {
              const owner = whose === "own" ? caller : caller === "editor" ? "administrator" : "editor";
              const { id, slug } = await make(resource, owner, state);
              const isAllowed = whose === "own" ? WRITES[caller].own.includes(state) : WRITES[caller].foreign;
              const byId = `/${resource}/${id}`;
              const bySlug = `/${resource}/by-slug/${slug}`;
              const sent = { json: { description: `by ${caller}` } };
              if (isAllowed) {
                // The slug comes first: a write by a contributor makes the record a draft without a slug.
                for (const path of [bySlug, byId]) {
                  const updated = await server.send("PATCH", path, { ...asCaller(caller), ...sent });
                  expect(updated.status, `${state} ${path} ${updated.text}`).to.equal(200);
                  expect(updated.body.id).to.equal(id);
                }
                const deleted = await server.send("DELETE", byId, asCaller(caller));
                const isTrash = state === "gone" || state === "thrown";
                expect(deleted.status, `${state} ${deleted.text}`).to.equal(isTrash ? 410 : 200);
              } else {
                await expectRefused(caller, ...[byId, bySlug].flatMap((path) => writesOf(path, sent)));
              }
            }
          });
        }
      }
    }

    /** Kinds of records that each role may create. */
    const CREATES: Readonly<Record<Caller, readonly string[]>> = {
      administrator: ["events", "venues", "organizers", "categories", "tags"],
      editor: ["events", "venues", "organizers", "categories", "tags"],
      author: ["events", "venues", "organizers", "categories"],
      contributor: ["events", "venues", "organizers"],
      subscriber: [],
      anonymous: [],
    };

    for (const caller of CALLERS) {
      it(`lets ${caller} create ${CREATES[caller].join(", ") || "nothing"}, and write those terms`, async () => {
        for (const [resource, minimum] of Object.entries(MINIMUM)) {
          const [name = ""] = Object.keys(minimum);
          const json = { ...minimum, [name]: `${minimum[name]} of ${caller}` };
          if (!CREATES[caller].includes(resource))
            await expectRefused(caller, ["POST", `/${resource}`, { json }]);
          else
            expect((await server.post(`/${resource}`, { ...asCaller(caller), json })).status).to.equal(201);
          if (resource !== "categories" && resource !== "tags") continue;
          count += 1;
          const { body } = await server.post(`/${resource}`, {
            as: "administrator",
            json: { name: `Term ${count}` },
          });
          const path = `/${resource}/${body.id}`;
          if (CREATES[caller].includes(resource)) {
            const sent = { ...asCaller(caller), json: { description: "x" } };
            expect((await server.send("PATCH", path, sent)).status).to.equal(200);
            expect((await server.send("DELETE", path, asCaller(caller))).status).to.equal(200);
          } else {
            await expectRefused(caller, ["PATCH", path, { json: { description: "x" } }], ["DELETE", path]);
          }
        }
      });
    }

    it("lets nobody pass his records off as another's, or take over another's", async () => {
      for (const resource of RESOURCES) {
        const [name = ""] = Object.keys(MINIMUM[resource]);
        for (const caller of ["contributor", "author"] as const) {
          const author = String(server.users.get("administrator"));
          const mine = await make(resource, caller, "draft");
          await expectUntouched(server, async () => {
            const json = { ...MINIMUM[resource], [name]: "Spoofed", author };
            for (const [path, sent] of [
              [`/${resource}`, json],
              [`/${resource}/${mine.id}`, { author }],
              [`/${resource}/by-slug/${mine.slug}`, { author }],
            ] as const) {
              const answer = await server.post(path, { as: caller, json: sent });
              expect(answer.status, answer.text).to.equal(403);
              expect(answer.body.code).to.equal("rest_cannot_edit_others");
            }
          });
        }
      }
    });

    it("never lets a contributor publish, by whatever way", async () => {
      for (const resource of RESOURCES) {
        const [name = ""] = Object.keys(MINIMUM[resource]);
        for (const status of ["publish", "future", "private"]) {
          const json = { ...MINIMUM[resource], [name]: `Scaled ${status}`, status, date: "2001-01-01" };
          const created = await server.post(`/${resource}`, { as: "contributor", json });
          expect(created.body.status, created.text).to.equal("pending");
          for (const state of ["draft", "pending", "private", "thrown"] as const) {
            const mine = await make(resource, "contributor", state);
            const updated = await server.post(`/${resource}/${mine.id}`, {
              as: "contributor",
              json: { status, date_utc: "2001-01-01" },
            });
            expect(updated.body.status, updated.text).to.equal("pending");
          }
        }
        for (const status of ["trash", "auto-draft", "inherit", "any", "PUBLISH", "publish "]) {
          const json = { ...MINIMUM[resource], status };
          const answer = await server.post(`/${resource}`, { as: "contributor", json });
          expect(answer.body.data.params, status).to.have.property("status");
        }
      }
      const inline = await server.post("/events", {
        as: "contributor",
        json: {
          ...MINIMUM.events,
          venue: { venue: "Smuggled", status: "publish" },
          organizer: [{ organizer: "Smuggled", status: "private" }, { organizer: "Smuggled too" }],
        },
      });
      expect(inline.status).to.equal(201);
      expect(inline.body.venue.status).to.equal("pending");
      expect(inline.body.organizer.map(({ status }: Body) => status)).to.deep.equal(["pending", "draft"]);
    });

    it("addresses the record of the path, whatever the request says besides", async () => {
      for (const resource of RESOURCES) {
        const mine = await make(resource, "author", "publish");
        const theirs = await make(resource, "editor", "publish");
        const shadow = { id: theirs.id, ID: theirs.id, record: theirs.id };
        const query = `?id=${theirs.id}&slug=${theirs.slug}`;
        const json = { description: "Changed", ...shadow };
        for (const path of [`/${resource}/${mine.id}`, `/${resource}/by-slug/${mine.slug}`]) {
          const also = resource === "events" ? `?id=${theirs.id}` : query;
          const updated = await server.send("PATCH", path + also, { as: "author", json });
          expect(updated.body.id, updated.text).to.equal(mine.id);
        }
        const form = { as: "author", form: `id=${theirs.id}&slug=${theirs.slug}` };
        expect((await server.send("DELETE", `/${resource}/${mine.id}${query}`, form)).body.id).to.equal(
          mine.id,
        );
        const { body } = await server.get(`/${resource}/${theirs.id}`);
        expect({ status: body.status, description: body.description }).to.deep.equal({
          status: "publish",
          description: theirs.description,
        });
      }
    });

    it("changes no foreign record by data inside an event", async () => {
      const { id } = await make("venues", "editor", "publish");
      const { body: venue } = await server.get(`/venues/${id}`);
      const secret = await make("venues", "editor", "private");
      await server.post("/events", {
        as: "contributor",
        json: {
          ...MINIMUM.events,
          venue: { venue: venue.venue, phone: "666", image: "", city: "Elsewhere" },
        },
      });
      await server.post("/events", {
        as: "contributor",
        json: { ...MINIMUM.events, venue: { id, venue: "Taken over" } },
      });
      expect((await server.get(`/venues/${id}`)).body).to.deep.equal(venue);
      const { body } = await server.post("/events", {
        as: "contributor",
        json: { ...MINIMUM.events, venue: { venue: secret.venue } },
      });
      expect(body.venue.id).not.to.equal(secret.id);
    });

    it("shows what is not public to nobody who may not read it, anywhere", async () => {
      const marker = "Xyzzyquux";
      for (const state of STATES.filter((one) => one !== "publish")) {
        const venue = await make("venues", "editor", state, { venue: `${marker} hall ${state}` });
        const organizer = await make("organizers", "editor", state, { organizer: `${marker} club ${state}` });
        const event = await make("events", "editor", state, {
          title: `${marker} show ${state}`,
          tags: ["Hush"],
        });
        const open = await make("events", "editor", "publish", {
          title: `Open ${state}`,
          venue: String(venue.id),
          organizer: String(organizer.id),
        });
        for (const caller of ["author", "contributor", "subscriber", "anonymous"] as const) {
          for (const path of [
            ...["events", "venues", "organizers"].map((resource) => `/${resource}?search=${marker}`),
            `/events?include=${event.id}`,
            `/events/${event.id}`,
            `/events/by-slug/${event.slug}`,
            `/events/${open.id}`,
            `/events?include=${open.id}`,
            `/venues/${venue.id}`,
            `/venues/by-slug/${venue.slug}`,
            `/organizers/${organizer.id}`,
            `/venues?event=${event.id}`,
            `/tags?post=${event.id}`,
            `/events?post_parent=${event.id}`,
          ]) {
            const { text, status } = await server.get(path, asCaller(caller));
            expect(text, `${caller} ${state} ${path}`).not.to.match(new RegExp(`${marker} \\w+ ${state}`));
            expect(status).to.be.below(500);
          }
        }
      }
      expect((await server.get("/tags?hide_empty=0&search=hush")).body.tags[0].count).to.equal(0);
      for (const resource of RESOURCES) {
        expect((await server.get(`/${resource}?search=${marker}`)).body.total).to.equal(0);
      }
    });
  });
}
