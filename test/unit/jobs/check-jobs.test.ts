import { jobsIn } from "@kalends/core/interface";
import { checkJobs } from "@kalends/core/internals";
import type { Finding, Store } from "@kalends/core/storage";
import { expect } from "chai";
import { stores } from "../../stores.ts";
import { aJob, createJobProcess, never, readJob, STARTER } from "./set-up.ts";

const NOW = 1_900_000_000_000;
const DAY = 86_400_000;

for (const { name, open } of stores)
  describe(`the check of jobs on ${name} (rules/jobs.md#job-check)`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const findings = async (now = NOW): Promise<readonly Finding[]> => {
      const found: Finding[] = [];
      for await (const finding of checkJobs(store, now)) found.push(finding);
      return found;
    };
    const repair = async (): Promise<readonly string[]> => {
      const found = await findings();
      for (const finding of found) await finding.repair?.();
      expect(await findings()).to.deep.equal([]);
      return found.map(({ kind, detail }) => `${kind}: ${detail}`);
    };

    it("finds nothing wrong with jobs in any state", async () => {
      const { start, run } = createJobProcess(store);
      await start(STARTER, aJob(["a", "refused"]));
      await start(STARTER, aJob(["broken"]));
      await run(never);
      await start(STARTER, aJob([1]));
      expect(await findings()).to.deep.equal([]);
    });

    it("finds a job that cannot be read, and one whose items are missing", async () => {
      const { start } = createJobProcess(store);
      const damaged = await start(STARTER, aJob([1]));
      const { starter: _starter, ...rest } = damaged;
      await store.documents.save({ collection: "kalends/jobs", key: damaged.id, value: { ...rest } });
      const empty = await start(STARTER, aJob([1]));
      await store.documents.remove("kalends/job-items", `${empty.id}/000000`);
      const found = await repair();
      expect(found).to.have.members([
        `job: Job ${damaged.id}: It cannot be read.`,
        `job: Job ${empty.id}: Its items are missing.`,
      ]);
      expect((await readJob(store, empty.id)).job).to.equal(undefined);
    });

    it("finds items and results without a job", async () => {
      await jobsIn(store.documents).saveItems("gone", Array(501).fill(1));
      await jobsIn(store.documents).addResults("gone", 0, [{ id: 1 }]);
      expect(new Set(await repair())).to.deep.equal(
        new Set(["job: Job gone does not exist, but items or results of it do."]),
      );
      const left = await store.documents.count({ collection: "kalends/job-items", limit: 1 });
      expect(left).to.equal(0);
    });

    it("finds a job that has made no progress for a day", async () => {
      const { start } = createJobProcess(store);
      const { id } = await start(STARTER, aJob([1]));
      expect(await findings(NOW + DAY)).to.deep.equal([]);
      const [{ detail, repair: none } = { detail: "" }] = await findings(NOW + DAY + 1);
      expect(detail).to.include(`Job ${id} has made no progress since 2030-03-17T17:46:40.000Z`);
      expect(none).to.equal(undefined);
    });
  });
