import type { Importer, Plugin } from "@kalends/core/interface";
import { expect } from "chai";
import { problemsOf } from "./problems-of.ts";

describe("plugins that do not go together", () => {
  const parameter = { description: "One.", type: "string" } as const;
  const narrow = <T>(query: T): T => query;
  const noAnswer = () => ({ body: null });
  const anImporter = (format: string): Importer => ({
    format,
    description: "One.",
    recognises: () => true,
    run: async () => {},
  });

  const CLASHES: readonly (readonly [what: string, first: Plugin, second: Plugin, problem: string])[] = [
    [
      "with a parameter",
      {
        name: "one",
        setup: () => ({ eventFilters: [{ parameters: { shade: parameter }, pure: false, narrow }] }),
      },
      {
        name: "two",
        setup: () => ({ eventFilters: [{ parameters: { shade: parameter }, pure: false, narrow }] }),
      },
      "The plugins one and two both add the parameter shade of event lists",
    ],
    [
      "with a field",
      { name: "one", setup: () => ({ fields: [{ record: "venue", name: "shade", parameter }] }) },
      {
        name: "two",
        setup: () => ({ fields: [{ record: "venue", name: "shade", hidden: true, parameter }] }),
      },
      "The plugins one and two both add the field shade of venues",
    ],
    [
      "with a member",
      { name: "one", setup: () => ({ fields: [{ record: "organizer", name: "shade", parameter }] }) },
      {
        name: "two",
        setup: () => ({
          members: [{ record: "organizer", schemas: { shade: {} }, pure: false, membersOf: () => [] }],
        }),
      },
      "The plugins one and two both add the member shade of organizers",
    ],
    [
      "with what it takes over",
      { name: "one", importers: [anImporter("ics")] },
      { name: "two", importers: [anImporter("ics")] },
      "The plugins one and two both add the import of ics",
    ],
    [
      "with a route",
      {
        name: "one",
        setup: () => ({
          routes: [
            {
              method: "GET",
              path: "/shades",
              description: "One.",
              parameters: {},
              permits: () => true,
              run: noAnswer,
            },
          ],
        }),
      },
      {
        name: "two",
        setup: () => ({
          routes: [
            {
              method: "GET",
              path: "/shades",
              description: "Two.",
              parameters: {},
              permits: () => true,
              run: noAnswer,
            },
          ],
        }),
      },
      "The plugins one and two both add the route GET /shades",
    ],
    [
      "with a command",
      { name: "one", commands: [{ name: "shade", description: "One.", run: async () => {} }] },
      { name: "two", commands: [{ name: "shade", description: "Two.", run: async () => {} }] },
      "The plugins one and two both add the command shade",
    ],
    [
      "with a storage scheme",
      { name: "one", storageSchemes: [{ scheme: "shade", open: () => Promise.reject(new Error("no")) }] },
      { name: "two", storageSchemes: [{ scheme: "shade", open: () => Promise.reject(new Error("no")) }] },
      "The plugins one and two both add the storage scheme shade",
    ],
    ["with a name", { name: "one" }, { name: "one" }, "Two plugins are named one"],
    [
      "with what the calendar has",
      {
        name: "one",
        setup: () => ({
          eventFilters: [{ parameters: { per_page: parameter }, pure: false, narrow }],
          fields: [{ record: "event", name: "title", hidden: true, parameter }],
        }),
      },
      { name: "two" },
      "The plugin one adds the parameter per_page of event lists, which Kalends already has: choose another name",
    ],
    [
      "with built-in routes",
      {
        name: "one",
        setup: () => ({
          routes: [
            {
              method: "PUT",
              path: "/events/{id}",
              description: "Mine.",
              parameters: {},
              permits: () => true,
              run: noAnswer,
            },
          ],
        }),
      },
      { name: "two" },
      "The plugin one adds the route PUT /events/{id}, whose first segment is reserved by Kalends: choose another one than events",
    ],
  ];

  for (const [what, first, second, problem] of CLASHES) {
    it(`stop the start: ${what}`, async () => {
      expect(await problemsOf([first, second])).to.include(problem);
    });
  }

  it("stop the start when options of a command cannot be told apart", async () => {
    const options = ["shade", "shade", "help", "no-shade", "a b"].map((name) => ({
      name,
      description: "S.",
    }));
    const commands = [{ name: "paint", description: "Paints.", options, run: async () => {} }];
    expect(await problemsOf([{ name: "one", commands }])).to.deep.equal([
      "The plugins one and one both add the option --shade of the command paint",
      "The plugin one adds the option --help of the command paint, which Kalends already has: choose another name",
      "The plugin one adds the option --no-shade of the command paint, which is not valid: names have lower-case letters, digits and -, the first one a letter, and do not begin with no-",
      "The plugin one adds the option --a b of the command paint, which is not valid: names have lower-case letters, digits and -, the first one a letter, and do not begin with no-",
    ]);
  });

  it("stop the start when collections or their indexes cannot be told apart or have no names", async () => {
    const collections = [
      { name: "notes", indexes: ["a", "a", "b.c", "__proto__", "x".repeat(65)] },
      { name: "notes" },
      { name: "Notes" },
      { name: "n".repeat(65) },
    ];
    const two = { name: "two", collections: [{ name: "notes", indexes: ["a"] }] };
    expect(await problemsOf([{ name: "one", collections }, two])).to.deep.equal([
      "The plugins one and one both add the index a of the collection notes of one",
      "The plugin one adds the index b.c of the collection notes of one, which is not valid: the name of a member has letters, digits and _, the first one a letter, at most 64",
      "The plugin one adds the index __proto__ of the collection notes of one, which is not valid: the name of a member has letters, digits and _, the first one a letter, at most 64",
      `The plugin one adds the index ${"x".repeat(65)} of the collection notes of one, which is not valid: the name of a member has letters, digits and _, the first one a letter, at most 64`,
      "The plugins one and one both add the collection notes of one",
      "The plugin one adds the collection Notes of one, which is not valid: names have lower-case letters, digits and -, the first one a letter, at most 64",
      `The plugin one adds the collection ${"n".repeat(65)} of one, which is not valid: names have lower-case letters, digits and -, the first one a letter, at most 64`,
    ]);
  });

  it("stop the start when what they need is not there", async () => {
    expect(
      await problemsOf([
        { name: "one", requires: { plugins: ["two"] } },
        { name: "three", requires: { core: "^99.0.0" } },
        { name: "four", requires: { core: "newest" } },
      ]),
    )
      .to.have.length(3)
      .and.include("The plugin one needs the plugin two, which is not configured");
  });

  it("tell what is wrong with their members in one order", async () => {
    const misshapen = { name: "one", requires: 5, license: 5, commands: [{}], collections: {}, filters: [] };
    const [unknown, ...others] = await problemsOf([misshapen]);
    expect(unknown).to.match(
      /^The plugin one has the unknown member filters; did you mean eventFilters\? Known members: name, .*writeHooks/,
    );
    expect(others).to.deep.equal([
      'The plugin one must have a list as its collections, such as collections: [{ name: "notes", indexes: ["author"] }]',
      "The plugin one cannot be set up: commands[0]: name must be of type string",
      "The plugin one cannot be set up: commands[0]: description must be of type string",
      "The plugin one cannot be set up: commands[0]: run must be of type function",
      'The plugin one must have a function as its license, such as license: (key) => key === undefined ? { reason: "no key" } : true',
      'The plugin one must require { core: "range", plugins: ["name"] }, both optional',
    ]);
    expect(await problemsOf([{ name: "one", requires: [], setup: () => ({ jobs: {} }) }])).to.deep.equal([
      "The plugin one must have a list as its jobs, such as jobs: [{ ... }]",
    ]);
  });

  it("name the member of plugins that is most like an unknown one", async () => {
    for (const [unknown, nearest] of Object.entries({
      hooks: "writeHooks",
      eventFilter: "eventFilters",
      filter: "eventFilters",
      onclose: "onClose",
      licence: "license",
    }))
      expect(await problemsOf([{ name: "one", [unknown]: [] }])).to.match(
        new RegExp(`^The plugin one has the unknown member ${unknown}; did you mean ${nearest}\\?`),
      );
  });

  it("stop the start when they are misshapen or cannot be set up", async () => {
    expect(await problemsOf([{ name: "One" }])).to.match(/name of a plugin must consist of/);
    expect(await problemsOf([{ name: "constructor" }])).to.match(/name of a plugin must consist of/);
    expect(await problemsOf([{ name: "kalends" }])).to.match(/The plugin name kalends is reserved/);
    expect(await problemsOf([{ name: "one", filters: [] }])).to.match(/has the unknown member filters/);
    expect(await problemsOf([{ name: "one", setup: () => ({ jobs: {} }) }])).to.match(
      /must have a list as its jobs/,
    );
    const broken = (): never => {
      throw new Error("no luck");
    };
    expect(await problemsOf([{ name: "one", setup: broken }])).to.match(
      /one cannot be set up: setup: no luck/,
    );
    const listener = { on: "event.destroyed", handle: () => {} };
    expect(await problemsOf([{ name: "one", setup: () => ({ listeners: [listener] }) }])).to.match(
      /event\.destroyed/,
    );
    const job = { name: "often", everySeconds: 0, run: async () => {} };
    expect(await problemsOf([{ name: "one", setup: () => ({ jobs: [job] }) }])).to.match(
      /jobs\[0\] \(often\): everySeconds must be/,
    );
    const untyped = { record: "event", name: "any", parameter: { description: "Anything." } };
    expect(await problemsOf([{ name: "one", setup: () => ({ fields: [untyped] }) }])).to.deep.equal([
      'The plugin one adds the field any of events without a type, whose parameter needs `type`, `documented: { type: "array" }` or `resolve`',
    ]);
    const mistyped = { record: "event", name: "any", parameter: { description: "Any.", type: "date" } };
    expect(await problemsOf([{ name: "one", setup: () => ({ fields: [mistyped] }) }])).to.match(
      /any of events of the type date/,
    );
    const formed = (form: object, parameter: object = { description: "Any.", type: "string" }) =>
      problemsOf([
        { name: "one", setup: () => ({ fields: [{ record: "event", name: "any", form, parameter }] }) },
      ]);
    expect(await formed({ widget: "choice" })).to.deep.equal([
      'The plugin one adds the field any of events, whose widget "choice" needs the values as `documented: { enum: [...] }`',
    ]);
    const documentedEnum = { description: "Any.", type: "string", documented: { enum: ["kids"] } };
    expect(await formed({ choices: { kids: "Kids", adults: "Adults" } }, documentedEnum)).to.deep.equal([
      'The plugin one adds the field any of events, whose form labels the choice "adults", which is not in its enum',
    ]);
    const entries = { description: "Days.", documented: { type: "array", items: { type: "date" } } };
    expect(
      await problemsOf([
        { name: "one", setup: () => ({ fields: [{ record: "event", name: "days", parameter: entries }] }) },
      ]),
    ).to.deep.equal([
      "The plugin one adds the field days of events of the type of entries date, which is not one of integer, number, boolean, string",
    ]);
    const documented = { description: "A day.", documented: { type: "date", maxLength: 5 } };
    expect(
      await problemsOf([
        {
          name: "one",
          setup: () => ({ eventFilters: [{ parameters: { on: documented }, narrow: () => ({}) }] }),
        },
      ]),
    ).to.match(/on of event lists of the documented type date/);
    const parameters = { on: { description: "A day.", type: "date" } };
    const filter = { parameters, narrow: (query: unknown) => query };
    expect(await problemsOf([{ name: "one", setup: () => ({ eventFilters: [filter] }) }])).to.match(
      /of the type date/,
    );
    const route = {
      method: "GET",
      path: "/days",
      description: "",
      parameters,
      permits: () => true,
      run: () => ({}),
    };
    expect(await problemsOf([{ name: "one", setup: () => ({ routes: [route] }) }])).to.match(
      /parameter on of the route GET \/days/,
    );
  });

  it("start with texts of their own", async () => {
    expect(
      await problemsOf([{ name: "one", texts: [{ en: { one: "One" }, fr: { one: "Un" } }] }]),
    ).to.deep.equal([]);
  });
});
