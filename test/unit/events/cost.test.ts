import { toCost } from "@kalends/core/storage";
import { expect } from "chai";
import { ofEachTest } from "../of-each-test.ts";
import { invalid, openCalendar, refusal } from "./calendar.ts";

describe("toCost", () => {
  const table: readonly (readonly [values: readonly string[], symbol: string, position: string])[] = [
    [["20$"], "$", "postfix"],
    [["0$", "20$", "30$"], "$", "postfix"],
    [["$23"], "$", "prefix"],
    [["$ 12.50"], "$", "prefix"],
    [["15 €"], "€", "postfix"],
    [["15 USD"], "USD", "postfix"],
    [["USD 20"], "USD", "prefix"],
    [["CHF 15.-"], "CHF", "prefix"],
    [["23"], "", ""],
    [["10-20"], "", ""],
    [["10 – 20 €"], "€", "postfix"],
    [["€10 - €20"], "€", "prefix"],
    [["$10, $20"], "$", "prefix"],
    [["€10, 20€"], "€", ""],
    [["$10,€20"], "", ""],
    [["Balcony €10, stalls €20"], "", ""],
    [["10, 20"], "", ""],
    [["-5"], "", ""],
    [["- 5"], "", ""],
    [["1,000.00"], "", ""],
    [["From $5 to $10"], "", ""],
    [["$5", "5€"], "", ""],
    [["$5€", "5$"], "", ""],
    [["10", "20€"], "€", "postfix"],
    [["$5", "5$"], "$", ""],
    [["Varies"], "", ""],
    [["Free", "20€"], "€", "postfix"],
    [["0"], "", ""],
    [["10 000 Kč"], "Kč", "postfix"],
    [["CHF 1'000.-"], "CHF", "prefix"],
    [["£5/£3"], "£", "prefix"],
    [["5€ / 3€"], "€", "postfix"],
    [["20/hour"], "/hour", "postfix"],
    [["₹1,00,000"], "₹", "prefix"],
  ];
  it("looks at each character of a value once", () => {
    const value = `1${"-".repeat(400_000)}x`;
    expect(toCost([value])).to.include({ symbol: "x", position: "postfix" });
  });

  for (const [values, symbol, position] of table) {
    it(`reads ${JSON.stringify(values)} as symbol "${symbol}", ${position || "no side"}`, () => {
      expect(toCost(values)).to.deep.equal({ values, symbol, position });
    });
  }

  it("has none for no values and blank ones", () => {
    for (const values of [[], [""], [" ", ""]]) {
      expect(toCost(values)).to.deep.equal({ values: [], symbol: "", position: "" });
    }
  });
});

describe("the cost of an event", () => {
  const calendar = ofEachTest(openCalendar);
  const created = async (cost: unknown) => (await calendar.createEvent({ cost })).event.cost;

  const table: readonly (readonly [unknown, readonly string[]])[] = [
    ["20", ["20"]],
    [20, ["20"]],
    [9.99, ["9.99"]],
    [0, ["0"]],
    ["0", ["0"]],
    [true, ["1"]],
    [false, []],
    [
      ["10", 20],
      ["10", "20"],
    ],
    ["10, 20", ["10, 20"]],
    ["<b>5</b>&euro;", ["5€"]],
    ["", []],
    [[], []],
    [null, []],
  ];
  for (const [sent, values] of table) {
    it(`stores ${JSON.stringify(sent)} as ${JSON.stringify(values)}`, async () => {
      expect((await created(sent)).values).to.deep.equal(values);
    });
  }

  it("is refused with objects or lists in it, and when too long", async () => {
    for (const cost of [{ min: 1 }, [["5"]], [{ min: 1 }], [null]]) {
      expect(await refusal(created(cost))).to.deep.equal(invalid({ cost: "not-a-scalar" }));
    }
    expect(await refusal(created("5".repeat(1001)))).to.deep.equal(invalid({ cost: "too-long" }));
    expect((await created(Array(200).fill("5"))).values).to.have.length(200);
    expect(await refusal(created(Array(201).fill("5")))).to.deep.equal(invalid({ cost: "too-many" }));
  });

  it("stays on updates without it, symbol and side too, and is cleared by an empty one", async () => {
    const { event } = await calendar.createEvent({ cost: "15 €" });
    const updated = await calendar.update(event.id, { title: "Other" });
    expect(updated.event.cost).to.deep.equal({ values: ["15 €"], symbol: "€", position: "postfix" });
    for (const cost of ["", []]) {
      await calendar.update(event.id, { cost: "15 €" });
      const cleared = await calendar.update(event.id, { cost });
      expect(cleared.event.cost).to.deep.equal({ values: [], symbol: "", position: "" });
    }
  });
});
