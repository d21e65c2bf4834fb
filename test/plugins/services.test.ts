import type { Plugin } from "@kalends/core/interface";
import { definePlugin } from "@kalends/core/plugin";
import { expect } from "chai";
import { createCalendar } from "kalends";
import { problemsOf } from "./problems-of.ts";

interface Counter {
  next(): number;
}

/** Plugin whose job and report use the same counter. */
const countingPlugin = (steps: string[]): Plugin =>
  definePlugin<{ report: { add(line: string): void }; counter: Counter & { close(): void } }>({
    name: "counting",
    services: {
      report: ({ counter, site: { language } }) => {
        steps.push("report");
        return { add: (line) => void steps.push(`${counter.next()} ${language} ${line}`) };
      },
      counter: () => {
        steps.push("counter");
        let count = 0;
        return { next: () => ++count, close: () => void steps.push("counter closed") };
      },
    },
    setup: ({ report, counter }) => {
      steps.push("setup");
      return {
        jobs: [
          { name: "one", run: async () => report.add("one") },
          { name: "two", run: async () => report.add(`two ${counter.next()}`) },
        ],
        onClose: [() => report.add("closes")],
      };
    },
  });

const other = (name: string, steps: string[]): Plugin => ({
  name,
  services: { thing: () => ({ close: () => void steps.push(`${name} thing closed`) }) },
  setup: () => ({ onClose: [() => void steps.push(`${name} closes`)] }),
});

describe("services of plugins", () => {
  it("are made once each, before setup, from the others by name", async () => {
    const steps: string[] = [];
    const calendar = await createCalendar({
      storage: "sqlite::memory:",
      scheduler: false,
      plugins: [countingPlugin(steps)],
    });
    expect(steps.splice(0)).to.deep.equal(["counter", "report", "setup"]);
    for (const job of calendar.jobs) await job.run();
    expect(steps.splice(0)).to.deep.equal(["1 en one", "3 en two 2"]);
    await calendar.close();
    expect(steps).to.deep.equal(["4 en closes", "counter closed"]);
  });

  it("are closed once all plugins are, the last plugin first", async () => {
    const steps: string[] = [];
    const calendar = await createCalendar({
      storage: "sqlite::memory:",
      scheduler: false,
      plugins: [other("one", steps), other("two", steps)],
    });
    await calendar.close();
    expect(steps).to.deep.equal(["two closes", "one closes", "two thing closed", "one thing closed"]);
  });

  it("are closed when the start fails behind them", async () => {
    const steps: string[] = [];
    const failing: Plugin = { name: "failing", setup: () => ({ routes: [Object.create(null)] }) };
    const failed = await createCalendar({
      storage: "sqlite::memory:",
      plugins: [other("one", steps), failing],
    }).catch(String);
    expect(failed).to.include("The plugin failing cannot be set up: routes[0]: method must be one of");
    expect(steps).to.deep.equal(["one thing closed"]);
  });

  it("stop the start where they cannot be made, all at once", async () => {
    const cycle = definePlugin<{ hen: object; egg: object }>({
      name: "cycle",
      services: { hen: ({ egg }) => ({ egg }), egg: ({ hen }) => ({ hen }) },
    });
    const broken = definePlugin({
      name: "broken",
      services: {
        late: async () => ({}),
        bad: () => {
          throw new Error("no luck");
        },
      },
      setup: () => {
        throw new Error("must not be called");
      },
    });
    expect(
      await problemsOf([cycle, broken, { name: "named", services: { clock: () => ({}) } }]),
    ).to.deep.equal([
      "The plugin cycle cannot be set up: the service hen: services depend on each other: hen -> egg -> hen",
      "The plugin cycle cannot be set up: the service egg: services depend on each other: egg -> hen -> egg",
      "The plugin broken cannot be set up: the service late: must be created synchronously, not as a promise",
      "The plugin broken cannot be set up: the service bad: no luck",
      "The plugin named has the service clock: choose another name: lower-case first letter, then letters and digits, not the name of a dependency",
    ]);
    expect(await problemsOf([{ name: "one", services: { a: 7 } }])).to.deep.equal([
      "The plugin one must have functions by name as its services, such as services: { geocoder: (deps) => ... }",
    ]);
  });
});

describe("the setup of plugins", () => {
  const WRONG: readonly (readonly [what: string, setup: unknown, problem: string])[] = [
    ["nothing", () => undefined, "cannot be set up: setup must return an object, such as { routes: [...] }"],
    [
      "a promise",
      async () => ({}),
      "cannot be set up: setup must return its contributions synchronously, not a promise",
    ],
    ["a text as a list", () => ({ routes: "x" }), "must have a list as its routes, such as routes: ["],
    [
      "an unknown list",
      () => ({ rotes: [] }),
      "has the unknown member rotes; did you mean routes? Known members:",
    ],
    [
      "a failure",
      () => {
        throw new Error("no luck");
      },
      "cannot be set up: setup: no luck",
    ],
  ];
  for (const [what, setup, problem] of WRONG)
    it(`stops the start with ${what}`, async () => {
      const [only, ...others] = await problemsOf([{ name: "one", setup }]);
      expect(only)
        .to.match(/^The plugin one /)
        .and.include(problem);
      expect(others).to.deep.equal([]);
    });

  it("is a function", async () => {
    expect(await problemsOf([{ name: "one", setup: {} }])).to.deep.equal([
      "The plugin one must have a function as its setup, such as setup: (deps) => ({ routes: [...] })",
    ]);
  });
});
