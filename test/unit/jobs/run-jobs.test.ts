import type { Actor, CalendarError } from "@kalends/core";
import { type JobKind, jobsIn, removeJobsOf, removeOldJobs } from "@kalends/core/interface";
import type { Store } from "@kalends/core/storage";
import { expect } from "chai";
import { stores } from "../../stores.ts";
import { aJob, COUNTING, createJobProcess, never, readJob, STARTER } from "./set-up.ts";

const DAY = 86_400_000;
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** Kind whose portions are stored in one unit. */
const AT_ONCE: JobKind = {
  name: "count",
  portion: ({ items, inUnit }) => inUnit(async () => items.map((item) => ({ item }))),
};

for (const { name, open } of stores)
  describe(`jobs on ${name}`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const timesOf = async (key: string | number): Promise<unknown> =>
      (await store.documents.find("test/counts", String(key)))?.times;

    it("do each item once, and keep its result in order (rules/jobs.md#job-position)", async () => {
      const { start, run, starts } = createJobProcess(store);
      const { id, state, total } = await start(STARTER, aJob(numbers(63)));
      expect({ state, total, starts: starts() }).to.deep.equal({ state: "waiting", total: 63, starts: 1 });
      await run(never);
      const { job, results } = await readJob(store, id);
      expect(job).to.include({ state: "done", done: 63, user: 7 });
      expect(job).to.not.have.any.keys("open", "run", "failure");
      expect(results).to.deep.equal(numbers(63).map((item) => ({ item, status: 200 })));
      for (const item of numbers(63)) expect(await timesOf(item)).to.equal(1);
      await run(never);
      expect(await timesOf(0)).to.equal(1);
    });

    it("store the refusal of an item as its result, without what it wrote", async () => {
      const { start, run } = createJobProcess(store);
      const { id } = await start(STARTER, aJob(["a", "refused", "b"]));
      await run(never);
      const { job, results } = await readJob(store, id);
      expect(job?.state).to.equal("done");
      expect(results).to.deep.equal([
        { item: "a", status: 200 },
        { item: "refused", status: 404, code: "rest-event-not-found" },
        { item: "b", status: 200 },
      ]);
      expect(await timesOf("refused")).to.equal(undefined);
    });

    it("fail with an unexpected error, and the next job runs (rules/jobs.md#job-failures)", async () => {
      const { start, run } = createJobProcess(store);
      const one = await start(STARTER, aJob(["a", "broken", "b"]));
      const other = await start(STARTER, aJob(["c"]));
      const unknown = await start(STARTER, { ...aJob(["d"]), kind: "other" });
      await run(never);
      const { job, results } = await readJob(store, one.id);
      expect(job).to.include({ state: "failed", failure: "internal", done: 1 });
      expect(results).to.deep.equal([{ item: "a", status: 200 }]);
      expect(await timesOf("broken")).to.equal(undefined);
      expect((await readJob(store, other.id)).job?.state).to.equal("done");
      expect((await readJob(store, unknown.id)).job).to.include({ state: "failed", failure: "unknown-kind" });
    });

    it("begin again after a failure of the storage, ten times (rules/jobs.md#job-attempts)", async () => {
      const { start, run } = createJobProcess(store);
      const { id } = await start(STARTER, aJob(["a", "later"]));
      const fails = async (): Promise<unknown> => run(never).catch((error: unknown) => error);
      expect(await fails()).to.include({ code: "rest_storage_unavailable" });
      expect((await readJob(store, id)).job).to.include({ state: "running", done: 1, attempts: 0 });
      for (let attempt = 1; attempt <= 10; attempt += 1) {
        expect(await fails()).to.be.an("error");
        expect((await readJob(store, id)).job).to.include({ state: "running", attempts: attempt });
      }
      expect(await fails()).to.equal(undefined);
      expect((await readJob(store, id)).job).to.include({ state: "failed", failure: "attempts", done: 1 });
      expect(await timesOf("a")).to.equal(1);
    });

    it("ask for the rights before each portion, and fail without them (rules/jobs.md#job-rights)", async () => {
      let asked = 0;
      const actorOf = async (): Promise<Actor | undefined> => {
        asked += 1;
        return asked < 3 ? STARTER : undefined;
      };
      const { start, run } = createJobProcess(store, { actorOf });
      const { id } = await start(STARTER, aJob(numbers(50)));
      await run(never);
      const { job, results } = await readJob(store, id);
      expect(job).to.include({ state: "failed", failure: "rights", done: 20 });
      expect(results).to.have.length(20);
    });

    it("end between two items when the process stops, and continue there (rules/jobs.md#job-stop)", async () => {
      const { start, run } = createJobProcess(store);
      const { id } = await start(STARTER, aJob(numbers(25)));
      let asked = 0;
      await run(() => {
        asked += 1;
        return asked > 8;
      });
      const { job } = await readJob(store, id);
      expect(job).to.include({ state: "waiting", attempts: 0 });
      expect(job?.done).to.be.within(1, 9);
      await createJobProcess(store).run(never);
      expect((await readJob(store, id)).results).to.have.length(25);
      for (const item of numbers(25)) expect(await timesOf(item)).to.equal(1);
    });

    it("do nothing twice if a process continues after another one has taken the job", async () => {
      const { start, run } = createJobProcess(store);
      const { id } = await start(STARTER, aJob(numbers(12)));
      // The other process takes the job while this one is inside a portion.
      let isTaken = false;
      const slow = createJobProcess(store, {
        kinds: [
          {
            name: "count",
            async portion(portion) {
              if (!isTaken) {
                isTaken = true;
                await store.transaction(async ({ documents }) => {
                  const jobs = jobsIn(documents);
                  const job = await jobs.find(id);
                  if (job !== undefined) await jobs.save({ ...job, run: "other" });
                });
              }
              await COUNTING.portion(portion);
            },
          },
        ],
      });
      const stop = { isStopping: false };
      const running = slow.run(() => {
        const wasStopping = stop.isStopping;
        stop.isStopping = isTaken;
        return wasStopping;
      });
      await running;
      expect((await readJob(store, id)).job).to.include({ done: 0, run: "other" });
      await run(never);
      expect((await readJob(store, id)).job).to.include({ done: 12, state: "done" });
      for (const item of numbers(12)) expect(await timesOf(item)).to.equal(1);
    });

    it("are at most 20 that wait, from several processes at once (rules/jobs.md#job-limits)", async () => {
      const processes = [createJobProcess(store), createJobProcess(store)];
      const outcomes = await Promise.allSettled(
        numbers(24).map((index) => processes[index % 2]?.start({ ...STARTER, id: index + 1 }, aJob([1]))),
      );
      const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
      expect(refused).to.have.length(4);
      for (const error of refused) {
        expect(error).to.include({ code: "rest_too_many_requests" });
        expect(error.details).to.deep.equal({ retryAfter: 30 });
      }
      expect(await jobsIn(store.documents).waiting()).to.have.length(20);
    });

    it("are at most 5 of one user that wait, which leave places for others", async () => {
      const { start } = createJobProcess(store);
      const outcomes = await Promise.allSettled(numbers(7).map(() => start(STARTER, aJob([1]))));
      expect(outcomes.filter(({ status }) => status === "rejected")).to.have.length(2);
      await start({ ...STARTER, id: 8 }, aJob([1]));
      expect(await jobsIn(store.documents).waiting()).to.have.length(6);
    });

    it("refuse callers without a user id, and too many items", async () => {
      const { start } = createJobProcess(store);
      const codeOf = async (work: Promise<unknown>): Promise<unknown> =>
        work.catch((error: CalendarError) => error.code);
      expect(await codeOf(start({ capabilities: STARTER.capabilities }, aJob([1])))).to.equal(
        "rest_forbidden",
      );
      expect(await codeOf(start(STARTER, aJob(Array(500_001).fill(1))))).to.equal("rest_too_many_records");
    });

    it("are removed 30 days after their end, with items and results (rules/jobs.md#job-retention)", async () => {
      let now = 1_900_000_000_000;
      const { start, run } = createJobProcess(store, { now: () => now, kinds: [AT_ONCE] });
      const old = await start(STARTER, aJob(numbers(601)));
      await run(never);
      now += DAY;
      const { id } = await start(STARTER, aJob(numbers(60)));
      await run(never);
      expect(await removeOldJobs(store, now + 29 * DAY - 1, never)).to.equal(0);
      expect(await removeOldJobs(store, now + 29 * DAY, never)).to.equal(1);
      expect((await readJob(store, old.id)).job).to.equal(undefined);
      const left = (await store.documents.readAfter("", "", 1000)).filter(({ key }) =>
        key.startsWith(old.id),
      );
      expect(left).to.deep.equal([]);
      expect((await readJob(store, id)).results).to.have.length(60);
    });

    it("end without a trace when their starter is erased", async () => {
      const { start, run } = createJobProcess(store);
      const other = await start({ ...STARTER, id: 8 }, aJob([1]));
      await start(STARTER, aJob(numbers(700)));
      await start(STARTER, aJob([2]));
      expect(await removeJobsOf(store, 7)).to.equal(2);
      await run(never);
      const left = (await store.documents.readAfter("kalends/", "", 100)).filter(({ collection }) =>
        collection.startsWith("kalends/job"),
      );
      expect(new Set(left.map(({ key }) => key.split("/")[0]))).to.deep.equal(new Set([other.id]));
      expect((await readJob(store, other.id)).job?.state).to.equal("done");
    });
  });
