import type { IncomingMessage, ServerResponse } from "node:http";
import { expect } from "chai";
import type { Identity } from "kalends";
import { calendar, vevent } from "../read/reading.ts";
import { STORAGES } from "../start-calendar.ts";
import { startSource } from "./slow-source.ts";
import { type Json, type Started, startImport } from "./start-import.ts";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const MINUTE = 60_000;
const TWO_EDITORS = {
  identity: ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) => {
    const [role = "", id = "7"] = String(headers["x-role"] ?? "").split(" ");
    return role === "" ? undefined : ({ id: Number(id), roles: [role] } as Identity);
  },
};

const event = (uid: string, image?: string): string =>
  vevent(
    uid,
    `SUMMARY:${uid}`,
    "DTSTART:20310506T183000Z",
    ...(image === undefined ? [] : [`IMAGE;VALUE=URI:${image}`]),
  );

for (const store of STORAGES)
  describe(`sources that are slow on ${store}`, () => {
    let started: Started;
    let source: Awaited<ReturnType<typeof startSource>>;
    beforeEach(async () => {
      [started, source] = [await startImport(store, TWO_EDITORS), await startSource()];
    });
    afterEach(async () => {
      await source.close();
      await started.close();
    });
    const subscribe = async (who: string, path: string): Promise<number> =>
      (await started.request(who, "POST", "/calendar-subscriptions", { url: source.origin + path })).body.id;
    const find = (id: number): Promise<Json> => started.write("GET", `/calendar-subscriptions/${id}`);
    const runDue = (): Promise<void> | undefined =>
      started.calendar.jobs.find(({ name }) => name === "calendar-subscriptions")?.run();
    /**
     * Runs the subscription by an API request. The job would not work here: when the tests advance the clock,
     * it loses its lease.
     */
    const run = (id: number): Promise<Json> => started.write("POST", `/calendar-subscriptions/${id}/run`);
    const titles = async (): Promise<readonly string[]> => (await started.events()).map(({ title }) => title);

    const until = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
      while (!(await isTrue())) await new Promise((resolve) => setImmediate(resolve));
    };
    /** Ends all waiting requests until the run is over. */
    const endAll = async (running: Promise<void> | undefined): Promise<void> => {
      let isOver = false;
      void running?.finally(() => {
        isOver = true;
      });
      await until(() => {
        source.end();
        return isOver;
      });
    };

    it("do not keep the subscriptions of others waiting, and two of one user at most are read at once", async () => {
      for (let count = 0; count < 8; count += 1) {
        await subscribe("editor 8", `/silent/${count}`);
        started.clock.time += 1;
      }
      source.serve("/good", calendar(event("Jazz")));
      const id = await subscribe("editor 7", "/good");
      const running = runDue();
      await until(async () => (await find(id)).succeeded !== null);
      expect(await titles()).to.deep.equal(["Jazz"]);
      expect(source.asked.filter((path) => path.startsWith("/silent"))).to.have.members([
        "/silent/0",
        "/silent/1",
      ]);
      await endAll(running);
      expect(source.asked).to.have.length(9);
    });

    it("do not keep others waiting that become due while they are read", async () => {
      await subscribe("editor 8", "/silent/0");
      const arrived = source.arrival("/silent/0");
      const running = runDue();
      await arrived;
      source.serve("/good", calendar(event("Jazz")));
      const id = await subscribe("editor 7", "/good");
      await until(async () => (await find(id)).succeeded !== null);
      expect(await titles()).to.deep.equal(["Jazz"]);
      await endAll(running);
    });

    it("leave a place for others, however many of three users are slow", async () => {
      for (let count = 0; count < 5; count += 1)
        for (const who of ["editor 8", "editor 9", "editor 10"])
          await subscribe(who, `/silent/${who.slice(7)}/${count}`);
      started.clock.time += 1;
      source.serve("/good", calendar(event("Jazz")));
      const id = await subscribe("editor 7", "/good");
      const running = runDue();
      await until(async () => (await find(id)).succeeded !== null);
      expect(source.waiting()).to.equal(3);
      await endAll(running);
    });

    it("hold no place once they have answered without a calendar", async () => {
      for (const status of [404, 304, 200]) {
        source.answers.set("/none", (_request, response) => response.writeHead(status).end("no"));
        for (let count = 0; count < 3; count += 1) {
          const { origin } = source;
          const answer = await started.request("editor 7", "POST", "/import", { url: `${origin}/none` });
          expect(answer.status, `${status}`).to.equal(400);
        }
      }
    });

    for (const [what, change] of [
      ["removed", async (id: number) => started.write("DELETE", `/calendar-subscriptions/${id}`)],
      [
        "switched off",
        async (id: number) => started.write("PATCH", `/calendar-subscriptions/${id}`, { enabled: false }),
      ],
      [
        "given another address",
        async (id: number) => {
          const url = `${source.origin}/next`;
          await started.write("PATCH", `/calendar-subscriptions/${id}`, { url });
        },
      ],
    ] as const)
      it(`bring nothing more once their subscription is ${what}`, async () => {
        source.answers.set("/feed", (_request, response) =>
          response
            .writeHead(200, { "content-type": "text/calendar", etag: '"of feed"' })
            .end(calendar(event("One", `${source.origin}/silent.png`), event("Two"))),
        );
        const tags: unknown[] = [];
        source.answers.set("/next", ({ headers }, response) => {
          tags.push(headers["if-none-match"]);
          response.writeHead(404).end();
        });
        const id = await subscribe("editor 8", "/feed");
        const arrived = source.arrival("/silent.png");
        const running = runDue();
        await arrived;
        started.clock.time += 1;
        await change(id);
        source.end();
        await running;
        expect(await titles()).to.deep.equal(["One"]);
        const { body, status } = await started.request("editor 7", "GET", `/calendar-subscriptions/${id}`);
        if (what === "removed") expect(status).to.equal(400);
        if (what === "switched off") expect([body.checked, body.error]).to.deep.equal([null, null]);
        // The next run starts immediately and does not send the old ETag.
        expect(tags).to.deep.equal(what === "given another address" ? [undefined] : []);
      });

    it("do not keep imports waiting while an image is fetched", async () => {
      source.serve("/feed", calendar(event("Slow", `${source.origin}/silent.png`)));
      await subscribe("editor 8", "/feed");
      const arrived = source.arrival("/silent.png");
      const running = runDue();
      await arrived;
      const { status, body } = await started.importText(calendar(event("Fast")), "", "editor 7");
      expect([status, body?.added]).to.deep.equal([200, 1]);
      source.end();
      await running;
      expect(await titles()).to.have.members(["Slow", "Fast"]);
    });

    it("do not keep other imports of the same UID waiting while an image is fetched", async () => {
      source.serve("/feed", calendar(event("Same", `${source.origin}/silent.png`)));
      const id = await subscribe("editor 8", "/feed");
      const arrived = source.arrival("/silent.png");
      const running = runDue();
      await arrived;
      const { status, body } = await started.importText(calendar(event("Same")), "", "editor 7");
      expect([status, body?.added]).to.deep.equal([200, 1]);
      source.end();
      await running;
      expect(await titles()).to.deep.equal(["Same"]);
      expect((await find(id)).report.components).to.have.length(1);
    });

    it("have the images that are left fetched by the next run, without a write in between", async () => {
      const slowPng = (_request: IncomingMessage, response: ServerResponse): void => {
        started.clock.time += MINUTE;
        response.writeHead(200, { "content-type": "image/png" }).end(PNG);
      };
      source.answers.set("/a.png", slowPng);
      source.answers.set("/b.png", (_request, response) =>
        response.writeHead(200, { "content-type": "image/png" }).end(PNG),
      );
      source.serve(
        "/feed",
        calendar(event("A", `${source.origin}/a.png`), event("B", `${source.origin}/b.png`)),
      );
      const id = await subscribe("editor 8", "/feed");
      const left = {
        uid: "B",
        reason: "The image was postponed to the next import because its server is too slow.",
      };
      await run(id);
      const images = async (): Promise<Json> =>
        Object.fromEntries(
          (await started.events()).map(({ title, image }: Json) => [title, image !== false]),
        );
      expect(await images()).to.deep.equal({ A: true, B: false });
      const { report } = await find(id);
      expect(report).to.deep.include({ added: 2, failed: 0 });
      expect(report.components.find(({ uid }: Json) => uid === "B")).to.include({
        outcome: "added",
        ...left,
      });
      expect(source.asked).to.not.include("/b.png");

      // If the time limit of the run ends before the image of B is fetched, B does not change.
      const modified = async (): Promise<Json> =>
        (await started.events()).find(({ title }) => title === "B").modified_utc;
      const before = await modified();
      started.clock.time += 2 * 60 * MINUTE;
      const again = [event("X", `${source.origin}/x.png`), event("B", `${source.origin}/b.png`)];
      source.answers.set("/x.png", slowPng);
      source.serve("/feed", calendar(event("A", `${source.origin}/a.png`), ...again));
      expect(await run(id)).to.deep.include({ added: 1, updated: 0, unchanged: 2 });
      expect(await modified()).to.equal(before);

      started.clock.time += 2 * 60 * MINUTE;
      expect(await run(id)).to.deep.include({ added: 0, updated: 1, unchanged: 2 });
      expect(await images()).to.deep.equal({ A: true, X: true, B: true });
      expect(source.asked.filter((path) => path === "/a.png")).to.have.length(1);
    });

    it("are read on by the next run when the time of one is over", async () => {
      source.answers.set("/a.png", (_request, response) => {
        started.clock.time += 2 * MINUTE;
        response.writeHead(200, { "content-type": "image/png" }).end(PNG);
      });
      source.serve("/feed", calendar(event("A", `${source.origin}/a.png`), event("B"), event("C")));
      const id = await subscribe("editor 8", "/feed");
      await run(id);
      const unfinished = await find(id);
      expect(await titles()).to.deep.equal(["A"]);
      expect(unfinished).to.include({ failures: 0, error: null });
      expect(unfinished.report.components.at(-1)).to.include({
        outcome: "skipped",
        reason: "The time limit of one run is over; the next run continues.",
      });
      expect(Date.parse(unfinished.due)).to.be.at.most(started.clock.time + 5 * MINUTE);
      started.clock.time += 6 * MINUTE;
      await run(id);
      expect(await titles()).to.have.members(["A", "B", "C"]);
    });

    it("of one user take no place that others need: more of them are a 429", async () => {
      source.serve("/good", calendar(event("Jazz")));
      const take = (who: string, path: string) =>
        started.request(who, "POST", "/import", { url: source.origin + path });
      const arrived = ["/silent/0", "/silent/1"].map((path) => source.arrival(path));
      const waiting = [take("editor 8", "/silent/0"), take("editor 8", "/silent/1")];
      await Promise.all(arrived);
      const refused = await fetch(`${started.origin}/wp-json/tribe/events/v1/import`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: "Test x", "x-role": "editor 8" },
        body: JSON.stringify({ url: `${source.origin}/good` }),
      });
      expect([refused.status, refused.headers.get("retry-after")]).to.deep.equal([429, "10"]);
      const id = await subscribe("editor 8", "/good");
      expect(
        (await started.request("editor 8", "POST", `/calendar-subscriptions/${id}/run`)).status,
      ).to.equal(429);
      expect((await take("editor 7", "/good")).body).to.deep.include({ added: 1 });
      source.end();
      expect((await Promise.all(waiting)).map(({ status }) => status)).to.deep.equal([400, 400]);
      expect(
        (await started.request("editor 8", "POST", `/calendar-subscriptions/${id}/run`)).status,
      ).to.equal(200);
    });
  });
