import { expect } from "chai";
import { stores } from "../stores.ts";
import type { TestResponse } from "./client.ts";
import { NOW, type StartedCalendar, startCalendar } from "./start-calendar.ts";

const limitsOf = ({ headers }: TestResponse): readonly unknown[] =>
  ["limit", "remaining", "reset", "policy"].map((name) => headers[`ratelimit-${name}`]);

for (const store of stores) {
  describe(`rate limits, on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let now: number;

    beforeEach(async () => {
      now = NOW;
      calendar = await startCalendar(store, {
        clock: { now: () => now },
        trustProxy: true,
        rateLimit: "address=3/1m,account=5/10s",
      });
    });
    afterEach(() => calendar.close());

    const from = (address: string, path = "/venues"): Promise<TestResponse> =>
      calendar.get(path, { headers: { "x-forwarded-for": address } });
    const statusesOf = (answers: readonly TestResponse[]): readonly number[] =>
      answers.map(({ status }) => status);

    it("tell with every answer what is left, and refuse what is more, until the window is over", async () => {
      const first = await from("192.0.2.1");
      expect([first.status, ...limitsOf(first)]).to.deep.equal([200, "3", "2", "60", "3;w=60"]);
      now += 20_500;
      const second = await from("192.0.2.1", "/events/999");
      expect([second.status, ...limitsOf(second)]).to.deep.equal([404, "3", "1", "40", "3;w=60"]);
      await from("192.0.2.1");
      for (let time = 0; time < 3; time += 1) {
        const refused = await from("192.0.2.1");
        expect([refused.status, refused.body.code]).to.deep.equal([429, "rest_too_many_requests"]);
        expect(refused.body.message).to.contain("40 seconds");
        expect(refused.headers["retry-after"]).to.equal("40");
        expect(refused.headers["cache-control"]).to.equal("no-store");
        expect(limitsOf(refused)).to.deep.equal(["3", "0", "40", "3;w=60"]);
      }
      now += 39_500;
      expect(limitsOf(await from("192.0.2.1"))).to.deep.equal(["3", "2", "60", "3;w=60"]);
    });

    it("count addresses apart, and those of one IPv6 network together", async () => {
      for (let time = 0; time < 4; time += 1) await from("192.0.2.1");
      const others = [await from("192.0.2.2"), await from("2001:db8::1"), await from("2001:db8:0:0:ffff::2")];
      expect(others.map(({ headers }) => headers["ratelimit-remaining"])).to.deep.equal(["2", "2", "1"]);
    });

    it("count users wherever they are, and apart from those without an account", async () => {
      for (let time = 0; time < 4; time += 1) await from("192.0.2.1");
      const asked: TestResponse[] = [];
      for (let time = 0; time < 6; time += 1) {
        const headers = { "x-forwarded-for": `192.0.2.${1 + (time % 2)}` };
        asked.push(await calendar.get("/venues", { as: "author", headers }));
      }
      expect(statusesOf(asked)).to.deep.equal([200, 200, 200, 200, 200, 429]);
      expect(limitsOf(asked[0] as TestResponse)).to.deep.equal(["5", "4", "10", "5;w=10"]);
      const other = await calendar.get("/venues", {
        as: "editor",
        headers: { "x-forwarded-for": "192.0.2.1" },
      });
      expect(other.headers["ratelimit-remaining"]).to.equal("4");
    });

    it("refuse credentials unseen after wrong ones, but nobody who asks without any", async () => {
      const headers = { "x-forwarded-for": "192.0.2.9", authorization: "Bearer x.y" };
      const wrong: TestResponse[] = [];
      for (let time = 0; time < 4; time += 1) wrong.push(await calendar.get("/venues", { headers }));
      expect(statusesOf(wrong)).to.deep.equal([401, 401, 401, 429]);
      const right = { ...headers, authorization: `Bearer ${calendar.token("author")}` };
      expect((await calendar.get("/venues", { headers: right })).status).to.equal(429);
      expect((await from("192.0.2.9")).status).to.equal(200);
    });

    it("do nothing of a write that is one too many", async () => {
      const headers = { "x-forwarded-for": "192.0.2.1" };
      const write = (): Promise<TestResponse> =>
        calendar.post("/venues", { as: "editor", headers, json: { venue: `Hall ${written.length}` } });
      const written: TestResponse[] = [];
      for (let time = 0; time < 7; time += 1) written.push(await write());
      expect(statusesOf(written)).to.deep.equal([201, 201, 201, 201, 201, 429, 429]);
      expect(await calendar.store.venues.readAfter(0, 100)).to.have.length(5);
    });

    it("count each request of a batch, and refuse one that is too many as a whole", async () => {
      const batch = (names: readonly string[], key?: string): Promise<TestResponse> => {
        const requests = names.map((name) => ({ method: "POST", path: "/venues", body: { venue: name } }));
        const headers = key === undefined ? {} : { "idempotency-key": key };
        return calendar.post("/batch", { as: "editor", headers, json: { requests } });
      };
      const done = await batch(["One", "Two"], "a-key");
      expect([done.status, ...limitsOf(done)]).to.deep.equal([200, "5", "3", "10", "5;w=10"]);
      expect((await batch(["One", "Two"], "a-key")).headers["ratelimit-remaining"]).to.equal("2");
      const refused = await batch(["Three", "Four", "Five"]);
      expect([refused.status, refused.headers["ratelimit-remaining"]]).to.deep.equal([429, "0"]);
      expect(await calendar.store.venues.readAfter(0, 100)).to.have.length(2);
      const reads = [{}, {}, {}, {}].map(() => ({ method: "GET", path: "/venues" }));
      expect((await calendar.post("/batch", { json: { requests: reads } })).status).to.equal(429);
    });

    it("count each record of a bulk change, also in a batch", async () => {
      const body = (ids: readonly number[]): object => ({ ids, action: "trash", dry_run: true });
      const done = await calendar.post("/events/bulk", { as: "editor", json: body([1, 2, 3, 3]) });
      expect([done.status, ...limitsOf(done)]).to.deep.equal([200, "5", "2", "10", "5;w=10"]);
      const refused = await calendar.post("/events/bulk", { as: "editor", json: body([1, 2, 3]) });
      expect(refused.status).to.equal(429);
      const requests = [{ method: "POST", path: "/events/bulk", body: body([1, 2, 3, 4, 5, 6]) }];
      const batch = await calendar.post("/batch", { as: "author", json: { requests } });
      expect(batch.body.responses[0].status).to.equal(429);
    });

    it("leave health checks and pages alone", async () => {
      for (let time = 0; time < 5; time += 1) await from("127.0.0.1");
      for (const path of ["/healthz", "/readyz", "/docs"]) {
        const answer = await fetch(`${calendar.origin}${path}`);
        expect([answer.status, answer.headers.get("ratelimit-limit")], path).to.deep.equal([200, null]);
      }
    });
  });
}
