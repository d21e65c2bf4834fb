import { amountsOf, costRange, type DecimalMark, decimalMarkOf } from "@kalends/core";
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
