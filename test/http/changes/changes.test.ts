import { expect } from "chai";
import type { Body, Sent } from "../client.ts";
import { NOW, type StartedCalendar, servedStores, startCalendar } from "../start-calendar.ts";
import { createRandom } from "./random-writes.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };
const EDITOR = { as: "editor" } as const;

for (const store of servedStores.filter(({ locale }) => locale === undefined)) {
  describe(`/changes on ${store.name}`, () => {
    let calendar: StartedCalendar;

    beforeEach(async () => {
      calendar = await startCalendar(store, { changes: true });
    });
    afterEach(() => calendar.close());

    const ask = async (since?: string, sent: Sent = {}, more = ""): Promise<Body> => {
      const query = since === undefined ? "" : `?since=${encodeURIComponent(since)}${more}`;
      const { status, text, body } = await calendar.get(`/changes${query}`, sent);
      expect(status, text).to.equal(200);
      return body;
    };
    const now = async (sent?: Sent): Promise<string> => (await ask(undefined, sent)).next_token;
    /** Returns kind and id of each change since the token. Deleted and hidden records are marked with `-`. */
    const changed = async (since: string, sent: Sent = {}, perPage = 100): Promise<readonly string[]> => {
      const found: string[] = [];
      for (let next = since, more = true; more; ) {
        const page = await ask(next, sent, `&per_page=${perPage}`);
        found.push(
          ...page.changes.map(({ kind, id, deleted }: Body) => `${deleted ? "-" : ""}${kind} ${id}`),
        );
        next = page.next_token;
        more = page.has_more;
      }
      return found;
    };
    const create = async (path: string, json: object): Promise<number> => {
      const { status, text, body } = await calendar.post(path, { ...EDITOR, json });
      expect(status, text).to.equal(201);
      return body.id;
    };
    const change = async (path: string, json: object): Promise<void> => {
      const { status, text } = await calendar.send("PATCH", path, { ...EDITOR, json });
      expect(status, text).to.equal(200);
    };
    const remove = async (path: string): Promise<void> => {
      const { status, text } = await calendar.send("DELETE", path, EDITOR);
      expect(status, text).to.equal(200);
    };

    it("begins with tokens and the lists of everything, and no changes", async () => {
      await create("/events", EVENT);
      const { changes, has_more, next_token, begin, lists } = await ask();
      expect(changes).to.deep.equal([]);
      expect(has_more).to.equal(false);
      expect(await changed(next_token)).to.deep.equal([]);
      expect(await changed(begin)).to.have.length(1);
      expect(Object.keys(lists)).to.deep.equal(["events", "venues", "organizers", "categories", "tags"]);
      for (const address of Object.values<string>(lists)) {
        expect((await fetch(address)).status, address).to.equal(200);
      }
    });

    it("tells records as the lists show them, once on a page, and what is gone", async () => {
      const since = await now();
      const id = await create("/events", { ...EVENT, venue: { venue: "Pier" }, tags: ["jazz"] });
      await change(`/events/${id}`, { title: "More jazz" });
      const { changes } = await ask(since);
      const [listed] = (await calendar.get("/events?start_date=2031-05-01")).body.events;
      expect(changes.map(({ kind }: Body) => kind)).to.have.members(["tag", "venue", "event"]);
      expect(changes.find(({ kind }: Body) => kind === "event")).to.deep.equal({
        kind: "event",
        id,
        record: listed,
      });
      const later = await now();
      await remove(`/events/${id}`);
      const [gone] = (await ask(later)).changes;
      expect(gone).to.deep.equal({ kind: "event", id, deleted: true });
    });

    it("does not mention what the caller could never see, and takes away what they cannot see any more", async () => {
      const [visitor, author, editor] = [await now(), await now({ as: "author" }), await now(EDITOR)];
      const id = await create("/events", { ...EVENT, status: "draft" });
      expect(await changed(visitor)).to.deep.equal([]);
      expect(await changed(author, { as: "author" })).to.deep.equal([]);
      expect(await changed(editor, EDITOR)).to.deep.equal([`event ${id}`]);
      await change(`/events/${id}`, { status: "publish" });
      expect(await changed(visitor)).to.deep.equal([`event ${id}`]);
      await change(`/events/${id}`, { hide_from_listings: true });
      expect(await changed(visitor)).to.deep.equal([`-event ${id}`]);
      expect(await changed(editor, EDITOR)).to.deep.equal([`-event ${id}`]);
      await remove(`/events/${id}`);
      expect(await changed(await now())).to.deep.equal([]);
    });

    it("brings events again whose venue or organizer was changed, hidden or published", async () => {
      const venue = await create("/venues", { venue: "Pier", status: "draft" });
      const organizer = await create("/organizers", { organizer: "Anna", status: "publish" });
      const id = await create("/events", { ...EVENT, venue: { id: venue }, organizer: { id: organizer } });
      let since = await now();
      await change(`/venues/${venue}`, { status: "publish" });
      const { changes } = await ask(since);
      expect(changes.find(({ kind }: Body) => kind === "event").record.venue.id).to.equal(venue);
      since = await now();
      await change(`/organizers/${organizer}`, { organizer: "Anne" });
      expect(await changed(since)).to.have.members([`organizer ${organizer}`, `event ${id}`]);
      since = await now();
      await remove(`/venues/${venue}`);
      expect(await changed(since)).to.have.members([`-venue ${venue}`, `event ${id}`]);
      since = await now();
      await remove(`/organizers/${organizer}`);
      expect(await changed(since)).to.have.members([`-organizer ${organizer}`, `event ${id}`]);
    });

    it("brings what terms change: events that have them, categories below them, their counts", async () => {
      const music = await create("/categories", { name: "Music" });
      const jazz = await create("/categories", { name: "Jazz", parent: music });
      const bebop = await create("/categories", { name: "Bebop", parent: jazz });
      const tag = await create("/tags", { name: "Loud" });
      let since = await now();
      const id = await create("/events", { ...EVENT, categories: [jazz], tags: [tag] });
      expect(await changed(since)).to.have.members([`event ${id}`, `category ${jazz}`, `tag ${tag}`]);
      since = await now();
      await change(`/events/${id}`, { title: "Other" });
      expect(await changed(since)).to.deep.equal([`event ${id}`]);
      since = await now();
      await change(`/categories/${music}`, { slug: "sounds" });
      expect(await changed(since)).to.have.members([music, jazz, bebop].map((one) => `category ${one}`));
      since = await now();
      await change(`/categories/${music}`, { description: "Loud" });
      expect(await changed(since)).to.deep.equal([`category ${music}`]);
      since = await now();
      await remove(`/categories/${music}`);
      const expected = [`-category ${music}`, `category ${jazz}`, `category ${bebop}`, `event ${id}`];
      expect(await changed(since)).to.have.members(expected);
      since = await now();
      await remove(`/tags/${tag}`);
      expect(await changed(since)).to.have.members([`-tag ${tag}`, `event ${id}`]);
    });

    it("pages through all that a change brings, however small the pages", async () => {
      const venue = await create("/venues", { venue: "Pier", status: "publish" });
      const ids: number[] = [];
      for (let count = 0; count < 5; count += 1) {
        ids.push(await create("/events", { ...EVENT, title: `Jazz ${count}`, venue: { id: venue } }));
      }
      const since = await now();
      await change(`/venues/${venue}`, { venue: "Quay" });
      const last = await create("/events", { ...EVENT, title: "Last" });
      // Changes of different records may be in another order.
      const expected = [`venue ${venue}`, ...ids.map((id) => `event ${id}`), `event ${last}`].sort();
      for (const perPage of [1, 2, 3, 6, 7, 100]) {
        expect([...(await changed(since, {}, perPage))].sort(), `${perPage}`).to.deep.equal(expected);
      }
      const { begin } = await ask();
      for (const perPage of [1, 2, 6, 100]) {
        expect([...(await changed(begin, {}, perPage))].sort(), `${perPage}`).to.deep.equal(expected);
      }
    });

    it("refuses what is no token, and lets go of those that are not good any more", async () => {
      const token = await now();
      const [feed = "", fingerprint = "", position = ""] = token.split(".");
      const refused: readonly (readonly [since: string, status: number])[] = [
        ["", 400],
        ["x", 400],
        ["a.b.c", 400],
        [`${token}.z0-0`, 400],
        [`${token}.e0-`, 400],
        [`${feed}.${fingerprint}.-1`, 400],
        [`${token}${"0".repeat(500)}`, 400],
        [`${feed}x.${fingerprint}.${position}`, 410],
        [`${feed}.x.${position}`, 410],
        [`${feed}.${fingerprint}.${Number(position) + 1}`, 410],
        [`${feed}.${fingerprint}.999999999999999.r3-1`, 410],
      ];
      for (const [since, status] of refused) {
        const answer = await calendar.get(`/changes?since=${encodeURIComponent(since)}`);
        expect(answer.status, since).to.equal(status);
        if (status === 400) expect(answer.body.data.params, since).to.have.all.keys("since");
        else expect(answer.body.code, since).to.equal("rest_token_expired");
      }
      expect((await calendar.get("/changes?since[]=1")).status).to.equal(400);
      const others = await calendar.get(`/changes?since=${encodeURIComponent(token)}`, EDITOR);
      expect(others.body.code).to.equal("rest_token_expired");
      for (const cursor of ["e9-9", "e0-0", "r0-99", "r99-0"]) await changed(`${token}.${cursor}`);
    });

    it("takes whatever is sent as a token for a bad one or an old one", async () => {
      const random = createRandom(3);
      const { next_token, begin } = await ask();
      for (const token of [next_token, begin]) {
        for (let count = 0; count < 15; count += 1) {
          const place = Math.floor(random() * token.length);
          const character = String.fromCharCode(33 + Math.floor(random() * 94));
          const since = token.slice(0, place) + character + token.slice(place + (random() < 0.5 ? 1 : 0));
          const { status } = await calendar.get(`/changes?since=${encodeURIComponent(since)}`);
          expect([200, 400, 410], since).to.include(status);
        }
      }
    });

    it("lets go of tokens of callers whose rights have changed", async () => {
      const since = await now({ as: "author" });
      const [account] = (await calendar.accounts.list()).filter(({ name }) => name === "author");
      if (account !== undefined) await calendar.accounts.save({ ...account, role: "editor" });
      const { status, body } = await calendar.get(`/changes?since=${since}`, { as: "author" });
      expect([status, body.code]).to.deep.equal([410, "rest_token_expired"]);
      expect(await changed(await now({ as: "author" }), { as: "author" })).to.deep.equal([]);
    });

    it("lets go of tokens whose changes are not kept any more", async () => {
      const since = await now();
      await create("/events", EVENT);
      const later = await now();
      await calendar.store.outbox.removeOlder(Number.MAX_SAFE_INTEGER, 100);
      const { status, body } = await calendar.get(`/changes?since=${since}`);
      expect([status, body.code]).to.deep.equal([410, "rest_token_expired"]);
      expect(await changed(later)).to.deep.equal([]);
    });

    it("is compressed for visitors, as lists are", async () => {
      await create("/events", { ...EVENT, description: "Music ".repeat(200) });
      const codingFor = async (sent: Sent): Promise<string | undefined> => {
        const { begin } = (await calendar.get("/changes", sent)).body;
        const asked = { ...sent, headers: { "accept-encoding": "gzip" } };
        return (await calendar.send("HEAD", `/changes?since=${begin}`, asked)).headers["content-encoding"];
      };
      expect([await codingFor({}), await codingFor(EDITOR)]).to.deep.equal(["gzip", undefined]);
    });

    it("is kept by nobody, and answers HEAD and OPTIONS as other lists", async () => {
      for (const sent of [{}, EDITOR]) {
        const { status, headers } = await calendar.send("HEAD", "/changes", sent);
        expect([status, headers["cache-control"]]).to.deep.equal([200, "no-store"]);
        expect(headers.allow).to.equal("GET");
      }
      const { body } = await calendar.send("OPTIONS", "/changes");
      expect(Object.keys(body.endpoints[0].args)).to.deep.equal(["since", "per_page"]);
      const posted = await calendar.post("/changes", { ...EDITOR, json: {} });
      expect(posted.body.code).to.equal("rest_no_route");
      const { body: selected } = await calendar.get("/changes?_fields=has_more");
      expect(selected).to.deep.equal({ has_more: false });
    });
  });

  describe(`/changes where nothing switches it on, on ${store.name}`, () => {
    it("is no address, is not described, and nothing is noted for it", async () => {
      const calendar = await startCalendar(store);
      try {
        const { status, body } = await calendar.get("/changes");
        expect([status, body.code]).to.deep.equal([404, "rest_no_route"]);
        for (const path of ["", "/doc"]) {
          const { text } = await calendar.get(path);
          expect(text, path).to.not.match(/\/changes"|"Changes"|rest_token_expired/);
        }
        await calendar.post("/events", { ...EDITOR, json: EVENT });
        expect(await calendar.store.outbox.last()).to.equal(0);
        expect(await calendar.store.outbox.consumers()).to.deep.equal([]);
      } finally {
        await calendar.close();
      }
    });

    it("tells what time publishes", async () => {
      let time = NOW;
      const calendar = await startCalendar(store, { changes: true, clock: { now: () => time } });
      try {
        const json = { ...EVENT, status: "future", date: "2031-04-01 10:00:00" };
        const { body } = await calendar.post("/events", { ...EDITOR, json });
        expect(body.status).to.equal("future");
        const { next_token } = (await calendar.get("/changes")).body;
        time = Date.UTC(2031, 3, 2);
        await calendar.calendar.publishDue();
        const { changes } = (await calendar.get(`/changes?since=${next_token}`)).body;
        expect(changes.map(({ id, record }: Body) => [id, record.status])).to.deep.equal([
          [body.id, "publish"],
        ]);
      } finally {
        await calendar.close();
      }
    });

    it("is switched on by a plugin", async () => {
      const calendar = await startCalendar(store, { plugins: [{ name: "mirror", changes: true }] });
      try {
        expect((await calendar.get("/changes")).status).to.equal(200);
      } finally {
        await calendar.close();
      }
    });
  });
}
