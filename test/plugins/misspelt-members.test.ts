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

describe("contributions of plugins", () => {
  const MISSPELT: readonly (readonly [what: string, plugin: object, problems: readonly string[]])[] = [
    ["a job", aJob({ every: 3600 }), ["jobs[0] (timed): every is unknown; did you mean everySeconds?"]],
    [
      "a filter",
      { setup: () => ({ eventFilters: [{ parameters: {}, narow: () => ({}) }] }) },
      [
        "eventFilters[0]: narrow must be of type function",
        "eventFilters[0]: narow is unknown; did you mean narrow?",
      ],
    ],
    [
      "a field",
      {
        setup: () => ({
          fields: [{ record: "event", name: "a", fom: {}, parameter: { type: "string" } }],
        }),
      },
      ["fields[0] (a): fom is unknown; did you mean form?"],
    ],
    [
      "the form of a field",
      {
        setup: () => ({
          fields: [
            {
              record: "event",
              name: "a",
              form: { lable: "A", widget: "slider" },
              parameter: { type: "string" },
            },
          ],
        }),
      },
      [
        "fields[0] (a): form.widget must be one of line, text, choice, list, switch, number, date, address, money, image, record, terms, zone, recurrence",
        "fields[0] (a): form.lable is unknown; did you mean label?",
      ],
    ],
    [
      "a parameter of a field",
      {
        setup: () => ({
          fields: [{ record: "event", name: "a", parameter: { type: "string", resolves: 1 } }],
        }),
      },
      ["fields[0] (a): parameter.resolves is unknown; did you mean resolve?"],
    ],
    [
      "parameters of a route",
      {
        setup: () => ({
          routes: [
            { ...A_ROUTE, parameters: { a: { requried: true }, b: { Type: "string" } }, permit: true },
          ],
        }),
      },
      [
        "routes[0] (GET /shades): parameters.a.requried is unknown; did you mean required?",
        "routes[0] (GET /shades): parameters.b.Type is unknown; did you mean type?",
        "routes[0] (GET /shades): permit is unknown; did you mean permits?",
      ],
    ],
    [
      "secrets of a route",
      { setup: () => ({ routes: [{ ...A_ROUTE, secrets: { members: ["key"], reread() {}, rered() {} } }] }) },
      ["routes[0] (GET /shades): rered is unknown; did you mean reread?"],
    ],
    [
      "a hook and a policy",
      {
        setup: () => ({ writeHooks: [{ beforSave() {} }], policies: [{ permits: () => true, narow() {} }] }),
      },
      [
        "writeHooks[0]: beforSave is unknown; did you mean beforeSave?",
        "writeHooks[0]: a hook has neither beforeSave nor check",
        "policies[0]: narow is unknown; did you mean narrow?",
      ],
    ],
    [
      "listeners",
      {
        setup: () => ({
          listeners: [
            { on: "event.created", durably: true, handle() {} },
            { on: ["event.created"], durable: true, nam: "x", name: "mail", handle() {} },
          ],
        }),
      },
      [
        "listeners[0] (event.created): durably is unknown; did you mean durable?",
        "listeners[1] (mail): nam is unknown; did you mean name?",
      ],
    ],
    [
      "a command and a collection",
      {
        commands: [{ name: "paint", description: "P.", option: [], run: async () => {} }],
        collections: [{ name: "notes", index: ["author"] }],
      },
      [
        "commands[0] (paint): option is unknown; did you mean options?",
        "collections[0] (notes): index is unknown; did you mean indexes?",
      ],
    ],
  ];

  for (const [what, plugin, problems] of MISSPELT) {
    it(`stop the start with misspelt members of ${what}, and name the nearest`, async () => {
      const all = problems.map((problem) => `The plugin one cannot be set up: ${problem}`);
      expect(await problemsOf([{ name: "one", ...plugin }])).to.have.members(all);
    });
  }

  it("may have members of their own in instances of classes, and in declarations of values", async () => {
    class Shades {
      readonly name = "shades";
      readonly everySeconds = 60;
      readonly seen = new Set<string>();
      async run(): Promise<void> {}
    }
    const documented = { type: "string", pattern: "^a" };
    const plugin = {
      name: "one",
      setup: () => ({
        jobs: [new Shades()],
        listeners: [{ on: "event.created", durable: false, handle() {} }],
        formats: [
          Object.assign(Object.create({ present: () => ({}) }), {
            ...{ list: "events", mediaType: "text/x-shade", pure: true, description: "Shades.", cache: 1 },
          }),
        ],
      }),
    };
    expect(await problemsOf([plugin])).to.deep.equal([]);
    const field = {
      record: "event",
      name: "a",
      parameter: { description: "A.", type: "string", documented },
    };
    expect((await problemsOf([{ name: "one", setup: () => ({ fields: [field] }) }])).join()).not.to.include(
      "did you mean",
    );
  });
});
