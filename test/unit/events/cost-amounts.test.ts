import { type DecimalMark, decimalMarkOf } from "@kalends/core";
import { amountsOf } from "@kalends/core/interface";
import { costRange } from "@kalends/core/storage";
import { CATALOGUES } from "@kalends/http/internals";
import { expect } from "chai";

const amounts = (mark: DecimalMark, ...values: readonly string[]): readonly number[] =>
  amountsOf({ values }, mark);

describe("amounts of a cost", () => {
  it("are its distinct numbers, ascending, read as the language of the site does", () => {
    expect(amounts(".", "$30", "10-20", "10")).to.deep.equal([10, 20, 30]);
    expect(amounts(".", "1.500")).to.deep.equal([1.5]);
    expect(amounts(",", "1.500")).to.deep.equal([1500]);
    expect([decimalMarkOf("en"), decimalMarkOf("de"), decimalMarkOf("es-MX")]).to.deep.equal([".", ",", "."]);
  });

  it("have thousands behind blanks, apostrophes and Indian groups, and are none of them free", () => {
    const table: readonly (readonly [string, readonly number[]])[] = [
      ["10 000 Kč", [10000]],
      ["10\u00a0000", [10000]],
      ["1\u202f234\u202f567,50 €", [1234567.5]],
      ["1'000", [1000]],
      ["CHF 1’000.50", [1000.5]],
      ["₹1,00,000", [100000]],
      ["₹12,34,567.50", [1234567.5]],
      ["10 000 – 20 000", [10000, 20000]],
      ["10 20", [10, 20]],
      ["0 100 200", [0, 100200]],
      ["2027 100", [100, 2027]],
      ["10,20,30", [10, 20, 30]],
    ];
    for (const mark of [".", ","] as const)
      for (const [text, expected] of table) expect(amounts(mark, text), text).to.deep.equal(expected);
  });

  it("have a decimal point in costs that are shown as an import brought them", () => {
    expect(amountsOf({ values: ["1.234"], shown: "1,234€" }, ",")).to.deep.equal([1.234]);
  });

  it("are none without numbers, and 0 where the word for nothing stands alone, in each language", () => {
    expect(amounts(".")).to.deep.equal([]);
    expect(amounts(".", "Varies")).to.deep.equal([]);
    expect(amounts(".", "0")).to.deep.equal([0]);
    for (const { free } of Object.values(CATALOGUES)) expect(amounts(".", free)).to.deep.equal([0]);
    expect(amounts(".", "Free", "$5")).to.deep.equal([5]);
  });

  it("are a range from the lowest to the highest", () => {
    expect(costRange({ values: ["15 €", "25 €", "20"] }, ",")).to.deep.equal({ lowest: 15, highest: 25 });
    expect(costRange({ values: ["Varies"] }, ",")).to.equal(undefined);
  });
});
