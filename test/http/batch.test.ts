import { expect } from "chai";
import { stores } from "../stores.ts";
import type { TestResponse } from "./client.ts";
import { aPicture } from "./pictures.ts";
import { type BatchOptions, sendBatch } from "./send-batch.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";
import { formOf } from "./uploads.ts";

const EVENT = { title: "Concert", start_date: "2031-06-01 20:00:00", end_date: "2031-06-01 22:00:00" };
const SERIES = { ...EVENT, recurrence: { rules: ["FREQ=WEEKLY;COUNT=5"] } };

interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

const responsesOf = ({ body }: TestResponse): readonly Response[] => body.responses;
const statusesOf = (answer: TestResponse): readonly number[] =>
  responsesOf(answer).map(({ status }) => status);

const create = (body: object, headers: object = {}) => ({ method: "POST", path: "/events", headers, body });
const tag = (name: string) => ({ method: "POST", path: "/tags", body: { name } });

for (const store of stores) {
  describe(`batches on ${store.name}`, () => {
    let calendar: StartedCalendar;
    const events: string[] = [];

    before(async () => {
      calendar = await startCalendar(store);
      calendar.calendar.events.on("event.created", ({ after }) => void events.push(after.title));
    });
    after(() => calendar.close());

    const send = (requests: unknown, options?: BatchOptions) => sendBatch(calendar, requests, options);

    /**
     * Deletes the stored response of the batch, as if the process had crashed before storing it. The stored
     * responses of its requests are kept.
     */
    const losesWholeAnswers = async (): Promise<void> => {
      const kept = await calendar.store.documents.list({ collection: "kalends/idempotency", limit: 100 });
      for (const { key: name, value } of kept)
        if (JSON.stringify(value).includes("responses"))
          await calendar.store.documents.remove("kalends/idempotency", name);
    };

    it("are done in their order, each as it would be by itself", async () => {
      const answer = await send([
        create(EVENT, { Prefer: "handling=strict" }),
        { method: "GET", path: "/events?_fields=total" },
        { method: "POST", path: "/tags", body: { name: "Order" } },
        { method: "GET", path: "/tags?search=order&hide_empty=false&_fields=tags.name" },
      ]);
      expect(answer.status, answer.text).to.equal(200);
      expect(statusesOf(answer)).to.deep.equal([201, 200, 201, 200]);
      const [created, , , tags] = responsesOf(answer);
      expect(created?.headers.location).to.match(/\/events\/\d+$/);
      expect(created?.headers["preference-applied"]).to.equal("handling=strict");
      expect(created?.body.title).to.equal("Concert");
      expect(tags?.body).to.deep.equal({ tags: [{ name: "Order" }] });
    });

    it("go on after what fails, and say so", async () => {
      const answer = await send([
        tag("Before"),
        { method: "GET", path: "/events/999999" },
        tag("Before"),
        tag("After"),
      ]);
      expect(answer.status).to.equal(207);
      expect(statusesOf(answer)).to.deep.equal([201, 404, 400, 201]);
      expect(responsesOf(answer)[1]?.body).to.include({ code: "rest-event-not-found" });
      const { body } = await calendar.get("/tags?hide_empty=false&per_page=50");
      expect(body.tags.map(({ name }: { name: string }) => name)).to.include.members(["Before", "After"]);
    });

    it("give nobody a right", async () => {
      const answer = await send([create(EVENT), { method: "GET", path: "/events?_fields=total" }], {
        as: "subscriber",
      });
      expect(statusesOf(answer)).to.deep.equal([403, 200]);
      const anonymous = await calendar.post("/batch", { json: { requests: [create(EVENT), tag("x")] } });
      expect(statusesOf(anonymous)).to.deep.equal([401, 401]);
      const json = { atomic: true, requests: [{ method: "GET", path: "/tags" }, tag("x")] };
      const atomic = await calendar.post("/batch", { json });
      expect([atomic.status, atomic.body.code]).to.deep.equal([401, "rest_forbidden"]);
      const reader = await send(json.requests, { atomic: true, as: "subscriber" });
      expect([reader.status, reader.body.code]).to.deep.equal([403, "rest_forbidden"]);
    });

    it("are as atomic where they only read", async () => {
      const requests = ["/tags", "/events/999999"].map((path) => ({ method: "GET", path }));
      const { body } = await calendar.post("/batch", { json: { atomic: true, requests } });
      expect(body.responses.map(({ status }: Response) => status)).to.deep.equal([424, 404]);
      expect(statusesOf(await send(requests.slice(0, 1), { atomic: true }))).to.deep.equal([200]);
    });

    it("try out nothing in a transaction", async () => {
      const { body } = await send([tag("Kept?"), { ...tag("Tried"), path: "/tags?dry_run=true" }], {
        atomic: true,
      });
      expect(body.responses.map(({ status }: { status: number }) => status)).to.deep.equal([424, 400]);
      expect(body.responses[1].body.data.params).to.have.all.keys("dry_run");
      expect((await calendar.get("/tags?search=kept&hide_empty=false")).body.total).to.equal(0);
    });

    it("undo all when one of an atomic one fails", async () => {
      events.length = 0;
      const before = await calendar.contents();
      const answer = await send(
        [create(SERIES), tag("Atomic"), { method: "GET", path: "/events/999999" }, tag("Late")],
        {
          atomic: true,
        },
      );
      expect(answer.status, answer.text).to.equal(207);
      expect(statusesOf(answer)).to.deep.equal([424, 424, 404, 424]);
      expect(responsesOf(answer)[0]?.body.code).to.equal("rest_failed_dependency");
      expect(await calendar.contents()).to.equal(before);
      const { body } = await calendar.get("/events?search=Weekly");
      expect(body.total).to.equal(0);
      expect(events).to.deep.equal([]);
    });

    it("delete no files of images before all is done", async () => {
      const multipart = formOf(["file", await aPicture(), "a.png"]);
      const { id, url } = (await calendar.post("/images", { as: "editor", multipart })).body;
      const removal = { method: "DELETE", path: `/images/${id}` };
      const statusOfFile = async (): Promise<number> => (await fetch(url)).status;
      const undone = await send([removal, { method: "GET", path: "/events/999999" }], { atomic: true });
      expect(statusesOf(undone)).to.deep.equal([424, 404]);
      expect([
        (await calendar.get(removal.path, { as: "editor" })).status,
        await statusOfFile(),
      ]).to.deep.equal([200, 200]);
      const done = await send([removal, tag("Image deleted")], { atomic: true });
      expect(statusesOf(done), done.text).to.deep.equal([200, 201]);
      expect(await statusOfFile()).to.equal(404);
    });

    it("do all of an atomic one, which sees what it has written, and tell of it once", async () => {
      events.length = 0;
      const answer = await send(
        [
          create({ ...SERIES, title: "Atomic series" }),
          create({ ...EVENT, title: "Atomic event", tags: ["Made inside"] }),
          { method: "GET", path: "/tags?hide_empty=false&search=inside&_fields=tags.name" },
          { method: "GET", path: "/events?search=atomic&start_date=2031-06-01&_fields=total" },
        ],
        { atomic: true },
      );
      expect(answer.status, answer.text).to.equal(200);
      expect(responsesOf(answer)[2]?.body.tags).to.deep.equal([{ name: "Made inside" }]);
      expect(responsesOf(answer)[3]?.body.total).to.equal(6);
      const listed = await calendar.get("/events?search=atomic&start_date=2031-06-01");
      expect(listed.body.total).to.equal(6);
      await new Promise((resolve) => setImmediate(resolve));
      expect(events.toSorted()).to.deep.equal(["Atomic event", "Atomic series"]);
    });

    it("are done once with a key, atomic or not, also where the answer was lost", async () => {
      for (const atomic of [true, false]) {
        const requests = [create({ ...EVENT, title: `Keyed ${atomic}` }), tag(`keyed ${atomic}`)];
        const key = `batch ${atomic}`.replace(" ", "-");
        const first = await send(requests, { atomic, key });
        expect(statusesOf(first)).to.deep.equal([201, 201]);
        const before = await calendar.contents();
        const again = await send(requests, { atomic, key });
        expect(again.text).to.equal(first.text);
        expect(again.headers["idempotency-replayed"]).to.equal("true");
        expect((await send(requests.slice(1), { atomic, key })).status).to.equal(422);
        if (!atomic) {
          await losesWholeAnswers();
          const after = await send(requests, { atomic, key });
          expect(responsesOf(after).map(({ body }) => body)).to.deep.equal(
            responsesOf(first).map(({ body }) => body),
          );
        }
        expect(await calendar.contents()).to.equal(before);
      }
      const twice = [create({ ...EVENT, title: "Own key" }, { "Idempotency-Key": "own" })];
      const [one] = responsesOf(await send(twice));
      const [other] = responsesOf(await send(twice));
      expect(other?.body.id).to.equal(one?.body.id);
      expect(other?.headers["idempotency-replayed"]).to.equal("true");
    });

    it("run again with a key where a request depended on rights or on the moment", async () => {
      for (const atomic of [false, true]) {
        const requests = [create({ ...EVENT, title: `Passing ${atomic}` }), tag(`Passing ${atomic}`)];
        const options = { atomic, key: `passing-${atomic}`, as: "author" };
        const [first, second] = [await send(requests, options), await send(requests, options)];
        expect(statusesOf(first)).to.deep.equal([atomic ? 424 : 201, 403]);
        expect(second.headers["idempotency-replayed"]).to.equal(undefined);
        expect(statusesOf(second)).to.deep.equal(statusesOf(first));
        if (!atomic) expect(responsesOf(second)[0]?.body.id).to.equal(responsesOf(first)[0]?.body.id);
      }
    });

    it("go on where they ended, with changes and removals as well", async () => {
      const [created] = responsesOf(await send([create({ ...EVENT, title: "Resumed" })]));
      const path = `/events/${created?.body.id}`;
      const headers = { "If-Match": created?.headers.etag };
      const requests = [
        { method: "PATCH", path, headers, body: { title: "Resumed once" } },
        { method: "DELETE", path, headers: { "Idempotency-Key": "for-nothing" } },
      ];
      const first = await send(requests, { key: "resumed" });
      expect(statusesOf(first), first.text).to.deep.equal([200, 200]);
      await losesWholeAnswers();
      const again = await send(requests, { key: "resumed" });
      expect(responsesOf(again).map(({ status, body }) => [status, body])).to.deep.equal(
        responsesOf(first).map(({ status, body }) => [status, body]),
      );
      expect(statusesOf(await send(requests))).to.deep.equal([412, 410]);
    });

    it("are refused whole, with nothing done, where one of them is none", async () => {
      const before = await calendar.contents();
      const good = tag("Never");
      const bad: readonly (readonly [string, unknown])[] = [
        ["requests", Array(101).fill(good)],
        ["requests", []],
        ["requests", "all"],
        ["requests[1]", [good, null]],
        ["requests[1].method", [good, { ...good, method: "TRACE" }]],
        ["requests[1].method", [good, { ...good, method: 7 }]],
        ["requests[1].path", [good, { ...good, path: "tags" }]],
        ["requests[1].path", [good, { ...good, path: "//other.example/tags" }]],
        ["requests[1].path", [good, { ...good, path: "https://other.example/tags" }]],
        ["requests[1].path", [good, { ...good, path: "/../../../wp/v2/tags" }]],
        ["requests[1].path", [good, { ...good, path: "/events/%2e%2E/tags" }]],
        ["requests[1].path", [good, { ...good, path: "/tags\\..\\x" }]],
        ["requests[1].path", [good, { ...good, path: "/tags#x" }]],
        ["requests[1].path", [good, { ...good, path: "/batch" }]],
        ["requests[1].path", [good, { ...good, path: "/BATCH//?x" }]],
        ["requests[1].path", [good, { ...good, path: `/tags?${"x".repeat(9000)}` }]],
        ["requests[1].headers.Authorization", [good, { ...good, headers: { Authorization: "Bearer x" } }]],
        ["requests[1].headers.cookie", [good, { ...good, headers: { cookie: "x" } }]],
        ["requests[1].headers.Prefer", [good, { ...good, headers: { Prefer: "x\r\nEvil: y" } }]],
        ["requests[1].headers.a b", [good, { ...good, headers: { "a b": "x" } }]],
        [
          "requests[1].headers.Content-Type",
          [good, { ...good, headers: { "Content-Type": "multipart/form-data" } }],
        ],
        ["requests[1].headers.Idempotency-Key", [good, { ...good, headers: { "Idempotency-Key": "" } }]],
        ["requests[1].headers", [good, { ...good, headers: [] }]],
        ["requests[1].body", [good, { ...good, body: "text" }]],
        ["requests[1].files", [good, { ...good, files: [] }]],
      ];
      for (const [name, requests] of bad) {
        const answer = await send(requests);
        expect(answer.status, `${name}: ${answer.text}`).to.equal(400);
        expect(Object.keys(answer.body.data.params), name).to.deep.equal([name]);
      }
      expect((await send([good], { atomic: "perhaps" })).body.data.params).to.have.key("atomic");
      expect((await calendar.post("/batch", { as: "editor", json: {} })).body.code).to.equal(
        "rest_missing_callback_param",
      );
      const polluting = '{"requests":[{"method":"POST","path":"/tags","__proto__":{"x":1},"body":{}}]}';
      const answer = await calendar.post("/batch", {
        as: "editor",
        raw: polluting,
        headers: { "content-type": "application/json" },
      });
      expect(answer.status).to.equal(400);
      expect(await calendar.contents()).to.equal(before);
    });

    it("leave hostile bodies to their endpoints", async () => {
      const answer = await calendar.post("/batch", {
        as: "editor",
        raw: '{"requests":[{"method":"POST","path":"/tags","body":{"name":1e400,"__proto__":{"admin":true}}},{"method":"GET","path":"/tags/99999999999999999999999"},{"method":"GET","path":"/nothing"},{"method":"POST","path":"/images","body":{"file":"x"}}]}',
        headers: { "content-type": "application/json" },
      });
      expect(answer.status).to.equal(207);
      for (const status of statusesOf(answer)) expect(status).to.be.within(400, 404);
    });

    it("do not wait for images by address when they are atomic", async () => {
      const answer = await send(
        [
          {
            method: "POST",
            path: "/venues",
            body: { venue: "Picture", image: "https://other.example/a.png" },
          },
        ],
        { atomic: true, as: "administrator" },
      );
      expect(statusesOf(answer)[0]).to.equal(400);
    });
  });
}
