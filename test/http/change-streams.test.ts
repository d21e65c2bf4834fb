import { connect } from "node:net";
import { setImmediate as nextEvent } from "node:timers/promises";
import { expect } from "chai";
import { inProcessClient } from "../in-process-client.ts";
import { stores } from "../stores.ts";
import { NAMESPACE } from "./client.ts";
import { type AskedStream, type EventSourceResponse, openEventSource } from "./event-source.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const AN_EVENT = {
  title: "Fair",
  start_date: "2031-05-01 10:00",
  end_date: "2031-05-01 12:00",
  status: "publish",
};

const eventually = async <T>(look: () => Promise<T | undefined>): Promise<T> => {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await nextEvent();
  }
};

for (const store of stores) {
  describe(`streams of changes on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let open: EventSourceResponse[] = [];

    before(async () => {
      calendar = await startCalendar(store, { changes: true, changeStreams: 3 });
    });
    afterEach(async () => {
      for (const one of open) one.close();
      await Promise.all(open.map(({ ended }) => ended));
      open = [];
    });
    after(() => calendar.close());

    const source = async (asked?: AskedStream): Promise<EventSourceResponse> => {
      const opened = await openEventSource(calendar.origin, asked);
      open.push(opened);
      return opened;
    };
    const asAuthor = (): AskedStream => ({ token: calendar.token("author") });
    const create = async (more: object = {}): Promise<number> => {
      const { body } = await calendar.post("/events", { as: "editor", json: { ...AN_EVENT, ...more } });
      return body.id;
    };

    it("send what happens, as it is answered in JSON", async () => {
      const stream = await source();
      expect(stream.status).to.equal(200);
      expect(stream.headers).to.include({
        "content-type": "text/event-stream; charset=UTF-8",
        "cache-control": "no-store, no-transform",
        "x-accel-buffering": "no",
      });
      expect(stream.headers.vary).to.contain("Accept");
      expect(stream.headers).not.to.have.any.keys("etag", "content-length", "content-encoding");
      const first = await stream.next();
      expect(first?.type).to.equal("changes");
      expect(first?.id).to.equal(first?.data.next_token);
      expect(first?.data).to.deep.include({ changes: [], has_more: false });
      expect(first?.data).to.have.any.keys("begin");
      const id = await create();
      const page = await stream.nextChanges();
      const { body } = await calendar.get(`/changes?since=${first?.id}`);
      expect(page.changes).to.deep.equal(body.changes);
      expect(page.changes.map((change: { id: number }) => change.id)).to.include(id);
      await calendar.send("DELETE", `/events/${id}`, { as: "editor" });
      const gone = await stream.nextChanges();
      expect(gone.changes).to.deep.include({ kind: "event", id, deleted: true });
    });

    it("are for those who like them best; others get JSON", async () => {
      for (const accept of ["text/event-stream", "application/json;q=0.5, text/event-stream", "text/*"]) {
        const stream = await source({ headers: { accept } });
        expect(stream.headers["content-type"], accept).to.contain("text/event-stream");
        stream.close();
        await stream.ended;
      }
      for (const accept of [
        "*/*",
        "application/json",
        "text/event-stream;q=0.5, application/json",
        "text/html",
      ]) {
        const { status, headers, body } = await calendar.get("/changes", { headers: { accept } });
        expect([status, headers["content-type"]], accept).to.deep.equal([
          200,
          "application/json; charset=UTF-8",
        ]);
        expect(body.changes).to.deep.equal([]);
      }
    });

    it("go on where they were cut off, by Last-Event-ID before since", async () => {
      const stream = await source();
      const first = await stream.next();
      stream.close();
      await stream.ended;
      const one = await create();
      const { body } = await calendar.get(`/changes?since=${first?.id}`);
      const two = await create();
      const ids = async (asked: AskedStream): Promise<readonly number[]> => {
        const again = await source(asked);
        const { changes } = await again.nextChanges();
        again.close();
        await again.ended;
        return changes.map((change: { id: number }) => change.id);
      };
      expect(await ids({ headers: { "last-event-id": first?.id ?? "" } })).to.include.members([one, two]);
      expect(await ids({ path: `/changes?since=${first?.id}` })).to.include.members([one, two]);
      const both = { path: `/changes?since=${first?.id}`, headers: { "last-event-id": body.next_token } };
      expect(await ids(both))
        .to.include(two)
        .and.not.include(one);
    });

    it("send pages of the length that is asked for, one event each", async () => {
      const { body } = await calendar.get("/changes");
      for (let count = 0; count < 3; count += 1) await create({ title: `Fair ${count}` });
      const stream = await source({ path: `/changes?per_page=1&since=${body.next_token}` });
      const seen = new Set<number>();
      let page = await stream.nextChanges();
      for (;;) {
        expect(page.changes).to.have.lengthOf.at.most(1);
        for (const { id } of page.changes) seen.add(id);
        if (!page.has_more) break;
        page = (await stream.next())?.data;
      }
      expect(seen.size).to.be.at.least(3);
    });

    it("keep only the members that _fields names, and go on all the same", async () => {
      const stream = await source({ path: "/changes?_fields=changes.id" });
      expect((await stream.next())?.data).to.deep.equal({ changes: [] });
      const id = await create();
      const { changes } = await stream.nextChanges();
      expect(changes).to.deep.include({ id });
    });

    it("say nothing of what their caller may not know of", async () => {
      const [visitor, author] = [await source(), await source({ token: calendar.token("editor") })];
      await create({ title: "Hidden", status: "draft" });
      const shown = await create({ title: "Shown" });
      const toEditor = await author.nextChanges();
      expect(toEditor.changes[0].record.title).to.equal("Hidden");
      const { changes } = await visitor.nextChanges();
      expect(changes.map((change: { id: number }) => change.id)).to.include(shown);
      expect(JSON.stringify(changes)).not.to.contain("Hidden");
    });

    it("are answered with an error in JSON where they cannot begin", async () => {
      const malformed = await source({ headers: { "last-event-id": "nonsense" } });
      expect([malformed.status, malformed.headers["content-type"]]).to.deep.equal([
        400,
        "application/json; charset=UTF-8",
      ]);
      const { body } = await calendar.get("/changes", { as: "editor" });
      const others = await source({ headers: { "last-event-id": body.next_token } });
      expect(others.status).to.equal(410);
      expect((await others.ended).text).to.contain("rest_token_expired");
      const unknown = await source({ token: "nobody's" });
      expect(unknown.status).to.equal(401);
    });

    it("are no more than configured, shared by those who ask", async () => {
      const mine = [await source(), await source(), await source()];
      const refused = await source();
      expect([refused.status, refused.headers["retry-after"]]).to.deep.equal([503, "5"]);
      expect((await refused.ended).text).to.contain("rest_storage_unavailable");
      const others = await source(asAuthor());
      expect(others.status).to.equal(200);
      expect(await mine[0]?.ended).to.include({ isWhole: true });
      mine[1]?.close();
      await mine[1]?.ended;
      // The server needs a moment to notice that the connection is closed.
      const again = await eventually(async () => {
        const one = await source();
        return one.status === 200 ? one : undefined;
      });
      expect(again.status).to.equal(200);
    });

    it("are not there in process, where changes are answered in JSON", async () => {
      const id = await create();
      const copy = inProcessClient(calendar.calendar).sync();
      await copy.update();
      expect(copy.events.get(id)).to.include({ id });
    });

    it("take no place for HEAD", async () => {
      for (let count = 0; count < 5; count += 1) {
        const { status, headers, text } = await calendar.send("HEAD", "/changes", {
          headers: { accept: "text/event-stream" },
        });
        expect([status, headers["content-type"], text]).to.deep.equal([
          200,
          "text/event-stream; charset=UTF-8",
          "",
        ]);
      }
      expect((await source()).status).to.equal(200);
    });

    it("go by HTTP/1.0, to its end", async () => {
      const socket = connect(Number(new URL(calendar.origin).port), "127.0.0.1");
      socket.setEncoding("utf8");
      socket.write(`GET ${NAMESPACE}/changes HTTP/1.0\r\nAccept: text/event-stream\r\n\r\n`);
      let text = "";
      for await (const part of socket) {
        text += part;
        if (/\n\n[\s\S]*event: changes\n[\s\S]*\n\n$/.test(text)) break;
      }
      expect(text).to.match(/^HTTP\/1\.1 200 OK\r\n/);
      expect(text.toLowerCase()).to.contain("connection: close").and.not.contain("transfer-encoding");
    });
  });
}
