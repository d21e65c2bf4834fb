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

const aJob = (when: object): object => ({
  setup: () => ({ jobs: [{ name: "timed", run: async () => {}, ...when }] }),
});

describe("misshapen plugins", () => {
  const MISSHAPEN: readonly (readonly [what: string, plugin: object, problem: RegExp])[] = [
    [
      "a field of nothing",
      { setup: () => ({ fields: [undefined] }) },
      /one cannot be set up: fields\[0\]: must be an object, such as \{/,
    ],
    [
      "a field of no kind of record",
      { setup: () => ({ fields: [{ record: "evnt", name: "a", parameter: { type: "string" } }] }) },
      /one cannot be set up: fields\[0\] \(a\): record must be one of event/,
    ],
    [
      "a filter that is perhaps pure",
      { setup: () => ({ eventFilters: [{ parameters: {}, narrow: () => ({}), pure: "no" }] }) },
      /pure must be of type boolean/,
    ],
    [
      "a filter without parameters",
      { setup: () => ({ eventFilters: [{ narrow: () => ({}) }] }) },
      /parameters must be of type object/,
    ],
    [
      "a route of no method",
      { setup: () => ({ routes: [{ ...A_ROUTE, method: "FETCH", path: "/a" }] }) },
      /routes\[0\] \(FETCH \/a\): method must be one of GET/,
    ],
    [
      "a route that permits by a text",
      {
        setup: () => ({
          routes: [
            { ...A_ROUTE, path: "/good" },
            { ...A_ROUTE, path: "/bad/{id}", permits: "editors" },
          ],
        }),
      },
      /^The plugin one cannot be set up: routes\[1\] \(GET \/bad\/\{id\}\): permits must be of type function$/,
    ],
    [
      "a function in place of a route",
      { setup: () => ({ routes: [() => A_ROUTE] }) },
      /^The plugin one cannot be set up: routes\[0\]: must be an object, such as \{ \.\.\. \}$/,
    ],
    [
      "a list beside setup",
      { routes: [A_ROUTE] },
      /^The plugin one has routes outside of setup, which must return it: setup: \(deps\) => \(\{ routes: \[\.\.\.\] \}\)$/,
    ],
    [
      "nothing in place of a field",
      { setup: () => ({ fields: [null] }) },
      /set up: fields\[0\]: must be an object/,
    ],
    [
      "a parameter that is a text",
      { setup: () => ({ routes: [{ ...A_ROUTE, parameters: { shade: "string" } }] }) },
      /routes\[0\] \(GET \/shades\): parameters\.shade must be of type object/,
    ],
    [
      "a listener that does not listen",
      { setup: () => ({ listeners: [{ on: "event.created" }] }) },
      /handle must be of/,
    ],
    [
      "a job that does nothing",
      { setup: () => ({ jobs: [{ name: "idle" }] }) },
      /run must be of type function/,
    ],
    [
      "a job with a text as its pause",
      { setup: () => ({ jobs: [{ name: "often", everySeconds: "5", run: async () => {} }] }) },
      /jobs\[0\] \(often\): everySeconds must be a number from 1 to 1000000/,
    ],
    [
      "a job at no time",
      aJob({ cron: "0 25 * * *" }),
      /the job timed .* cron "0 25 \* \* \*" cannot be used/,
    ],
    ["a job at a time that never comes", aJob({ cron: "0 0 30 2 *" }), /no time matches it/],
    ["a job to the second", aJob({ cron: "* * * * * *" }), /cannot be used/],
    [
      "a job with pauses and times",
      aJob({ cron: "0 3 * * *", everySeconds: 5 }),
      /has both cron and everySeconds/,
    ],
    ["a job that is done once by nobody", aJob({ once: "never" }), /\(timed\): once must be "installation"/],
    [
      "a command of nothing",
      { commands: [undefined] },
      /set up: commands\[0\]: must be an object, such as \{ name/,
    ],
    [
      "a command without a function",
      { commands: [{ name: "paint", description: "Paints." }] },
      /set up: commands\[0\] \(paint\): run must be of type function/,
    ],
    [
      "a collection of nothing",
      { collections: [null] },
      /set up: collections\[0\]: must be an object, such as \{ name/,
    ],
    ["a text as its indexes", { collections: [{ name: "a", indexes: "b" }] }, /cannot be set up: .*indexes/],
    ["a storage scheme of nothing", { storageSchemes: [null] }, /must be an object, such as \{ scheme/],
    [
      "a promise of a route",
      { setup: () => ({ routes: [Promise.resolve(A_ROUTE)] }) },
      /routes\[0\]: must be the contribution itself, not a promise$/,
    ],
    [
      "a parameter that is resolved by a text",
      {
        setup: () => ({
          routes: [{ ...A_ROUTE, parameters: { shade: { type: "string", resolve: "yes" } } }],
        }),
      },
      /routes\[0\] \(GET \/shades\): parameters\.shade\.resolve must be of type function$/,
    ],
    [
      "a parameter that is a list by its type",
      { setup: () => ({ routes: [{ ...A_ROUTE, parameters: { shade: { type: "array" } } }] }) },
      /the parameter shade of .* declare a list as `documented: \{ type: "array" \}`$/,
    ],
    [
      "a number as a description",
      { setup: () => ({ routes: [{ ...A_ROUTE, description: 7 }] }) },
      /description must be of type string/,
    ],
    [
      "a filter that ignores by a text",
      { setup: () => ({ eventFilters: [{ parameters: {}, narrow: () => ({}), ignores: "x" }] }) },
      /eventFilters\[0\]: ignores must be of type function$/,
    ],
    [
      "a field with a default",
      {
        setup: () => ({
          fields: [{ record: "event", name: "a", parameter: { type: "string", default: "x" } }],
        }),
      },
      /fields\[0\] \(a\): parameter\.default is not allowed: fields have no defaults$/,
    ],
    [
      "a field that is hidden by a text",
      {
        setup: () => ({
          fields: [{ record: "event", name: "a", hidden: "yes", parameter: { type: "string" } }],
        }),
      },
      /hidden must be of type boolean/,
    ],
    [
      "one text as the options of a command",
      { commands: [{ name: "paint", description: "P.", run: async () => {}, options: ["shade"] }] },
      /commands\[0\] \(paint\): options must be a list of objects such as \{ name: "shade"/,
    ],
    [
      "a path of another kind",
      { setup: () => ({ routes: [{ ...A_ROUTE, path: "/shades/:id" }] }) },
      /such as \/shades\/\{id\}$/,
    ],
    [
      "a listener to nothing",
      { setup: () => ({ listeners: [{ on: "event.create", handle() {} }] }) },
      /did you mean event\.created\?$/,
    ],
    [
      "texts that a function makes",
      { texts: [() => ({ fr: {} })] },
      /texts\[0\]: must be an object, such as \{ en: \{/,
    ],
    [
      "a text as a language",
      { texts: [{ en: {}, fr: "Bonjour" }] },
      /texts\[0\]: must be texts by language and name, with English, such as/,
    ],
    [
      "a number as a translation",
      { texts: [{ en: { greeting: "Hello" }, fr: { greeting: 7 } }] },
      /texts\[0\]: must be texts by language and name, with English, such as/,
    ],
    [
      "texts without English",
      { texts: [{ fr: { Hello: "Bonjour" } }] },
      /texts\[0\]: must be texts by language and name, with English, such as/,
    ],
    [
      "a translation of nothing",
      { texts: [{ en: { greeting: "Hello" }, fr: { greting: "Bonjour" } }] },
      /texts\[0\]: greting of fr has no text in en/,
    ],
    [
      "an unknown right",
      { rights: ["edit_all"] },
      /has edit_all among its rights, which is not one of edit, /,
    ],
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

  it("are named with all their faults at once", async () => {
    const plugin = {
      name: "one",
      setup: () => ({
        routes: [
          { ...A_ROUTE, method: "FETCH", permits: "editors" },
          { ...A_ROUTE, path: "/good" },
          { ...A_ROUTE, path: "/bad", parameters: { shade: 7 } },
        ],
        jobs: [{ name: "idle", everySeconds: "5" }],
        policies: ["none"],
      }),
    };
    expect(await problemsOf([plugin, { name: "two", setup: () => ({ fields: [null] }) }])).to.have.members([
      "The plugin one cannot be set up: routes[0] (FETCH /shades): method must be one of GET, POST, PUT, PATCH, DELETE",
      "The plugin one cannot be set up: routes[0] (FETCH /shades): permits must be of type function",
      "The plugin one cannot be set up: routes[2] (GET /bad): parameters.shade must be of type object",
      "The plugin one cannot be set up: jobs[0] (idle): everySeconds must be a number from 1 to 1000000",
      "The plugin one cannot be set up: jobs[0] (idle): run must be of type function",
      "The plugin one cannot be set up: policies[0]: must be an object, such as { ... }",
      "The plugin two cannot be set up: fields[0]: must be an object, such as { ... }",
    ]);
    const command = { description: 7, run: "x", name: "paint" };
    expect(await problemsOf([{ name: "one", commands: [command] }])).to.have.members([
      "The plugin one cannot be set up: commands[0] (paint): description must be of type string",
      "The plugin one cannot be set up: commands[0] (paint): run must be of type function",
    ]);
  });

  const DECLARED = ["collections", "texts", "importers", "commands", "storageSchemes"];
  const CONTRIBUTED = [
    ...["eventFilters", "venueFilters", "organizerFilters", "fields", "members", "formats", "eventFormats"],
    ...["routes", "website", "authentication", "jobs", "listeners", "writeHooks", "policies", "onClose"],
    ...["personalData", "issuedCredentials"],
  ];
  const withList = (list: string, value: unknown): object =>
    DECLARED.includes(list)
      ? { name: "one", [list]: value }
      : { name: "one", setup: () => ({ [list]: value }) };
  for (const list of [...DECLARED, ...CONTRIBUTED]) {
    it(`name the plugin, the member and its form for ${list} of other types`, async () => {
      for (const value of ["x", "", 7, null, {}, () => []]) {
        expect(await problemsOf([withList(list, value)]), String(value))
          .to.have.length(1)
          .and.to.have.property("0")
          .that.matches(new RegExp(`^The plugin one must have a list as its ${list}, such as ${list}: \\[`));
      }
      const wrong = list === "texts" ? [] : {};
      for (const entry of ["x", null, 7, wrong, ...(list === "onClose" ? [] : [() => undefined])]) {
        const problems = await problemsOf([withList(list, [entry])]);
        expect(problems.length, String(entry)).to.be.greaterThan(0);
        expect(problems[0], String(entry)).to.match(
          new RegExp(`^The plugin one cannot be set up: ${list}\\[0\\]: .*must |has neither`),
        );
      }
    });
  }

  it("name the forms of a plugin where a value is none", async () => {
    for (const value of [() => ({ name: "one" }), null, 7, { name: null }])
      expect(await problemsOf([value])).to.match(
        /a plugin: an object with a `name`, as its function `plugin\(\)` returns it/,
      );
  });
});
