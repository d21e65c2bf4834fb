import { faultOfBounds, type Parameter } from "@kalends/core/interface";
import { type AnyOperation, beyondBounds } from "@kalends/core/internals";
import { expect } from "chai";
import { ADMIN } from "../actors.ts";
import { openCalendar, type TestCalendar } from "../events/calendar.ts";

const reasonOf = (parameter: Pick<Parameter, "type" | "documented">, raw: unknown): string | undefined =>
  beyondBounds(parameter, raw)?.reason;

describe("bounds that plugins declare", () => {
  it("hold for numbers, also as texts, and leave other values to their type", () => {
    const age: Pick<Parameter, "type" | "documented"> = {
      type: "integer",
      documented: { minimum: 0, maximum: 120 },
    };
    for (const fine of [0, 120, "7", " 120 ", "old", true, null])
      expect(reasonOf(age, fine)).to.equal(undefined);
    expect(beyondBounds(age, -1)).to.deep.equal({
      reason: "out-of-range",
      values: { minimum: 0, maximum: 120 },
    });
    expect(reasonOf(age, "121")).to.equal("out-of-range");
    expect(reasonOf({ type: "number", documented: { minimum: 1 } }, 0.5)).to.equal("too-low");
    expect(reasonOf({ type: "number", documented: { maximum: 1 } }, "1.5")).to.equal("too-high");
  });

  it("hold for texts by character, and for choices", () => {
    const word: Pick<Parameter, "type" | "documented"> = {
      type: "string",
      documented: { minLength: 2, maxLength: 3 },
    };
    for (const fine of ["ab", "\u{1f600}\u{1f600}\u{1f600}", "e\u0301e\u0301e\u0301"])
      expect(reasonOf(word, fine)).to.equal(undefined);
    expect([reasonOf(word, "a"), reasonOf(word, "abcd")]).to.deep.equal(["too-short", "too-long"]);
    const size = { documented: { type: "string", enum: ["s", "m"] } } as const;
    expect(reasonOf(size, "m")).to.equal(undefined);
    expect(beyondBounds(size, "M")).to.deep.equal({ reason: "not-one-of", values: { names: "s, m" } });
  });

  it("hold for the number of entries of lists, and for each of them", () => {
    const ids: Pick<Parameter, "documented"> = {
      documented: { type: "array", items: { type: "integer" }, minItems: 1, maxItems: 2, minimum: 1 },
    };
    for (const fine of ["1,2", "3", [1, "2"], 7, ",4,"]) expect(reasonOf(ids, fine)).to.equal(undefined);
    expect(["", [], "1,2,3", [1, 2, 3], "1,0"].map((raw) => reasonOf(ids, raw))).to.deep.equal([
      "too-few",
      "too-few",
      "too-many",
      "too-many",
      "too-low",
    ]);
  });

  const FAULTS: readonly (readonly [documented: object, fault: string])[] = [
    [{ type: "number", minimum: 2, maximum: 1 }, "whose bounds exclude every value"],
    [{ type: "integer", minimum: 1.2, maximum: 1.8 }, "whose bounds exclude every value"],
    [{ type: "string", minLength: 3, maxLength: 2 }, "whose bounds exclude every value"],
    [{ type: "number", minimum: Number.NaN }, "whose minimum or maximum is not a number"],
    [{ type: "string", maxLength: -1 }, "whose lengths are not whole numbers of at least 0"],
    [{ type: "string", minimum: 1 }, "which has a minimum or maximum, but is not a number"],
    [{ type: "integer", maxLength: 1 }, "which has an enum or lengths, but is not a text"],
    [{ enum: ["a"] }, "which has an enum or lengths, but is not a text"],
    [{ type: "string", maxItems: 1 }, "which has a number of entries, but is not a list"],
    [{ type: "string", enum: [] }, "whose enum is empty"],
    [{ type: "string", enum: ["aa"], maxLength: 1 }, "whose enum is outside its length bounds"],
    [{ type: "number", maximum: 1, example: 2 }, "whose example is outside its bounds"],
    [
      { type: "array", items: { type: "string", enum: ["a"] } },
      "whose documented items.enum would not be enforced: bounds of the entries belong next to items",
    ],
    [{ type: "string", pattern: "^a" }, "whose documented pattern is unknown and would not be enforced"],
  ];
  for (const [documented, fault] of FAULTS)
    it(`cannot be ${JSON.stringify(documented)}`, () => {
      expect(faultOfBounds({ documented: documented as NonNullable<Parameter["documented"]> })).to.equal(
        fault,
      );
    });

  it("hold for the default", () => {
    const parameter = { type: "integer", default: 0, documented: { minimum: 1 } } as const;
    expect(faultOfBounds(parameter)).to.equal("whose default is outside its bounds");
    expect(faultOfBounds({ ...parameter, default: 1 })).to.equal(undefined);
  });
});

/**
 * Parameters that accept values out of their range. The value is reduced as documented, or has no effect
 * without geolocation.
 */
const NOT_REFUSED = ["per_page", "geoloc_lat", "geoloc_lng"];

/** Returns values directly beyond each bound of a parameter. */
const valuesBeyond = ({ documented = {} }: Parameter): readonly unknown[] => [
  ...(documented.minimum === undefined ? [] : [documented.minimum - 1]),
  ...(documented.maximum === undefined ? [] : [documented.maximum + 1]),
  ...(documented.maxLength === undefined ? [] : ["x".repeat(documented.maxLength + 1)]),
  ...(documented.maxItems === undefined ? [] : [Array.from({ length: documented.maxItems + 1 }, () => 1)]),
  ...(documented.enum === undefined ? [] : ["no-such-choice"]),
];

describe("bounds that the calendar documents", () => {
  let calendar: TestCalendar;
  before(async () => {
    calendar = await openCalendar();
  });
  after(() => calendar.store.close());

  it("are those that it refuses values beyond", async () => {
    const accepted: string[] = [];
    let tried = 0;
    const { events, venues, organizers, categories, tags } = calendar.operations;
    for (const [kind, resource] of Object.entries({ events, venues, organizers, categories, tags }))
      for (const operation of [resource.list, resource.create, resource.update] as readonly AnyOperation[])
        for (const [name, parameter] of Object.entries(operation.parameters))
          for (const raw of valuesBeyond(parameter)) {
            if (NOT_REFUSED.includes(name)) continue;
            tried += 1;
            const context = {
              actor: ADMIN,
              raw: { [name]: raw },
              method: operation.method,
              mayLookUp: true,
            };
            const resolution = await parameter.resolve?.(raw, context);
            if (resolution === undefined || "value" in resolution)
              accepted.push(`${kind} ${operation.method} ${name}: ${String(raw).slice(0, 20)}`);
          }
    expect(accepted).to.deep.equal([]);
    expect(tried).to.be.above(40);
  });
});
