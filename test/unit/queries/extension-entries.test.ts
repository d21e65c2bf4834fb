import { extensionEntries, filterEntries } from "@kalends/core/storage";
import { expect } from "chai";

const digest = (text: string): string => `${text.length} characters`;

const entriesOf = (value: unknown): readonly string[] =>
  // Cast: plugins store any JSON.
  extensionEntries({ extensions: { rooms: { number: value as string } } }, digest);

describe("entries of plugin fields", () => {
  it("say the type of each value, and hold those of a list once", () => {
    expect(entriesOf(1)).to.deep.equal(['["rooms","number",1]']);
    expect(entriesOf(["1", 1, true, 1])).to.deep.equal([
      '["rooms","number","1"]',
      '["rooms","number",1]',
      '["rooms","number",true]',
    ]);
  });

  it("leave out what no filter can ask for", () => {
    for (const value of [null, {}, [], [null, [1]]]) expect(entriesOf(value)).to.deep.equal([]);
  });

  it("are those that a filter looks for, long ones as a digest", () => {
    for (const value of ["a", 0, false, "é".repeat(178), "é".repeat(179)])
      expect(entriesOf(value)).to.deep.equal(
        filterEntries({ plugin: "rooms", field: "number", anyOf: [value] }, digest),
      );
    expect(entriesOf("x".repeat(1000))).to.deep.equal(["1021 characters"]);
  });
});
