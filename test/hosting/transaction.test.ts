import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { anAccount } from "@kalends/storage-contract";
import { openSqliteStore } from "@kalends/store-sqlite";
import { expect } from "chai";
import { type Calendar, type CalendarOptions, type CalendarTransaction, createCalendar } from "kalends";
import { stores } from "../stores.ts";
import { type HostData, type Native, openHostData } from "./host-data.ts";
import { AN_EVENT, CLOCK } from "./host-server.ts";

type Inside = CalendarTransaction<Native>;

const WHO = { id: 7, roles: ["editor"] } as const;
const CHILD = fileURLToPath(new URL("./transaction-child.js", import.meta.url));

const failureOf = async (
  work: Promise<unknown>,
): Promise<{ readonly message: string; readonly code?: string }> =>
  work.then(
    () => expect.fail("It was expected to fail."),
    (error) => error,
  );

for (const store of stores) {
  describe(`calendar.transaction, on ${store.name}`, function () {
    this.timeout(60_000);
    let directory: string;
    let address: string;
    let calendar: Calendar;
    let host: HostData;

    const start = async (options: CalendarOptions = {}): Promise<void> => {
      calendar = await createCalendar({
        storage: address,
        media: join(directory, "media"),
        scheduler: false,
        clock: CLOCK,
        identity: () => WHO,
        ...options,
      });
      host = await openHostData(address);
    };
    const titles = async (): Promise<readonly string[]> =>
      (await calendar.as().events.list()).items.map(({ event }) => event.title).sort();

    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), "kalends-transaction-"));
      address = await store.newAddress(directory, "calendar");
    });
    afterEach(async () => {
      await calendar.close();
      await host.close();
      await rm(directory, { recursive: true, force: true });
    });

    it("stores what the calendar writes and the host's own data at once, and tells it once", async () => {
      await start();
      const events: string[] = [];
      const seen: unknown[] = [];
      calendar.events.on("event.created", async ({ after }) => {
        events.push(after.title);
        seen.push(await titles());
      });
      calendar.events.on("event.updated", ({ after }) => void events.push(`${after.title} again`));
      const id = await calendar.transaction(async ({ as, native }: Inside) => {
        await host.add(native, "one");
        const { event } = await as(WHO).events.create({
          ...AN_EVENT,
          venue: { venue: "Mill" },
          tags: ["new"],
        });
        await as(WHO).events.update(event.id, { title: "Summer fair" });
        // The transaction sees its own writes. Nobody else sees them yet.
        expect((await as().events.get(event.id)).event.title).to.equal("Summer fair");
        expect((await as().venues.list()).total).to.equal(1);
        expect([await titles(), await host.names(), events]).to.deep.equal([[], [], []]);
        return event.id;
      });
      expect((await calendar.as().events.get(id)).tags).to.have.length(1);
      expect([await titles(), await host.names()]).to.deep.equal([["Summer fair"], ["one"]]);
      await calendar.close();
      expect(events).to.deep.equal(["Spring fair", "Summer fair again"]);
      expect(seen).to.deep.equal([["Summer fair"]]);
    });

    it("stores nothing when it fails, and tells nothing", async () => {
      await start();
      const events: string[] = [];
      calendar.events.on("event.created", ({ after }) => void events.push(after.title));
      const halfway = async ({ as, native }: Inside): Promise<void> => {
        await as(WHO).events.create(AN_EVENT);
        await host.add(native, "one");
        throw new Error("halfway");
      };
      expect((await failureOf(calendar.transaction(halfway))).message).to.equal("halfway");
      expect([await titles(), await host.names(), events]).to.deep.equal([[], [], []]);
    });

    it("fails at once with what the host's own data refuses", async () => {
      await start();
      let runs = 0;
      const taken = async ({ as, native }: Inside): Promise<void> => {
        runs += 1;
        await as(WHO).events.create(AN_EVENT);
        await host.add(native, "one");
      };
      await calendar.transaction(taken);
      expect((await failureOf(calendar.transaction(taken))).message).to.match(/UNIQUE|E11000/);
      expect([runs, await titles(), await host.names()]).to.deep.equal([2, ["Spring fair"], ["one"]]);
    });

    it("checks values and rights as always, and fails with a write that is refused inside, caught or not", async () => {
      await start({
        check: async ({ kind, record }) =>
          kind === "event" && record.title === "Spam" ? { problem: { parameter: "title" } } : undefined,
      });
      const visitor = { id: 8, roles: ["subscriber"] } as const;
      await calendar.transaction(async ({ as, native }: Inside) => {
        await host.add(native, "kept");
        const refused = [
          as(visitor).events.create(AN_EVENT),
          as(WHO).events.create({ title: "No dates" }),
          as(WHO).events.create({ ...AN_EVENT, image: "https://images.example/a.png" }),
        ];
        const codes = await Promise.all(refused.map(async (one) => (await failureOf(one)).code));
        expect(codes).to.deep.equal(["rest_forbidden", "rest_missing_callback_param", "rest_invalid_param"]);
        expect(as(WHO)).to.not.have.property("fetch");
        expect(as(WHO).images).to.have.all.keys("get", "list");
      });
      const spam = async ({ as, native }: Inside): Promise<void> => {
        await host.add(native, "lost");
        await as(WHO)
          .events.create({ ...AN_EVENT, title: "Spam", venue: { venue: "Mill" } })
          .catch(() => undefined);
      };
      expect((await failureOf(calendar.transaction(spam))).code).to.equal("rest_invalid_param");
      expect(await host.names()).to.deep.equal(["kept"]);
      expect((await calendar.as().venues.list()).total).to.equal(0);
    });

    it("does not overlap with others in effect, and counts and tells each once", async () => {
      await start();
      const events: string[] = [];
      calendar.events.on("event.created", ({ after }) => void events.push(after.title));
      const one = async ({ as, native }: Inside): Promise<void> => {
        const count = await host.count(native);
        await as(WHO).events.create({ ...AN_EVENT, title: `Fair ${count}`, slug: "fair" });
      };
      const outside = (): Promise<unknown> => calendar.as(WHO).events.create({ ...AN_EVENT, title: "Other" });
      await Promise.all([1, 2, 3, 4].flatMap(() => [calendar.transaction(one), outside()]));
      const fairs = ["Fair 0", "Fair 1", "Fair 2", "Fair 3"];
      const all = [...fairs, "Other", "Other", "Other", "Other"];
      expect(await titles()).to.deep.equal(all);
      await calendar.close();
      expect(events.sort()).to.deep.equal(all);
    });

    it("takes in whole what it has begun and not waited for", async () => {
      await start();
      const values = {
        ...AN_EVENT,
        venue: { venue: "Mill" },
        organizer: [{ organizer: "Ann" }],
        tags: ["a", "b"],
      };
      for (const rounds of [0, 1, 5, 20, 50]) {
        await calendar.transaction(async ({ as }: Inside) => {
          void as(WHO).events.create(values);
          for (let round = 0; round < rounds; round += 1) await Promise.resolve();
        });
      }
      const { items, total } = await calendar.as().events.list();
      expect(total).to.equal(5);
      for (const { venue, organizers, tags } of items)
        expect([venue?.venue.name, organizers.length, tags.length]).to.deep.equal(["Mill", 1, 2]);
      expect((await calendar.as().venues.list()).total).to.equal(1);
    });

    it("fails with what it has begun and not waited for, and stores nothing", async () => {
      await start();
      const floating = async ({ as }: Inside): Promise<void> => {
        void as(WHO).events.create(AN_EVENT);
        void as(WHO).events.create({ title: "No dates" });
      };
      expect((await failureOf(calendar.transaction(floating))).code).to.equal("rest_missing_callback_param");
      const failing = async (inside: Inside): Promise<void> => {
        await floating(inside);
        throw new Error("The hall is taken.");
      };
      expect((await failureOf(calendar.transaction(failing))).message).to.equal("The hall is taken.");
      expect(await titles()).to.deep.equal([]);
    });

    it("says so when it is nested, or goes on after its end", async () => {
      await start();
      let kept: Inside | undefined;
      await calendar.transaction(async (inside: Inside) => {
        kept = inside;
        const nested = await failureOf(calendar.transaction(async () => undefined));
        expect(nested.message).to.contain("write only with the `as` passed to the work");
        const outer = await failureOf(calendar.as(WHO).events.create(AN_EVENT));
        expect(outer.message).to.contain("write only with the `as` passed to the work");
        expect((await calendar.as().events.list()).total).to.equal(0);
      });
      expect(
        (await failureOf(kept?.as(WHO).events.create(AN_EVENT) ?? Promise.resolve())).message,
      ).to.contain("has ended");
      if (kept !== undefined) await failureOf(host.add(kept.native, "late"));
      await calendar.as(WHO).events.create(AN_EVENT);
      expect([await titles(), await host.names()]).to.deep.equal([["Spring fair"], []]);
    });

    it("is whole or not there when the process is killed", async () => {
      await start();
      for (const when of ["inside", "after"]) {
        const child = spawn(process.execPath, [CHILD, address, when], {
          cwd: directory,
          stdio: ["ignore", "pipe", "inherit"],
        });
        await once(child.stdout, "data");
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      expect([await titles(), await host.names()]).to.deep.equal([["after"], ["after"]]);
      await calendar.transaction(async ({ native }: Inside) => host.add(native, "on"));
      expect(await host.names()).to.deep.equal(["after", "on"]);
    });
  });
}

describe("calendar.transaction, in memory", () => {
  it("reads besides itself what is there, accounts too, instead of waiting for its own end", async () => {
    const store = await openSqliteStore(":memory:");
    const accounts = await store.openAccounts();
    const calendar = await createCalendar({ storage: store, scheduler: false, clock: CLOCK });
    await accounts.save(anAccount({ id: 3 }));
    const written = await calendar.transaction(async ({ as }) => {
      const { event } = await as(WHO).events.create({ ...AN_EVENT, author: 3 });
      await calendar.as().events.list();
      return event;
    });
    expect(written.author).to.equal(3);
    expect((await calendar.as().events.list()).total).to.equal(1);
    await calendar.close();
    await store.close();
  });
});
