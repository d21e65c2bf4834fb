import type { Plugin, PluginDeps } from "@kalends/core/interface";
import { expect } from "chai";
import { createCalendar } from "kalends";
import { createGate } from "../stores/gate.ts";
import { stores } from "../stores.ts";

for (const store of stores) {
  describe(`leases of plugins on ${store.name}`, () => {
    it("let one of several processes do a job, and the other ones pass it over", async () => {
      const opened = await store.open();
      const runs: string[] = [];
      const [begun, release] = [createGate(), createGate()];
      const open = (name: string) => {
        const plugin: Plugin = {
          name: "leased",
          setup: () => ({
            jobs: [
              {
                name: "together",
                everySeconds: 3600,
                once: "installation",
                async run({ isStopping }) {
                  runs.push(name);
                  begun.open();
                  await release.passed;
                  expect(isStopping()).to.equal(false);
                },
              },
            ],
          }),
        };
        return createCalendar({ storage: opened, plugins: [plugin], scheduler: false });
      };
      const [one, other] = [await open("one"), await open("other")];
      const first = one.jobs[0]?.run();
      await begun.passed;
      await other.jobs[0]?.run();
      release.open();
      await first;
      // The job runs at most once an hour for all calendars with this storage.
      await other.jobs[0]?.run();
      expect(runs).to.deep.equal(["one"]);
      await one.close();
      await other.jobs[0]?.run();
      expect(runs).to.deep.equal(["one", "other"]);
      await other.close();
      await opened.close();
    });

    it("have names of their own for each plugin", async () => {
      const opened = await store.open();
      const got = new Map<string, PluginDeps>();
      const spy = (name: string): Plugin => ({
        name,
        setup(deps) {
          got.set(name, deps);
          return {};
        },
      });
      const calendar = await createCalendar({
        storage: opened,
        plugins: [spy("a"), spy("b")],
        scheduler: false,
      });
      const [a, b] = ["a", "b"].map((name) => got.get(name)?.runLeased);
      const isFree = () => opened.leases.acquire("plugin/a/work", "you", 1);
      const nothing = async (): Promise<void> => undefined;
      const isRun = await a?.("work", async ({ isStopping }) => {
        expect([isStopping(), await isFree()]).to.deep.equal([false, false]);
        expect(await a("work", nothing)).to.equal(false);
        expect(await b?.("work", nothing)).to.equal(true);
      });
      expect(isRun).to.equal(true);
      const keep = { owner: "me", milliseconds: () => 60_000 };
      expect(await a?.("work", nothing, { keep })).to.equal(true);
      expect(await isFree()).to.equal(false);
      expect(await a?.("work", nothing, { keep: { ...keep, milliseconds: () => 0 } })).to.equal(true);
      expect(await isFree()).to.equal(true);
      await calendar.close();
      await opened.close();
    });
  });
}
