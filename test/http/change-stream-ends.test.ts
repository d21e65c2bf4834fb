import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Role } from "@kalends/core";
import { expect } from "chai";
import type { CalendarOptions } from "kalends";
import { stores } from "../stores.ts";
import { NAMESPACE } from "./client.ts";
import { openEventSource } from "./event-source.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const AN_EVENT = {
  title: "Fair",
  start_date: "2031-05-01 10:00",
  end_date: "2031-05-01 12:00",
  status: "publish",
};

for (const store of stores) {
  describe(`streams of changes that come to an end on ${store.name}`, () => {
    // Without `openMedia`, the calendar uses the store as it is.
    const { openMedia: _ofTheStore, ...alone } = store;
    const startOver = async (options: CalendarOptions = {}, outbox: object = {}): Promise<StartedCalendar> =>
      startCalendar(
        {
          ...alone,
          async open() {
            const opened = await store.open();
            return { ...opened, outbox: { ...opened.outbox, ...outbox } };
          },
        },
        { changes: true, ...options },
      );

    it("say so when what they had to send was removed", async () => {
      let isRemoved = false;
      const removedUntil = async (): Promise<number> => (isRemoved ? Number.MAX_SAFE_INTEGER : 0);
      const calendar = await startOver({}, { removedUntil });
      const stream = await openEventSource(calendar.origin);
      await stream.next();
      isRemoved = true;
      await calendar.post("/events", { as: "editor", json: AN_EVENT });
      expect(await stream.next()).to.deep.include({
        type: "expired",
        id: undefined,
        data: { code: "rest_token_expired" },
      });
      expect(await stream.ended).to.include({ isWhole: true });
      await calendar.close();
    });

    it("are no errors where the client has gone before the first page was read", async () => {
      let release = (): void => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const lines: string[] = [];
      const note = (message: string, fields: object = {}): void =>
        void lines.push(message + JSON.stringify(fields));
      const removedUntil = async (): Promise<number> => {
        await released;
        return 0;
      };
      const logger = { debug: note, info: note, warn: note, error: note };
      const calendar = await startOver({ logger }, { removedUntil });
      const { port } = new URL(calendar.origin);
      const sockets = await Promise.all(
        Array.from(
          { length: 12 },
          () =>
            new Promise<Socket>((resolve) => {
              const socket = connect(Number(port), "127.0.0.1");
              const head = `GET ${NAMESPACE}/changes HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n\r\n`;
              socket.write(head, () => resolve(socket));
            }),
        ),
      );
      // The response shows that the stream requests have begun.
      await calendar.get("/events");
      await Promise.all(
        sockets.map(
          (socket) =>
            new Promise((resolve) => {
              socket.on("close", resolve).destroy();
            }),
        ),
      );
      await calendar.get("/events");
      release();
      const ended = (): readonly string[] => lines.filter((line) => line.includes("/changes"));
      while (ended().length < sockets.length) await new Promise(setImmediate);
      expect(ended().filter((line) => line.includes('"status":503'))).to.deep.equal([]);
      await calendar.close();
    });

    it("send nothing more to a caller with other rights, or without an account", async () => {
      let roles: readonly Role[] = ["editor"];
      const hosted = await startOver({ identity: () => ({ id: 1, roles }) });
      const calendar = await startOver();
      const signedIn = await openEventSource(hosted.origin);
      const withAccount = await openEventSource(calendar.origin, { token: calendar.token("author") });
      await Promise.all([signedIn.next(), withAccount.next()]);
      roles = ["contributor"];
      await calendar.accounts.remove(calendar.users.get("author") ?? 0);
      await hosted.post("/events", { json: AN_EVENT });
      await calendar.post("/events", { as: "editor", json: AN_EVENT });
      for (const stream of [signedIn, withAccount]) {
        const { text, isWhole } = await stream.ended;
        expect(isWhole).to.equal(true);
        expect(text).not.to.contain(AN_EVENT.title);
      }
      await Promise.all([hosted.close(), calendar.close()]);
    });

    it("end at once when the calendar closes, and say when to come back", async () => {
      const calendar = await startOver();
      const streams = await Promise.all([openEventSource(calendar.origin), openEventSource(calendar.origin)]);
      await Promise.all(streams.map((stream) => stream.next()));
      await calendar.calendar.close();
      for (const { ended } of streams) {
        const { text, isWhole } = await ended;
        expect(isWhole).to.equal(true);
        expect(text).to.match(/\n\nretry: \d{4}\n\n$/);
      }
      expect((await openEventSource(calendar.origin)).status).to.equal(503);
      await calendar.close();
    });

    it("are not there without a feed, nor where there may be none of them", async () => {
      const [off, none] = [await startCalendar(store), await startOver({ changeStreams: 0 })];
      expect((await openEventSource(off.origin)).status).to.equal(404);
      const answer = await openEventSource(none.origin);
      expect(answer.headers["content-type"]).to.contain("application/json");
      await Promise.all([answer.ended, off.close(), none.close()]);
    });
  });

  describe(`streams of changes of several processes on ${store.name}`, () => {
    it("send what others have written", async () => {
      const directory = await mkdtemp(join(tmpdir(), "kalends-streams-"));
      const address = await store.newAddress(directory, "calendar");
      const start = (): Promise<StartedCalendar> =>
        startCalendar({ open: () => store.openAt(address) }, { changes: true });
      const one = await start();
      const other = await start();
      const streams = [await openEventSource(one.origin), await openEventSource(other.origin)];
      await Promise.all(streams.map((stream) => stream.next()));
      for (const writer of [one, other]) {
        const { body } = await writer.post("/events", { as: "editor", json: AN_EVENT });
        for (const stream of streams) {
          const { changes } = await stream.nextChanges();
          expect(changes.map(({ id }: { readonly id: number }) => id)).to.include(body.id);
        }
      }
      for (const stream of streams) stream.close();
      await one.close();
      await other.close();
      await rm(directory, { recursive: true, force: true });
    });
  });
}
