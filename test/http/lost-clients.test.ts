import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createAccounts } from "@kalends/accounts";
import { isCalendarError, type Logger } from "@kalends/core";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { expect } from "chai";
import { createGate } from "../stores/gate.ts";
import { stores } from "../stores.ts";
import { NOW, type StartedCalendar, startCalendar } from "./start-calendar.ts";

interface State {
  asked: boolean;
  waits: boolean;
  /** If true, transactions wait until their gate in `held` is opened. */
  holds: boolean;
  held: readonly { open(): void; readonly outcome: Promise<unknown> }[];
}

/** Wraps a store. If `waits` is set, it looks up credentials only after the gate is opened. */
const hesitating = (store: StoreWithAccounts, passed: Promise<void>, state: State): StoreWithAccounts => ({
  ...store,
  async transaction(work) {
    if (!state.holds) return store.transaction(work);
    const gate = createGate();
    const run = gate.passed.then(() => store.transaction(work));
    const outcome = run.then(
      () => "done",
      (error: unknown) => (isCalendarError(error) ? error.code : error),
    );
    state.held = [{ open: gate.open, outcome }];
    return run;
  },
  async openAccounts() {
    const accounts = await store.openAccounts();
    return {
      ...accounts,
      async findByCredential(id) {
        if (state.waits) {
          state.asked = true;
          await passed;
        }
        return accounts.findByCredential(id);
      },
    };
  },
});

for (const store of stores) {
  describe(`clients that go before they are known, on ${store.name}`, () => {
    const logged: unknown[] = [];
    const log = (message: string, fields?: unknown): void => void logged.push([message, fields]);
    const logger: Logger = { debug() {}, info() {}, warn: log, error: log };
    const gate = createGate();
    const state: State = { asked: false, waits: false, holds: false, held: [] };
    let calendar: StartedCalendar;
    before(async () => {
      const open = async () => hesitating(await store.open(), gate.passed, state);
      calendar = await startCalendar({ open }, { logger });
    });
    after(() => calendar.close());

    const SENT = [
      ["no dry run is made", "POST", "/events?dry_run=true"],
      ["no event is stored", "POST", "/events"],
      ["no event is changed", "PUT", "/events/{id}"],
      ["no event is removed", "DELETE", "/events/{id}"],
    ] as const;
    for (const [title, method, path] of SENT)
      it(`${title} for them where it waits`, async () => {
        const values = { title: "Jazz", start_date: "2031-05-06", end_date: "2031-05-06" };
        const { body } = await calendar.post("/events", { as: "editor", json: values });
        const before = await calendar.contents();
        const token = calendar.token("editor");
        const { hostname, port } = new URL(calendar.origin);
        const json = JSON.stringify({ ...values, title: "Blues" });
        state.held = [];
        state.holds = true;
        const socket = connect(Number(port), hostname);
        socket.write(
          `${method} /wp-json/tribe/events/v1${path.replace("{id}", body.id)} HTTP/1.1\r\nHost: localhost\r\n` +
            `Content-Length: ${json.length}\r\nAuthorization: Bearer ${token}\r\n` +
            `Content-Type: application/json\r\n\r\n${json}`,
        );
        while (state.held.length === 0) await pause(5);
        await new Promise<void>((resolve) => socket.once("close", () => resolve()).destroy());
        // A response to another request shows that the server has noticed the closed connection.
        expect((await calendar.get("/events", { as: "editor" })).status).to.equal(200);
        state.holds = false;
        for (const { open } of state.held) open();
        for (const { outcome } of state.held) expect(await outcome).to.equal("rest_storage_unavailable");
        expect(await calendar.contents()).to.equal(before);
        expect(logged).to.deep.equal([]);
      });

    it("break nothing, and nothing is logged", async () => {
      const accounts = createAccounts({ store: calendar.accounts, clock: { now: () => NOW } });
      const { token } = (await accounts.addToken("editor", "phone")) ?? { token: "" };
      state.waits = true;
      const { hostname, port } = new URL(calendar.origin);
      const socket = connect(Number(port), hostname);
      socket.write(
        "POST /wp-json/tribe/events/v1/events HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n" +
          `Authorization: Bearer ${token}\r\n` +
          "Content-Type: application/json\r\n\r\n{",
      );
      while (!state.asked) await pause(5);
      await new Promise<void>((resolve) => socket.once("close", () => resolve()).destroy());
      // A response to another request shows that the server has noticed the closed connection.
      state.waits = false;
      expect((await calendar.get("/events", { as: "editor" })).status).to.equal(200);
      gate.open();
      // If the connection had not been closed, the server would have read the other body before this one.
      expect((await calendar.post("/tags", { as: "editor", json: { name: "Jazz" } })).status).to.equal(201);
      expect(logged).to.deep.equal([]);
    });
  });
}
