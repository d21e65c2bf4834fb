import { toComparable } from "@kalends/core/internals";
import { COMPARED, evaluateEventQuery, fieldValues, type ValueOrder } from "@kalends/core/storage";
import { anEvent, EVERYTHING } from "@kalends/storage-contract";
import { expect } from "chai";

const FIELD = { plugin: "rooms", field: "number" };

describe("values that ranges and orders compare", () => {
  it("are numbers and texts alone, and of texts the first characters", () => {
    for (const value of [null, true, [1], {}, undefined]) expect(toComparable(value)).to.equal(undefined);
    for (const value of [0, -1.5, "", "a", "x".repeat(COMPARED)]) expect(toComparable(value)).to.equal(value);
    expect(toComparable(`${"x".repeat(COMPARED)}y`)).to.equal("x".repeat(COMPARED));
    expect(toComparable("\u{1f600}".repeat(COMPARED + 1))).to.equal("\u{1f600}".repeat(COMPARED));
    expect(toComparable("a\ud800b")).to.equal("a\ufffdb");
  });

  it("are told to an index by plugin and field", () => {
    const extensions = { rooms: { number: 7, name: "Blue", doors: [1, 2], open: true }, a: { "b.c": "" } };
    expect(fieldValues({ extensions })).to.deep.equal([
      ['["rooms","number"]', 7],
      ['["rooms","name"]', "Blue"],
      ['["a","b.c"]', ""],
    ]);
  });

  it("put numbers before texts, and events without one last, in either direction", () => {
    const values = [undefined, "b", 10, "a", 9, true, "\u{1f600}", "\uffff"];
    const events = values.map((value, index) =>
      anEvent({ id: index, ...(value !== undefined && { extensions: { rooms: { number: value } } }) }),
    );
    const listed = (order: ValueOrder) =>
      evaluateEventQuery({ ...EVERYTHING, order }, events, []).items.map(({ id }) => values[id]);
    const ascending = [9, 10, "a", "b", "\uffff", "\u{1f600}"];
    expect(listed({ by: "field", ...FIELD })).to.deep.equal([...ascending, undefined, true]);
    expect(listed({ by: "field", ...FIELD, descending: true })).to.deep.equal([
      ...ascending.toReversed(),
      undefined,
      true,
    ]);
  });
});
