import type { Role } from "@kalends/core";
import type { PluginRoute } from "@kalends/core/interface";
import { expect } from "chai";
import { inProcessClient } from "../in-process-client.ts";
import { linesWith } from "../plugins/formats/lines-plugin.ts";
import { stores } from "../stores.ts";
import type { TestResponse } from "./client.ts";
import { type BatchOptions, sendBatch } from "./send-batch.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const EVENT = { title: "Concert", start_date: "2031-06-01 20:00:00", end_date: "2031-06-01 22:00:00" };
interface Response {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

const responsesOf = ({ body }: TestResponse): readonly Response[] => body.responses;
const statusesOf = (answer: TestResponse): readonly number[] =>
  responsesOf(answer).map(({ status }) => status);

/** Text that becomes five times as long when paragraphs are added. */
const LINES = "x\n".repeat(49_000);

const create = (body: object, headers: object = {}) => ({ method: "POST", path: "/events", headers, body });
const tag = (name: string) => ({ method: "POST", path: "/tags", body: { name } });

for (const store of stores) {
  describe(`what batches are answered on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let reads = 0;
    let files = 0;
    let gone = new AbortController();

    before(async () => {
      const log: PluginRoute = {
        method: "POST",
        path: "/log",
        description: "Answers a text.",
        parameters: {},
        mediaTypes: { "text/plain": { type: "string" } },
        permits: ({ id }) => id !== undefined,
        run: async () => ({ status: 201, type: "text/plain", text: "logged" }),
      };
      const fail: PluginRoute = {
        ...{ method: "POST", path: "/fail", description: "Fails.", parameters: {}, permits: () => true },
        run: () => Promise.reject(new Error("It fails.")),
      };
      const reading = { method: "GET", description: "Reads.", parameters: {}, permits: () => true } as const;
      const count: PluginRoute = {
        ...{ ...reading, path: "/count" },
        async run() {
          reads += 1;
          return { body: reads };
        },
      };
      const lines: PluginRoute = {
        ...{ ...reading, path: "/lines", mediaTypes: { "application/json-seq": { type: "string" } } },
        run: async () => ({ type: "application/json-seq", text: "{}\n{}" }),
      };
      const stop: PluginRoute = {
        ...{ ...reading, path: "/stop" },
        async run() {
          gone.abort("gone");
          return { body: "stopped" };
        },
      };
      calendar = await startCalendar(store, {
        changes: true,
        plugins: [
          linesWith({
            began() {
              files += 1;
            },
          }),
          {
            name: "log",
            setup: () => ({ routes: [log, { ...log, method: "GET" }, fail, count, stop, lines] }),
          },
        ],
      });
    });
    after(() => calendar.close());

    const send = (requests: unknown, options?: BatchOptions) => sendBatch(calendar, requests, options);

    const setRoleOf = (name: string) => (role: Role) =>
      calendar.accounts.transaction(async (unit) => {
        const account = await unit.findByName(name);
        if (account !== undefined) await unit.save({ ...account, role });
      });

    it("do nothing apart from the transaction", async () => {
      for (const path of ["/changes", "/log"]) {
        const { body } = await send([{ method: "GET", path }, tag("With changes")], { atomic: true });
        expect(
          body.responses.map(({ status }: Response) => status),
          path,
        ).to.deep.equal([400, 424]);
        expect(body.responses[0].body.data.params, path).to.have.all.keys("path");
      }
    });

    it("have no other forms than JSON, which refuses nothing that is done", async () => {
      const asked = ["/lines", "/log"].map((path) => ({ method: "GET", path }));
      const answer = await send([...asked, { method: "POST", path: "/log" }]);
      expect(responsesOf(answer).map(({ status, body }) => [status, body?.code ?? body])).to.deep.equal([
        [415, "rest_unsupported_media_type"],
        [415, "rest_unsupported_media_type"],
        [201, null],
      ]);
    });

    it("have no files of events, of which nothing is read", async () => {
      for (const atomic of [true, false]) {
        const { body } = await send(
          [tag(`With a file ${atomic}`), { method: "GET", path: "/events.lines" }],
          {
            atomic,
          },
        );
        expect(body.responses[1].body.code).to.equal("rest_unsupported_media_type");
      }
      expect(files).to.equal(0);
      await calendar.get("/events.lines");
      expect(files).to.equal(1);
    });

    it("hold no more answers than fit, and make no longer ones", async () => {
      const ids: number[] = [];
      for (const organizer of ["Long", "Longer"]) {
        const json = { organizer, description: LINES };
        ids.push((await calendar.post("/organizers", { as: "editor", json })).body.id);
      }
      const made = await send(Array(12).fill(create({ ...EVENT, title: "Long", organizer: ids })));
      const [first] = responsesOf(made);
      expect(statusesOf(made)).to.deep.equal(Array(12).fill(201));
      expect([first?.body.title, responsesOf(made).at(-1)?.body]).to.deep.equal(["Long", null]);
      const path = `/events/${first?.body.id}`;
      const answer = await send([
        { method: "GET", path: "/tags" },
        { method: "GET", path: "/events?search=long&start_date=2031-06-01" },
        { method: "GET", path: "/tags" },
        { method: "PATCH", path, body: { title: "Shortened" } },
        { method: "PATCH", path, body: { start_date: "never" } },
      ]);
      expect(statusesOf(answer), answer.text).to.deep.equal([200, 413, 413, 200, 400]);
      const [, tooLong, , patched, bad] = responsesOf(answer);
      expect([tooLong?.body.code, patched?.body, bad?.body.code]).to.deep.equal([
        "rest_body_too_large",
        null,
        "rest_invalid_param",
      ]);
      const read = await calendar.get(path);
      expect([read.body.title, read.headers.etag?.split("-")[0]]).to.deep.equal([
        "Shortened",
        patched?.headers.etag?.split("-")[0],
      ]);
      expect(
        statusesOf(
          await send([
            { method: "GET", path: "/organizers" },
            { method: "GET", path },
          ]),
        ),
      ).to.deep.equal([200, 200]);
    });

    it("have what the address says about them as all answers", async () => {
      const json = { requests: [{ method: "GET", path: "/tags" }] };
      const { body } = await calendar.post("/batch?_fields=responses.status&_=17", { json });
      expect(body).to.deep.equal({ responses: [{ status: 200 }] });
    });

    it("read nothing any more for a caller who has gone", async () => {
      reads = 0;
      gone = new AbortController();
      const requests = ["/count", "/stop", "/count"].map((path) => ({ path }));
      const reason = await inProcessClient(calendar.calendar)
        .batch(requests, { signal: gone.signal })
        .catch((error: unknown) => error);
      expect([reason, reads]).to.deep.equal(["gone", 1]);
    });

    it("are done again with their key, as far as they were refused for want of rights", async () => {
      const setRole = setRoleOf("contributor");
      for (const atomic of [true, false]) {
        const category = { method: "POST", path: "/categories", body: { name: `Of authors ${atomic}` } };
        const requests = [category, { method: "GET", path: "/tags" }];
        const attempt = () => send(requests, { atomic, key: `rights-${atomic}`, as: "contributor" });
        await setRole("contributor");
        const refused = await attempt();
        expect(statusesOf(refused)).to.deep.equal([403, atomic ? 424 : 200]);
        await setRole("author");
        const done = await attempt();
        expect(statusesOf(done), done.text).to.deep.equal([201, 200]);
        expect((await attempt()).text).to.equal(done.text);
      }
      const failing = [create({ ...EVENT, title: "Kept" }), { method: "POST", path: "/fail" }];
      const first = await send(failing, { key: "fails" });
      const second = await send(failing, { key: "fails" });
      for (const answer of [first, second]) expect(statusesOf(answer)).to.deep.equal([201, 500]);
      expect(second.headers).not.to.have.property("idempotency-replayed");
      expect(responsesOf(second)[0]?.body.id).to.equal(responsesOf(first)[0]?.body.id);
      const lasting = [create(EVENT), { method: "GET", path: "/events/999999" }];
      await send(lasting, { atomic: true, key: "lasting" });
      const again = await send(lasting, { atomic: true, key: "lasting" });
      expect([statusesOf(again), again.headers["idempotency-replayed"]]).to.deep.equal([[424, 404], "true"]);
    });

    it("show what they were answered to nobody who has lost rights since", async () => {
      const secret = await calendar.post("/events", {
        as: "administrator",
        json: { ...EVENT, status: "private" },
      });
      const requests = [{ method: "GET", path: `/events/${secret.body.id}` }, tag("Of an editor")];
      const sent = (atomic: boolean) =>
        send(requests.slice(0, atomic ? 2 : 1), { atomic, key: `lost-${atomic}` });
      const setRole = setRoleOf("editor");
      for (const atomic of [true, false]) {
        const first = await sent(atomic);
        expect(first.status, first.text).to.equal(200);
        await setRole("author");
        try {
          const again = await sent(atomic);
          expect([again.status, again.body.code]).to.deep.equal([403, "rest_forbidden"]);
        } finally {
          await setRole("editor");
        }
        expect((await sent(atomic)).text).to.equal(first.text);
      }
    });
  });
}
