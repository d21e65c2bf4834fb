import type { Plugin } from "@kalends/core/interface";
import { expect } from "chai";
import { createCalendar } from "kalends";
import { startCalendar } from "../http/start-calendar.ts";
import { createGate } from "../stores/gate.ts";
import { stores } from "../stores.ts";

for (const store of stores) {
  describe(`plugins at the end on ${store.name}`, () => {
    const logged: unknown[] = [];
    const logger = {
      debug() {},
      info() {},
      warn() {},
      error: (...line: unknown[]) => void logged.push(line),
    };

    it("are closed once, after requests, jobs and listeners, while the store answers", async () => {
      const steps: string[] = [];
      const began = createGate();
      const plugin: Plugin = {
        name: "tidy",
        setup: ({ calendar }) => ({
          jobs: [
            {
              name: "work",
              async run({ isStopping }) {
                began.open();
                while (!isStopping()) await new Promise(setImmediate);
                steps.push("job");
              },
            },
          ],
          onClose: [
            async () =>
              void steps.push(`closed with event ${(await calendar.unrestricted.events.get(1))?.id}`),
            () => {
              throw new Error("cannot close");
            },
          ],
        }),
      };
      const calendar = await startCalendar(store, { plugins: [plugin], logger, scheduler: true });
      await began.passed;
      await calendar.close();
      await calendar.calendar.close();
      expect(steps).to.deep.equal(["job", "closed with event undefined"]);
      expect(logged).to.have.length(1);
      expect(JSON.stringify(logged)).to.include("A plugin could not be closed").and.include("tidy");
    });

    it("are closed when the start fails behind them, and say when they cannot be", async () => {
      let closed = 0;
      const job = { name: "twice", run: () => Promise.resolve() };
      const plugin: Plugin = {
        name: "early",
        setup: () => ({ jobs: [job, job], onClose: [() => void closed++] }),
      };
      const opened = await store.open();
      const failed = await createCalendar({ storage: opened, plugins: [plugin] }).catch(String);
      expect(failed).to.include("the job twice of early");
      expect(closed).to.equal(1);
      const wrong = { name: "wrong", setup: () => ({ onClose: ["nothing to call"] }) } as unknown as Plugin;
      const refused = await createCalendar({ storage: opened, plugins: [wrong] }).catch(String);
      expect(refused).to.include("The plugin wrong cannot be set up: onClose[0]: must be of type function");
      await opened.close();
    });
  });
}
