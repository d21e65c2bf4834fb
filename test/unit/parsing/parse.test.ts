import { ANONYMOUS, CalendarError, type Parameters } from "@kalends/core";
import type { OperationMethod } from "@kalends/core/interface";
import { type AnyOperation, parse as parseValues } from "@kalends/core/internals";
import { expect } from "chai";

const operation = (parameters: Parameters, method: OperationMethod = "create"): AnyOperation => ({
  method,
  parameters,
  permits: () => true,
});

const parse = async (
  parameters: Parameters,
  raw: Readonly<Record<string, unknown>>,
  method?: OperationMethod,
): Promise<Record<string, unknown>> => ({
  ...(await parseValues(operation(parameters, method), raw, ANONYMOUS)).values,
});

const refusal = async (
  parameters: Parameters,
  raw: Readonly<Record<string, unknown>>,
  method?: OperationMethod,
): Promise<CalendarError> => {
  try {
    await parse(parameters, raw, method);
  } catch (error) {
    if (error instanceof CalendarError) return error;
    throw error;
  }
  throw new Error("the values were accepted");
};

const reasons = async (
  parameters: Parameters,
  raw: Readonly<Record<string, unknown>>,
  method?: OperationMethod,
): Promise<Record<string, string>> => {
  const { code, details } = await refusal(parameters, raw, method);
  expect(code).to.equal("rest_invalid_param");
  return Object.fromEntries(
    Object.entries(details.problems ?? {}).map(([name, { reason }]) => [name, reason]),
  );
};

const TYPED: Parameters = {
  integer: { description: "", type: "integer" },
  number: { description: "", type: "number" },
  boolean: { description: "", type: "boolean" },
  string: { description: "", type: "string" },
};

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

