import { createRecordExtensions } from "@kalends/core";
import { expect } from "chai";

const fieldOf = (name: string, required = false) => ({
  plugin: "party",
  value: { record: "event", name, parameter: { description: "A field.", type: "string", required } } as const,
});

// Source: rules/history.md#restoring.
describe("values of plugin fields", () => {
  const extensions = createRecordExtensions([fieldOf("dress"), fieldOf("music"), fieldOf("host", true)]);

  it("write the same extensions again, without other data of plugins", () => {
    const stored = { party: { dress: "black tie", host: "Ann", cached: 7 }, other: { data: 1 } };
    const values = extensions.valuesOf("event", stored);
    expect(values).to.deep.equal({ dress: "black tie", music: null, host: "Ann" });
    const current = { party: { dress: "none", music: "jazz", host: "Bob", cached: 8 } };
    expect(extensions.write("event", current, values)).to.deep.equal({
      party: { dress: "black tie", host: "Ann", cached: 8 },
    });
  });

  it("keep a required value if there is none to write", () => {
    const values = extensions.valuesOf("event", {});
    const current = { party: { music: "jazz", host: "Bob" } };
    expect(extensions.write("event", current, values)).to.deep.equal({ party: { host: "Bob" } });
  });
});
