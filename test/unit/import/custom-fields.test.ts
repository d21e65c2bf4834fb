import { createCustomFields, createSourceRecord, ImportError, readFieldMapping } from "@kalends/import";
import { expect } from "chai";

const FIELDS = [
  {
    plugin: "door",
    value: { record: "event", name: "dress_code", parameter: { description: "D.", type: "string" } },
  },
  {
    plugin: "door",
    value: {
      record: "event",
      name: "age",
      parameter: { description: "A.", type: "integer", documented: { minimum: 0, maximum: 99 } },
    },
  },
  {
    plugin: "other",
    value: { record: "venue", name: "rooms", parameter: { description: "R.", type: "integer" } },
  },
] as const;

describe("custom fields of imported events", () => {
  const read = (customFields: unknown, ...mapping: readonly string[]) =>
    createCustomFields({ fields: FIELDS, mapping: readFieldMapping(mapping) }).extensionsOf(
      createSourceRecord({ custom_fields: customFields }),
    );
  const nothing = { extensions: {}, notes: [] };

  it("become the fields of plugins that are called like them", async () => {
    const shown = {
      _ecp_custom_2: { label: "Dress Code", value: "Casual <b>x</b>" },
      age: { label: "From", value: "18" },
      _ecp_custom_3: { label: "Rooms", value: "" },
    };
    expect(await read(shown)).to.deep.equal({
      extensions: { door: { dress_code: "Casual x", age: 18 } },
      notes: [],
    });
  });

  it("become the fields that somebody names for them", async () => {
    const shown = {
      _ecp_custom_2: { label: "Kleidung = was?", value: "Casual" },
      _ecp_custom_4: { label: "", value: "7" },
    };
    expect(await read(shown, "kleidung = WAS?=dress_code", "_ecp_custom_4=age")).to.deep.equal({
      extensions: { door: { dress_code: "Casual", age: 7 } },
      notes: [],
    });
  });

  it("are told where no field takes them, or the field refuses them", async () => {
    const shown = {
      _ecp_custom_2: { label: "Rooms", value: "3" },
      _ecp_custom_3: { label: "Age", value: "100" },
      _ecp_custom_5: { label: "", value: "x".repeat(200) },
    };
    expect(await read(shown)).to.deep.equal({
      extensions: {},
      notes: [
        "no plugin field accepts its custom field Rooms: 3",
        "the field age does not accept its custom field Age (out of range): 100",
        `no plugin field accepts its custom field _ecp_custom_5: ${"x".repeat(100)}...`,
      ],
    });
  });

  it("may be absent, or none", async () => {
    for (const none of [undefined, [], null, {}]) expect(await read(none)).to.deep.equal(nothing);
    const wrong = await read("text").catch((error: Error) => error.message);
    expect(wrong).to.equal("custom_fields is not an object");
  });

  it("need fields that there are", () => {
    expect(() => createCustomFields({ fields: FIELDS, mapping: new Map([["a", "rooms"]]) })).to.throw(
      ImportError,
      "Event field rooms not found",
    );
    for (const option of ["label", "=field", "label="])
      expect(() => readFieldMapping([option])).to.throw(ImportError, `not ${option}`);
  });
});
