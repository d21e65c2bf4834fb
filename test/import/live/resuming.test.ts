import type { Store } from "@kalends/core/storage";
import { LISTS, type LiveSourceDeps, type LiveSourceOptions } from "@kalends/import";
import { expect } from "chai";
import { stores } from "../../stores.ts";
import { fakeRecords } from "../fake-records.ts";
import { type FakeServer, startFakeServer } from "../fake-server.ts";
import { openFake } from "../live.ts";

for (const { name, open } of stores) {
  describe(`a crawl that is broken off, on ${name}`, () => {
    let server: FakeServer;
    let store: Store;
    before(async () => {
      store = await open();
    });
    after(() => store.close());
    beforeEach(async () => {
      const records = fakeRecords({ events: 25, venues: 12, tags: 12 });
      Object.assign(records.events[4] ?? {}, { hide_from_listings: true });
      server = await startFakeServer(records, { longestPage: 10 });
      server.passwords.set("ann", "open sesame");
    });
    afterEach(() => server.close());

    const signedIn = { user: "ann", password: "open sesame" };
    /** Returns list and id of every record. */
    const everything = (): readonly string[] =>
      LISTS.flatMap((list) => server.records[list].map(({ id }) => `${list}/${id}`)).sort();

    /**
     * Reads and stores `most` batches, then stops as if the process had been killed. Without `most`, reads
     * everything.
     */
    const crawl = async (
      most = Number.POSITIVE_INFINITY,
      options: Partial<LiveSourceOptions> = signedIn,
      deps: Partial<LiveSourceDeps> = {},
    ) => {
      const source = await openFake(server, options, { documents: store.documents, ...deps });
      const listed: string[] = [];
      let portions = 0;
      for (const list of LISTS) {
        for await (const { records, stored } of source.read(list)) {
          if (portions === most) return { listed, portions, source };
          portions += 1;
          listed.push(...records.map(({ record }) => `${list}/${record.id("id")}`));
          await stored?.(0);
        }
      }
      await source.close?.();
      return { listed, portions, source };
    };

    it("asks for nothing again that it has", async () => {
      await crawl(6);
      server.asked.length = 0;
      await crawl();
      expect(server.asked.filter((asked) => /\/(?:categories|tags)\?/.test(asked))).to.deep.equal([]);
    });

    it("leaves nothing behind at its end, nor where nothing is to be kept", async () => {
      await crawl(5);
      await crawl();
      await crawl(undefined, signedIn, { documents: undefined });
      expect(await store.documents.readAfter("kalends/import-progress", "", 1)).to.deep.equal([]);
    });

    // The following tests do not depend on the storage.
    if (name !== stores[0]?.name) return;

    it("goes on where it was, whenever that is", async () => {
      const whole = await crawl();
      expect(whole.listed.toSorted()).to.deep.equal(everything());
      for (let most = 1; most < whole.portions; most += 4) {
        const begun = await crawl(most);
        server.asked.length = 0;
        const rest = await crawl();
        expect([...begun.listed, ...rest.listed].sort(), `${most}`).to.deep.equal(everything());
        for (const list of LISTS) {
          const own = rest.listed.filter((record) => record.startsWith(`${list}/`)).length;
          const before = rest.source.listedBefore(list);
          expect(own + before, `${list} after ${most}`).to.equal(server.records[list].length);
          expect(rest.source.announced?.(list), `${list} after ${most}`).to.equal(own + before);
        }
      }
      expect((await crawl()).listed).to.have.length(everything().length);
    });

    it("takes over again what was not stored", async () => {
      const source = await openFake(server, signedIn, { documents: store.documents });
      for await (const { records } of source.read("venues")) if (records.length > 0) break;
      expect((await crawl()).listed.toSorted()).to.deep.equal(everything());
    });

    it("keeps how many could not be taken over, also over several ends", async () => {
      const options = { documents: store.documents };
      for (const failed of [2, 1]) {
        const source = await openFake(server, signedIn, options);
        for await (const { stored } of source.read("venues")) {
          await stored?.(failed);
          break;
        }
      }
      const source = await openFake(server, signedIn, options);
      for await (const _ of source.read("venues")) break;
      expect(source.failedBefore?.("venues")).to.equal(3);
      expect((await openFake(server, signedIn, { documents: undefined })).failedBefore?.("venues")).to.equal(
        0,
      );
      await crawl();
    });

    it("sees what has changed meanwhile", async () => {
      const begun = await crawl(12);
      expect(begun.listed.filter((record) => record.startsWith("events/"))).to.have.length(20);
      const early = server.records.events[0];
      const [removed] = server.records.events.splice(2, 1);
      server.records.events.push({ ...early, id: 180, start_date: "2031-12-31 10:00:00" });
      const rest = await crawl();
      const wanted = new Set([...everything(), `events/${removed?.id}`]);
      expect(new Set([...begun.listed, ...rest.listed])).to.deep.equal(wanted);
    });

    it("begins anew for somebody else, after a day, and where it is told to", async () => {
      const all = everything().length;
      const cases: readonly (readonly [Partial<LiveSourceOptions>, Partial<LiveSourceDeps>])[] = [
        [{ probes: true }, {}],
        [{ ...signedIn, restarts: true }, {}],
        [signedIn, { now: () => Date.UTC(2031, 0, 2, 0, 0, 1) }],
      ];
      for (const [options, deps] of cases) {
        await crawl(7);
        expect((await crawl(undefined, options, deps)).listed).to.have.length(all);
        await crawl();
      }
    });
  });
}