describe("parse", () => {
  const accepted: readonly (readonly [type: string, raw: unknown, value: unknown])[] = [
    ["integer", 7, 7],
    ["integer", "7", 7],
    ["integer", " 7", 7],
    ["integer", "7.0", 7],
    ["integer", 7.0, 7],
    ["integer", "-3", -3],
    ["integer", "+5", 5],
    ["integer", "1e3", 1000],
    ["integer", 9007199254740991, 9007199254740991],
    ["number", "1.5", 1.5],
    ["number", 2, 2],
    ["number", "-74.0060", -74.006],
    ["number", " .5 ", 0.5],
    ["number", "1.0000000000000001", 1],
    ["number", 1e300, 1e300],
    ["boolean", true, true],
    ["boolean", 0, false],
    ["boolean", 1, true],
    ["boolean", "TRUE", true],
    ["boolean", "False", false],
    ["boolean", "1", true],
    ["boolean", "0", false],
    ["string", "", ""],
    ["string", "text", "text"],
    ["string", " text ", " text "],
    ["string", "7", "7"],
  ];
  for (const [type, raw, value] of accepted) {
    it(`takes ${JSON.stringify(raw)} as ${type}`, async () => {
      expect(await parse(TYPED, { [type]: raw })).to.deep.equal({ [type]: value });
    });
  }

  const rejected: readonly (readonly [type: string, raw: unknown])[] = [
    ["integer", ""],
    ["integer", "abc"],
    ["integer", 1.5],
    ["integer", true],
    ["integer", [7]],
    ["integer", "9007199254740993"],
    ["integer", 1e300],
    ["integer", "0x10"],
    ["integer", "1,000"],
    ["integer", "Infinity"],
    ["integer", null],
    ["number", "abc"],
    ["number", ""],
    ["number", "Infinity"],
    ["number", {}],
    ["boolean", "yes"],
    ["boolean", "on"],
    ["boolean", ""],
    ["boolean", 2],
    ["boolean", " true "],
    ["boolean", []],
    ["boolean", null],
    ["string", 5],
    ["string", true],
    ["string", []],
    ["string", { $gt: "" }],
    ["string", null],
  ];
  for (const [type, raw] of rejected) {
    it(`refuses ${JSON.stringify(raw)} as ${type} with a nested rest_invalid_type`, async () => {
      const { code, details } = await refusal(TYPED, { [type]: raw });
      expect(code).to.equal("rest_invalid_param");
      expect(details.problems?.[type]?.code).to.equal("rest_invalid_type");
    });
  }

  it("reports all wrong types in the order of the declaration", async () => {
    const { details } = await refusal(TYPED, { string: 1, boolean: "x", number: 5, integer: "x" });
    expect(Object.entries(details.problems ?? {})).to.deep.equal([
      ["integer", { reason: "not-an-integer", code: "rest_invalid_type" }],
      ["boolean", { reason: "not-a-boolean", code: "rest_invalid_type" }],
      ["string", { reason: "not-a-string", code: "rest_invalid_type" }],
    ]);
  });

  it("reports all missing parameters in the order of the declaration, null and absent alike", async () => {
    const parameters: Parameters = {
      first: { description: "", required: true, type: "string" },
      second: { description: "", type: "integer" },
      third: { description: "", required: true, default: null, type: "string" },
    };
    const { code, details } = await refusal(parameters, { third: null, second: "x" });
    expect(code).to.equal("rest_missing_callback_param");
    expect(details.missing).to.deep.equal(["first", "third"]);
  });

  it("reports all refusals of validators before it looks at types", async () => {
    const refused = { resolve: () => ({ problem: { reason: "not-acceptable" as const } }) };
    const parameters: Parameters = {
      a: { description: "", type: "string", ...refused },
      b: { description: "", type: "boolean" },
      c: { description: "", ...refused },
    };
    expect(await reasons(parameters, { c: 1, b: "banana", a: "x" })).to.deep.equal({
      a: "not-acceptable",
      c: "not-acceptable",
    });
  });

  it("asks all validators together and reports in the order of the declaration", async () => {
    const asked: string[] = [];
    const refuseAfter = (name: string, turns: number) => ({
      description: "",
      resolve: async () => {
        asked.push(name);
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        expect(asked).to.deep.equal(["slow", "quick"]);
        return { problem: { reason: "not-acceptable" as const } };
      },
    });
    const parameters: Parameters = { slow: refuseAfter("slow", 9), quick: refuseAfter("quick", 1) };
    const { details } = await refusal(parameters, { quick: 1, slow: 1 });
    expect(Object.keys(details.problems ?? {})).to.deep.equal(["slow", "quick"]);
  });

  it("checks the type of what a validator has passed, and hands on what the validator made", async () => {
    const parameters: Parameters = {
      date: { description: "", type: "string", resolve: (raw) => ({ value: `<${String(raw)}>` }) },
    };
    expect(await parse(parameters, { date: "x" })).to.deep.equal({ date: "<x>" });
    expect(await reasons(parameters, { date: 5 })).to.deep.equal({ date: "not-a-string" });
  });

  it("takes null as absent where the default is null or no type is declared", async () => {
    const parameters: Parameters = {
      address: { description: "", type: "string", default: null },
      cost: { description: "" },
      title: { description: "", type: "string" },
    };
    expect(await parse(parameters, { address: null, cost: null })).to.deep.equal({});
    expect(await reasons(parameters, { title: null })).to.deep.equal({ title: "not-a-string" });
  });

  it("applies defaults, published texts coerced, and ignores what is not declared", async () => {
    const parameters: Parameters = {
      per_page: {
        description: "",
        type: "integer",
        default: "10",
        resolve: (raw) => ({ value: Number(raw) }),
      },
      hide_empty: { description: "", type: "boolean", default: "1" },
      start_date: { description: "", type: "string", defaultNow: () => "now" },
    };
    expect(await parse(parameters, { bogus: 1 })).to.deep.equal({
      per_page: 10,
      hide_empty: true,
      start_date: "now",
    });
  });

  it("refuses NUL characters and lone surrogates, also in names and inside data", async () => {
    const parameters: Parameters = { text: { description: "", type: "string" }, data: { description: "" } };
    expect(await reasons(parameters, { text: "a\0b" })).to.deep.equal({ text: "invalid-text" });
    expect(await reasons(parameters, { text: "a\ud83d" })).to.deep.equal({ text: "invalid-text" });
    expect(await reasons(parameters, { data: [{ venue: "\udc00" }] })).to.deep.equal({
      data: "invalid-text",
    });
    expect(await reasons(parameters, { data: { "a\0": 1 } })).to.deep.equal({ data: "invalid-text" });
    expect(await parse(parameters, { text: "😀" })).to.deep.equal({ text: "😀" });
  });

  it("refuses more than 20 levels, also where nothing is declared", async () => {
    const parameters: Parameters = { data: { description: "" } };
    expect(await reasons(parameters, { data: nested(20) })).to.deep.equal({ data: "too-deep" });
    expect(await reasons(parameters, { junk: nested(5_000) })).to.deep.equal({ junk: "too-deep" });
    expect(await parse(parameters, { data: nested(19) })).to.deep.equal({ data: nested(19) });
  });

  it("names the parameter whose markup goes beyond what a request may hold, in texts and inside data", async () => {
    const parameters: Parameters = {
      text: { description: "", type: "string", resolve: (raw) => ({ value: raw }) },
      data: { description: "" },
    };
    const half = "<b>".repeat(10_000);
    const data = [{ a: half.slice(0, 15_000) }, { b: { c: half.slice(15_000) } }];
    expect(await parse(parameters, { text: half, data })).to.deep.equal({ text: half, data });
    const refused = await refusal(parameters, { text: half, data: [...data, "<"] });
    expect(refused.details.problems).to.deep.equal({
      data: { reason: "too-much-markup", values: { maximum: 20_000 } },
    });
    expect(await reasons(parameters, { text: `<${half}${half}`, data })).to.deep.equal({
      text: "too-much-markup",
    });
    expect(await parse(parameters, { junk: `<${half}${half}` })).to.deep.equal({});
  });

  it("reads very long digits in no time", async () => {
    const digits = `${"1".repeat(1_000_000)}x`;
    expect(await reasons(TYPED, { number: digits, integer: digits })).to.deep.equal({
      integer: "not-an-integer",
      number: "not-a-number",
    });
  });

  it("drops keys called __proto__ and changes no prototype", async () => {
    const raw = JSON.parse('{"__proto__":{"polluted":1},"data":{"__proto__":{"polluted":1},"a":1}}');
    const { data } = await parse({ data: { description: "" } }, raw);
    expect(Object.keys(data as object)).to.deep.equal(["a"]);
    expect((data as { polluted?: unknown }).polluted).to.equal(undefined);
    expect(({} as { polluted?: unknown }).polluted).to.equal(undefined);
  });

  it("refuses named keys in the lists of reads, and anything nested where a single value belongs", async () => {
    const pass = { resolve: (raw: unknown) => ({ value: raw }) };
    const parameters: Parameters = {
      status: { description: "", ...pass },
      title: { description: "", type: "string", ...pass },
    };
    expect(await reasons(parameters, { status: { x: "publish" } }, "read")).to.deep.equal({
      status: "named-keys",
    });
    expect(await reasons(parameters, { title: { $ne: "1" } })).to.deep.equal({ title: "not-a-scalar" });
    expect(await parse(parameters, { status: ["a"] }, "read")).to.deep.equal({ status: ["a"] });
  });
});
