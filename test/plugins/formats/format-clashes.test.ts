import type { EventFormat, Plugin } from "@kalends/core/interface";
import { expect } from "chai";
import { createCalendar, OperatorError } from "kalends";

const formatOf = (members: object = {}): EventFormat => ({
  pure: false,
  mediaType: "text/x-lines",
  extension: "lines",
  description: "Lines.",
  order: "id",
  parameters: {},
  async *write() {},
  ...members,
});

const pluginOf = (name: string, ...formats: readonly EventFormat[]): Plugin => ({
  name,
  setup: () => ({ eventFormats: formats }),
});

const problemsOf = async (...plugins: readonly Plugin[]): Promise<string> => {
  try {
    await (await createCalendar({ storage: "sqlite::memory:", plugins })).close();
    return "";
  } catch (error) {
    if (error instanceof OperatorError) return error.problems.join("\n");
    throw error;
  }
};

describe("formats of events that cannot be used", () => {
  const parameter = { description: "One.", type: "string" } as const;

  it("stop the start where two have the same media type or extension", async () => {
    expect(await problemsOf(pluginOf("one", formatOf()), pluginOf("two", formatOf()))).to.equal(
      [
        "The plugins one and two both add the format text/x-lines of events",
        "The plugins one and two both add the extension lines of events",
      ].join("\n"),
    );
    const list: Plugin = {
      name: "two",
      setup: () => ({
        formats: [
          {
            list: "events",
            pure: false,
            mediaType: "text/x-lines",
            description: "",
            present: (body) => body,
          },
        ],
      }),
    };
    expect(await problemsOf(pluginOf("one", formatOf()), list)).to.include(
      "both add the format text/x-lines",
    );
    const json = formatOf({ mediaType: "application/json", extension: "json" });
    expect(await problemsOf(pluginOf("one", json))).to.include("which Kalends already has");
  });

  it("stop the start where names have no form, or mean something else", async () => {
    for (const extension of ["ICS", "a/b", ".ics", "a..b", "", "{id}"])
      expect(await problemsOf(pluginOf("one", formatOf({ extension }))), extension).to.include(
        "which is not valid",
      );
    expect(await problemsOf(pluginOf("one", formatOf({ mediaType: "Text" })))).to.include(
      "which is not valid",
    );
    for (const name of ["search", "page", "_fields", "start_date"]) {
      const taken = formatOf({ parameters: { [name]: parameter } });
      expect(await problemsOf(pluginOf("one", taken)), name).to.include("which lists of events already have");
    }
    const filter: Plugin = {
      name: "two",
      setup: () => ({
        eventFilters: [{ parameters: { shade: parameter }, pure: false, narrow: (query) => query }],
      }),
    };
    const shaded = pluginOf("one", formatOf({ parameters: { shade: parameter } }));
    expect(await problemsOf(filter, shaded)).to.include("which lists of events already have");
  });

  it("stop the start where members are missing or of another kind", async () => {
    for (const [members, problem] of [
      [{ write: undefined }, "write must be of type function"],
      [{ order: "newest" }, 'order must be "id" or { newest: number }'],
      [{ order: undefined }, 'order must be "id" or { newest: number }'],
      [{ order: { newest: 0 } }, 'whose order is neither "id" nor { newest: 20 }'],
      [{ pure: 1 }, "pure must be of type boolean"],
      [{ parameters: undefined }, "parameters must be of type object"],
    ] as const)
      expect(await problemsOf(pluginOf("one", formatOf(members))), problem).to.include(problem);
    expect(await problemsOf(pluginOf("one", formatOf({ extension: "feed.json" })))).to.equal("");
  });
});
