import { connect } from "node:net";
import { expect } from "chai";
import { firstStore } from "../stores.ts";
import { NAMESPACE } from "./client.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

for (const store of firstStore) {
  describe(`more requests than there is room for, on ${store.name}`, () => {
    let calendar: StartedCalendar;
    let held: { readonly begun: Promise<void>; begin(): void; end(): void; readonly ended: Promise<void> };

    const createHold = (): typeof held => {
      let [begin, end] = [() => {}, () => {}];
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const ended = new Promise<void>((resolve) => {
        end = resolve;
      });
      return { begun, begin, end, ended };
    };

    beforeEach(async () => {
      held = createHold();
      calendar = await startCalendar(store, {
        requestsAtOnce: 1,
        check: async () => {
          held.begin();
          await held.ended;
          return undefined;
        },
      });
    });
    afterEach(() => calendar.close());

    const headers = { "x-test": "1" };
    const write = (): ReturnType<StartedCalendar["post"]> =>
      calendar.post("/venues", { as: "editor", headers, json: { venue: "Hall" } });

    it("are refused with a 503 and Retry-After, and leave nothing, while what has begun goes on", async () => {
      const kept = await calendar.get("/organizers", { headers });
      const first = write();
      await held.begun;
      for (const ask of [() => calendar.get("/venues", { headers }), write]) {
        const refused = await ask();
        expect([refused.status, refused.body.code]).to.deep.equal([503, "rest_storage_unavailable"]);
        expect(refused.headers["retry-after"]).to.match(/^\d+$/);
      }
      expect((await fetch(`${calendar.origin}/healthz`)).status).to.equal(200);
      const again = await calendar.get("/organizers", { headers });
      expect([200, 503]).to.include(again.status);
      if (again.status === 200) expect(again.text).to.equal(kept.text);
      held.end();
      expect((await first).status).to.equal(201);
      expect((await calendar.get("/venues", { headers })).body.total).to.equal(1);
    });

    it("are not those whose bodies do not come", async () => {
      const socket = connect(Number(new URL(calendar.origin).port), "127.0.0.1");
      const head = `POST ${NAMESPACE}/venues HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`;
      await new Promise<void>((resolve) => {
        socket.write(`${head}Content-Length: 9\r\n\r\n{`, () => resolve());
      });
      expect((await calendar.get("/venues", { headers })).status).to.equal(200);
      socket.destroy();
    });
  });

  describe(`lists with a body, on ${store.name}`, () => {
    let calendar: StartedCalendar;
    beforeEach(async () => {
      calendar = await startCalendar(store);
    });
    afterEach(() => calendar.close());

    it("take no place of others while their bodies are on their way", async () => {
      const { port } = new URL(calendar.origin);
      const head = `GET ${NAMESPACE}/events HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`;
      const sockets = Array.from({ length: 16 }, () => connect(Number(port), "127.0.0.1"));
      try {
        await Promise.all(
          sockets.map(
            (socket) =>
              new Promise<void>((resolve) => {
                socket.write(`${head}Content-Length: 9\r\n\r\n{`, () => resolve());
              }),
          ),
        );
        // When the server responds to these requests, it has read all earlier ones.
        for (let count = 0; count < 20; count += 1) await calendar.get("/doc");
        expect((await calendar.get("/events?per_page=30")).status).to.equal(200);
      } finally {
        for (const socket of sockets) socket.destroy();
      }
    });

    it("say in it how long they are", async () => {
      for (const value of [30, "30", [30], { toString: 1, valueOf: 1 }, true]) {
        const json = { per_page: value };
        const listed = await calendar.post("/events", {
          json,
          headers: { "x-http-method-override": "GET" },
        });
        expect(listed.status, JSON.stringify(json)).to.be.oneOf([200, 400]);
      }
    });
  });
}
