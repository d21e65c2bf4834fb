import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { endLeases } from "../soak/killed/leases.ts";
import { stores } from "../stores.ts";
import { aJob, createJobProcess, readJob, STARTER } from "../unit/jobs/set-up.ts";

const CHILD = fileURLToPath(new URL("./job-child.js", import.meta.url));
const ITEMS = 60;
/** Numbers of items after which the process that does them is killed. */
const KILLS = [3, 17, 18, 40];

for (const store of stores) {
  describe(`jobs of killed processes on ${store.name} (rules/jobs.md#job-position)`, function () {
    this.timeout(120_000);
    let directory: string;
    const children = new Set<ChildProcess>();

    beforeEach(async () => {
      directory = await mkdtemp(join(tmpdir(), "kalends-jobs-"));
    });
    afterEach(async () => {
      for (const child of children) child.kill("SIGKILL");
      await rm(directory, { recursive: true, force: true });
    });

    it("are continued by another process, without doing or losing an item", async () => {
      const address = await store.newAddress(directory, "jobs");
      const opened = await store.openAt(address);
      try {
        const items = Array.from({ length: ITEMS }, (_, index) => index);
        const { id } = await createJobProcess(opened).start(STARTER, aJob(items));

        const done: string[] = [];
        let wake = (): void => undefined;
        const startChild = (): void => {
          const child = spawn(process.execPath, [CHILD, store.name, address], {
            stdio: ["ignore", "pipe", "inherit"],
          });
          children.add(child);
          child.stdout.setEncoding("utf8").on("data", (text: string) => {
            done.push(...text.split("\n").filter(Boolean));
            wake();
          });
          child.on("exit", () => children.delete(child));
        };
        const reported = async (count: number): Promise<void> => {
          while (done.length < count)
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
        };

        startChild();
        startChild();
        const workers = new Set<string | undefined>();
        let killed = 0;
        for (const count of KILLS) {
          await reported(count - killed);
          const worker = [...children].find(({ pid }) => String(pid) === done.at(-1));
          workers.add(done.at(-1));
          worker?.kill("SIGKILL");
          if (worker !== undefined) await once(worker, "close");
          // An item can be stored without being reported.
          killed += 1;
          await endLeases(address);
          startChild();
        }
        await reported(ITEMS - killed);
        expect(workers.size).to.be.greaterThan(1);
        while ((await readJob(opened, id)).job?.state !== "done")
          await new Promise<void>((resolve) => setImmediate(resolve));

        const { results } = await readJob(opened, id);
        expect(results).to.deep.equal(items.map((item) => ({ item, status: 200 })));
        for (const item of items)
          expect(await opened.documents.find("test/counts", String(item))).to.deep.equal({ times: 1 });
      } finally {
        await opened.close();
      }
    });
  });
}
