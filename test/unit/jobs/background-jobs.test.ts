import { createAccounts } from "@kalends/accounts";
import { CalendarError } from "@kalends/core";
import { findTarget, itemByItem, type JobKind, perform } from "@kalends/core/interface";
import type { StoreWithAccounts } from "@kalends/core/storage";
import { expect } from "chai";
import { type Cradle, createAppContainer, createBackgroundJobs, readConfig } from "kalends/internals";
import { stores } from "../../stores.ts";
import { createMemoryBlobStore } from "../images/fakes.ts";
import { SILENT } from "../kalends/silent-logger.ts";
import { aJob, never, readJob } from "./set-up.ts";

const NOW = Date.UTC(2031, 2, 10);

/** Kind that gives the event with each id another title. The title of event 3 is refused after its write. */
const RENAME: JobKind = {
  name: "count",
  portion: itemByItem({
    async perform(item, { operations }, { actor }) {
      const { update } = operations.events;
      const found = await findTarget(update, { name: "id", text: String(item) }, actor);
      const { event } = await perform(update, { title: `New ${item}` }, actor, { found });
      if (item === 3) throw new CalendarError("rest_forbidden");
      return { id: event.id, status: 200 };
    },
    refused: (item, { code }) => ({ id: item, code }),
  }),
};

for (const { name, open } of stores)
  describe(`jobs of a calendar on ${name}`, () => {
    let store: StoreWithAccounts;
    let cradle: Cradle;
    let end: () => void;

    beforeEach(async () => {
      store = await open();
      const reading = readConfig({ environment: {}, options: {}, optionsName: "options" });
      if ("problems" in reading) throw new Error(reading.problems.join("\n"));
      const closing = new AbortController();
      end = () => closing.abort();
      const container = createAppContainer({
        ...{ config: reading.config, plugins: [], inertPlugins: [], store, logger: SILENT, host: {} },
        ...{ accountStore: await store.openAccounts(), blobStore: createMemoryBlobStore() },
        ...{ clock: { now: () => NOW }, timers: { after: () => () => {} }, pages: false },
        ...{ localAddress: "http://localhost:3000", metrics: undefined, readMetrics: undefined },
        ...{ counters: undefined, closing: closing.signal },
        ...{ effectiveSettings: [], storedPlaces: { folders: [] } },
      });
      cradle = Object.create(container.cradle, { jobKinds: { value: [RENAME] } });
    });
    afterEach(async () => {
      end();
      await store.close();
    });

    it("write with the operations of single requests, in one unit with their results", async () => {
      const accounts = createAccounts({ store: await store.openAccounts(), clock: { now: () => NOW } });
      const added = await accounts.add("ann", "editor");
      const actor = await accounts.actorOf(added?.id ?? 0);
      if (actor === undefined) throw new Error("The account is missing.");
      const ids: number[] = [];
      for (const title of ["a", "b", "c"]) {
        const values = { title, start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };
        const { event } = await perform(cradle.operations.events.create, values, actor);
        ids.push(event.id);
      }
      expect(ids).to.deep.equal([1, 2, 3]);

      const background = createBackgroundJobs(cradle);
      let starts = 0;
      background.onStart(() => {
        starts += 1;
      });
      const { id } = await background.start(actor, aJob([1, 99, 3, 2]));
      expect(starts).to.equal(1);
      await background.run(never);
      const { job, results } = await readJob(store, id);
      expect(job?.state).to.equal("done");
      expect(results.map((result) => JSON.stringify(result))).to.deep.equal([
        '{"id":1,"status":200}',
        '{"id":99,"code":"rest-event-not-found"}',
        '{"id":3,"code":"rest_forbidden"}',
        '{"id":2,"status":200}',
      ]);
      const titles = (await store.events.findMany([1, 2, 3])).map(({ title }) => title);
      expect(titles.toSorted()).to.deep.equal(["New 1", "New 2", "c"]);

      const next = await background.start(actor, aJob([1]));
      await accounts.changeRole("ann", "author", { force: true });
      await background.run(never);
      expect((await readJob(store, next.id)).job).to.include({ state: "failed", failure: "rights" });
    });
  });
