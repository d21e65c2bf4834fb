import { expect } from "chai";
import { problemsOf } from "./problems-of.ts";

const A_ROUTE = {
  method: "GET",
  path: "/shades",
  description: "Shades.",
  parameters: {},
  permits: () => true,
  run: () => ({ body: null }),
};

const aJob = (when: object): object => ({ jobs: [() => ({ name: "timed", run: async () => {}, ...when })] });

describe("misshapen plugins", () => {
  const MISSHAPEN: readonly (readonly [what: string, plugin: object, problem: RegExp])[] = [
    [
      "a field of nothing",
      { fields: [() => undefined] },
      /one cannot be set up: fields\[0\]: record must be one of event/,
    ],
    [
      "a field of no kind of record",
      { fields: [() => ({ record: "evnt", name: "a", parameter: { type: "string" } })] },
      /one cannot be set up: fields\[0\] \(a\): record must be one of event/,
    ],
    [
      "a filter that is perhaps pure",
      { eventFilters: [() => ({ parameters: {}, narrow: () => ({}), pure: "no" })] },
      /pure must be of type boolean/,
    ],
    ["a filter without parameters", { eventFilters: [() => ({})] }, /parameters must be of type object/],
    [
      "a route of no method",
      { routes: [() => ({ method: "FETCH", path: "/a", parameters: {} })] },
      /routes\[0\] \(FETCH \/a\): method must be one of GET/,
    ],
    [
      "a route that permits by a text",
      {
        routes: [
          () => ({ ...A_ROUTE, path: "/good" }),
          () => ({ ...A_ROUTE, path: "/bad/{id}", permits: "editors" }),
        ],
      },
      /^The plugin one cannot be set up: routes\[1\] \(GET \/bad\/\{id\}\): permits must be of type function$/,
    ],
    [
      "a route that nothing makes",
      { routes: [{ ...A_ROUTE, path: "/bare" }] },
      /^The plugin one cannot be set up: routes\[0\] \(GET \/bare\): must be a function that returns the contribution$/,
    ],
    [
      "nothing in place of a field",
      { fields: [null] },
      /set up: fields\[0\]: must be a function that returns/,
    ],
    [
      "a parameter that is a text",
      { routes: [() => ({ ...A_ROUTE, parameters: { shade: "string" } })] },
      /routes\[0\] \(GET \/shades\): shade must be of type object/,
    ],
    [
      "a listener that does not listen",
      { listeners: [() => ({ on: "event.created" })] },
      /handle must be of/,
    ],
    ["a job that does nothing", { jobs: [() => ({ name: "idle" })] }, /run must be of type function/],
    [
      "a job with a text as its pause",
      { jobs: [() => ({ name: "often", everySeconds: "5", run: async () => {} })] },
      /the job often/,
    ],
    [
      "a job at no time",
      aJob({ cron: "0 25 * * *" }),
      /the job timed .* cron "0 25 \* \* \*" cannot be used/,
    ],
    ["a job at a time that never comes", aJob({ cron: "0 0 30 2 *" }), /there is no such time/],
    ["a job to the second", aJob({ cron: "* * * * * *" }), /cannot be used/],
    [
      "a job with pauses and times",
      aJob({ cron: "0 3 * * *", everySeconds: 5 }),
      /has both cron and everySeconds/,
    ],
    ["a job that is done once by nobody", aJob({ once: "never" }), /the job timed/],
    ["a command of nothing", { commands: [undefined] }, /set up: commands\[0\]: name must be of type string/],
    [
      "a command without a function",
      { commands: [{ name: "paint", description: "Paints." }] },
      /set up: commands\[0\] \(paint\): run must be of type function/,
    ],
    [
      "a collection of nothing",
      { collections: [null] },
      /set up: collections\[0\]: name must be of type string/,
    ],
    ["a text as its indexes", { collections: [{ name: "a", indexes: "b" }] }, /cannot be set up: .*indexes/],
    ["a storage scheme of nothing", { storageSchemes: [null] }, /scheme must be of type string/],
    ["a text as its licence", { license: "key" }, /must have a function as its license/],
    ["a text as what it requires", { requires: "two" }, /must require \{/],
    ["nothing as what it requires", { requires: null }, /must require \{/],
    ["one name as the plugins it requires", { requires: { plugins: "two" } }, /must require \{/],
    ["a requirement of no kind", { requires: { plugin: ["two"] } }, /must require \{/],
  ];

  for (const [what, plugin, problem] of MISSHAPEN) {
    it(`stop the start with ${what}`, async () => {
      const [only, ...others] = await problemsOf([{ name: "one", ...plugin }]);
      expect(only).to.match(problem);
      expect(others).to.deep.equal([]);
    });
  }
});
