import { type JobPage, jobsIn } from "@kalends/core/interface";
import { expect } from "chai";
import { endLeases } from "../soak/killed/leases.ts";
import { stores } from "../stores.ts";
import { basic, createPlace, type Place, printedSecret } from "./kalends-process.ts";

const EVENTS = 40;
/** Ids that no event has, which make a request long enough for a job. */
const UNKNOWN: readonly number[] = Array.from({ length: 200 }, (_, index) => 1_000_000 + index);
/** Number of results after which the server is killed. */
const KILLED_AFTER = 15;

for (const store of stores) {
  describe(`bulk jobs of killed servers on ${store.name} (rules/jobs.md#job-position)`, function () {
    this.timeout(120_000);
    let place: Place;
    before(() => {
      place = createPlace(store);
    });
    after(() => place.clear());

    it("are continued by another server, with every record changed or copied exactly once", async () => {
      await place.run(["seed", "--events", String(EVENTS)]);
      const opened = await place.open();
      try {
        let served = await place.spawnServer();
        const authorization = basic("admin", printedSecret(served.output));
        const before = await opened.events.readAfter(0, 10_000);
        const ids = before.map(({ id }) => id);

        /** Starts a job, kills the server that works, and returns the job after its end. */
        const runKilled = async (change: object): Promise<JobPage> => {
          const answer = await fetch(`${served.namespace}/events/bulk`, {
            method: "POST",
            headers: { authorization, "Content-Type": "application/json" },
            body: JSON.stringify({ ids: [...ids, ...UNKNOWN], ...change }),
          });
          expect(answer.status).to.equal(202);
          const { id } = (await answer.json()) as { readonly id: string };
          const jobs = jobsIn(opened.documents);
          const reached = async (isReached: (job: JobPage["job"]) => boolean): Promise<JobPage["job"]> => {
            for (;;) {
              const job = await jobs.find(id);
              if (job !== undefined && isReached(job)) return job;
              await new Promise<void>((resolve) => setImmediate(resolve));
            }
          };
          await reached(({ done }) => done >= KILLED_AFTER);
          await served.end("SIGKILL");
          expect(await jobs.find(id)).to.include({ state: "running" });
          await endLeases(await place.address());
          served = await place.spawnServer();
          const job = await reached(({ ended }) => ended !== undefined);
          expect(job).to.include({ state: "done", done: EVENTS + UNKNOWN.length });
          return { job, results: await jobs.resultsFrom(id, 0, EVENTS) };
        };

        const shifted = await runKilled({ action: "shift", values: { days: 1 } });
        expect(shifted.results.map(({ id, status }) => [id, status])).to.deep.equal(
          ids.map((id) => [id, 200]),
        );
        const dayAfter = (text: string): string =>
          new Date(Date.parse(`${text.replace(" ", "T")}Z`) + 86_400_000)
            .toISOString()
            .slice(0, 19)
            .replace("T", " ");
        const after = await opened.events.readAfter(0, 10_000);
        expect(after.map(({ schedule }) => schedule.start)).to.deep.equal(
          before.map(({ schedule }) => dayAfter(schedule.start)),
        );

        const copied = await runKilled({ action: "duplicate" });
        const copies = copied.results.map(({ duplicate }) => Number(duplicate));
        const all = await opened.events.readAfter(0, 10_000);
        expect(all.map(({ id }) => id)).to.have.members([...ids, ...copies]);
        expect(new Set(copies).size).to.equal(EVENTS);
      } finally {
        await opened.close();
      }
    });
  });
}
