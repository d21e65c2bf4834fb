import type { Store } from "@kalends/core/storage";
import { expect } from "chai";
import {
  type As,
  type Calendar,
  createCalendar,
  type Identity,
  type OperatorError,
  type PostStatusDefinition,
} from "kalends";
import { firstStore } from "../stores.ts";
import { AN_EVENT, CLOCK, listen } from "./host-server.ts";

const EDITOR: Identity = { id: 1, roles: ["editor"] };
const CONTRIBUTOR: Identity = { id: 2, roles: ["contributor"] };

const STATUSES: readonly PostStatusDefinition[] = [
  { name: "in-review", writableBy: "edit", from: ["new", "draft"], to: ["draft", "approved"] },
  { name: "approved", from: ["in-review"], to: ["publish"] },
  { name: "archived", isPublic: true },
];

for (const { name, open } of firstStore) {
  describe(`post statuses of a host, on ${name}`, () => {
    let store: Store;
    let calendar: Calendar;
    let as: As;

    beforeEach(async () => {
      store = await open();
      const identity = (): Identity => EDITOR;
      calendar = await createCalendar({
        storage: store,
        scheduler: false,
        clock: CLOCK,
        identity,
        postStatuses: STATUSES,
      });
      as = calendar.as;
    });
    afterEach(async () => {
      await calendar.close();
      await store.close();
    });

    const becomes = (caller: Identity, id: number, status: string): Promise<string> =>
      as(caller)
        .events.update(id, { status })
        .then(
          ({ event }) => event.status,
          (error) => error.details?.problems?.status?.reason ?? error.code,
        );

    it("go where they may, and nowhere else", async () => {
      const { event } = await as(CONTRIBUTOR).events.create({ ...AN_EVENT, status: "in-review" });
      expect(event.status).to.equal("in-review");
      expect(await becomes(EDITOR, event.id, "publish")).to.equal("forbidden-transition");
      expect(await becomes(EDITOR, event.id, "in-review")).to.equal("in-review");
      expect(await becomes(EDITOR, event.id, "approved")).to.equal("approved");
      expect(await becomes(EDITOR, event.id, "draft")).to.equal("forbidden-transition");
      expect(await becomes(EDITOR, event.id, "publish")).to.equal("publish");
      expect(await becomes(EDITOR, event.id, "in-review")).to.equal("forbidden-transition");
    });

    it("come back from the trash as if they had not been there", async () => {
      const { event } = await as(EDITOR).events.create({ ...AN_EVENT, status: "in-review" });
      await as(EDITOR).events.remove(event.id);
      expect(await becomes(EDITOR, event.id, "publish")).to.equal("forbidden-transition");
      expect(await becomes(EDITOR, event.id, "in-review")).to.equal("in-review");
    });

    it("need their right: a wish without it waits for review", async () => {
      const { venue } = await as(CONTRIBUTOR).venues.create({ venue: "Hall", status: "archived" });
      expect(venue.status).to.equal("pending");
      expect((await as(EDITOR).venues.create({ venue: "Mill", status: "archived" })).venue.status).to.equal(
        "archived",
      );
    });

    it("show in lists to those who may read them, and to everybody where they are public", async () => {
      const mine = await as(CONTRIBUTOR).events.create({ ...AN_EVENT, status: "in-review" });
      await as(EDITOR).events.create({ ...AN_EVENT, status: "in-review" });
      await as(EDITOR).events.create({ ...AN_EVENT, status: "archived", tags: ["old"] });
      const list = async (caller: Identity | undefined, status?: string): Promise<number> =>
        (await as(caller).events.list(status === undefined ? {} : { status })).total;
      expect([await list(undefined), await list(CONTRIBUTOR), await list(EDITOR)]).to.deep.equal([1, 2, 3]);
      expect(await list(CONTRIBUTOR, "in-review")).to.equal(1);
      expect(await list(undefined, "archived")).to.equal(1);
      expect((await as().tags.list()).items.map(({ count }) => count)).to.deep.equal([1]);
      const refused = await as()
        .events.get(mine.event.id)
        .catch((error) => error.code);
      expect(refused).to.equal("event-not-accessible");
    });

    it("have the address of what is published where they are public, and count as events of a venue", async () => {
      const server = await listen(calendar.callback);
      const urlOf = async (status: string): Promise<string> =>
        (
          await server.post("/events", {
            json: { ...AN_EVENT, status, slug: status, venue: { venue: status } },
          })
        ).body.url;
      expect(await urlOf("archived")).to.match(/\/event\/archived\/$/);
      expect(await urlOf("in-review")).to.match(/\/\?post_type=tribe_events&p=\d+$/);
      const venues = async (caller: Identity | undefined): Promise<readonly string[]> =>
        (await as(caller).venues.list({ has_events: true })).items.map(({ venue }) => venue.name).sort();
      expect(await venues(EDITOR)).to.deep.equal(["archived", "in-review"]);
      expect(await venues(undefined)).to.deep.equal(["archived"]);
      await server.close();
    });

    it("stay in the links of a list that shows them", async () => {
      for (const venue of ["A", "B"]) await as(EDITOR).venues.create({ venue, status: "archived" });
      const { understood } = await as().venues.list({ per_page: 1 });
      expect(understood.status).to.deep.equal(["publish", "archived"]);
    });

    it("are documented, checked and named over HTTP", async () => {
      const server = await listen(calendar.callback);
      const created = await server.post("/events", { json: { ...AN_EVENT, status: "in-review" } });
      expect([created.status, created.body.status]).to.deep.equal([201, "in-review"]);
      const refused = await server.send("PATCH", `/events/${created.body.id}`, {
        json: { status: "publish" },
      });
      expect([refused.status, refused.body.data.params.status]).to.deep.equal([
        400,
        "A record may not go from in-review to publish.",
      ]);
      expect((await server.post("/events", { json: { ...AN_EVENT, status: "lost" } })).status).to.equal(400);
      await server.close();
    });
  });
}

describe("createCalendar with post statuses that make no sense", () => {
  it("names everything that is wrong at once", async () => {
    const postStatuses: readonly PostStatusDefinition[] = [
      { name: "In Review" },
      { name: "publish" },
      { name: "twice" },
      { name: "twice" },
      { name: "lost", from: ["nowhere"], to: ["twice"] },
    ];
    const error = await createCalendar({ storage: "sqlite::memory:", postStatuses, perPage: 0 }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect((error as OperatorError).problems).to.have.length(5);
  });
});
