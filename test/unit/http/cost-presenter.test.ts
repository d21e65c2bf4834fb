import type { Cost } from "@kalends/core";
import { presentCost } from "@kalends/http/internals";
import { expect } from "chai";
import { aPresentation } from "./a-presentation.ts";

const cost = (values: readonly string[], symbol = "", position: Cost["position"] = ""): Cost => ({
  values,
  symbol,
  position,
});

describe("presentCost", () => {
  // rules/representations.md#cost-examples
  const table: readonly (readonly [Cost, cost: string, values: readonly string[]])[] = [
    [cost([]), "", []],
    [cost([""]), "", []],
    [cost(["23"]), "$23", ["23"]],
    [cost(["20$"], "$", "postfix"), "20$", ["20"]],
    [cost(["$23"], "$", "prefix"), "$23", ["23"]],
    [cost(["15 €"], "€", "postfix"), "15€", ["15"]],
    [cost(["15 USD"], "USD", "postfix"), "15USD", ["15"]],
    [cost(["0$", "20$", "30$"], "$", "postfix"), "Free – 30$", ["0", "20", "30"]],
    [cost(["10-20"]), "$10 – $20", ["10", "20"]],
    [cost(["10 - 20"]), "$10 – $20", ["10", "20"]],
    [cost(["30", "10", "30"]), "$10 – $30", ["10", "30"]],
    [cost(["20", "20.00"]), "$20", ["20"]],
    [cost(["0"]), "Free", ["0"]],
    [cost(["0.00"]), "Free", ["0.00"]],
    [cost(["0,00"]), "Free", ["0.00"]],
    [cost(["Varies"]), "Varies", ["varies"]],
    [cost(["Donation", "5"]), "$5", ["5"]],
    [cost(["From $5 to $10"]), "$5 – $10", ["5", "10"]],
    [cost(["12.50"]), "$12.50", ["12.50"]],
    [cost(["12,50"]), "$12,50", ["12.50"]],
    [cost(["1,000.00"]), "$1,000.00", ["1000.00"]],
    [cost(["1.000,00"]), "$1.000,00", ["1000.00"]],
    [cost(["1,000"]), "$1,000", ["1000"]],
    [cost(["1,000,000"]), "$1,000,000", ["1000000"]],
    [cost(["10, 20, 30"]), "$10 – $30", ["10", "20", "30"]],
    [cost(["10,20,30"]), "$10 – $30", ["10", "20", "30"]],
    [cost(["-5"]), "$5", ["5"]],
    [cost(["5 <b>"], "&", "postfix"), "5&amp;", ["5"]],
    [cost(["R&B"]), "R&amp;B", ["rb"]],
    [cost(["10 000 Kč"], "Kč", "postfix"), "10 000Kč", ["10000"]],
    [cost(["£5/£3"], "£", "prefix"), "£3 – £5", ["3", "5"]],
  ];
  for (const [stored, text, values] of table) {
    it(`shows ${JSON.stringify(stored.values)} as ${JSON.stringify(text)}`, () => {
      const presented = presentCost(stored, aPresentation());
      expect(presented.cost).to.equal(text);
      expect(presented.details).to.deep.equal({
        currency_symbol: stored.symbol,
        currency_code: "",
        currency_position: stored.position,
        values,
      });
    });
  }

  it("takes the symbol and its side from the settings where the cost names none", () => {
    const euros = aPresentation({ currencySymbol: "€", currencyPosition: "postfix" });
    const shown = (stored: Cost): unknown => presentCost(stored, euros).cost;
    expect(shown(cost(["23"]))).to.equal("23€");
    expect(shown(cost(["10", "20"]))).to.equal("10€ – 20€");
    expect(shown(cost(["$23"], "$", "prefix"))).to.equal("$23");
    expect(shown(cost(["0"]))).to.equal("Free");
  });

  it("reads a lone group of three digits as the language writes it", () => {
    expect(presentCost(cost(["1.000"]), aPresentation({ language: "de" })).details.values).to.deep.equal([
      "1000",
    ]);
    expect(presentCost(cost(["1,000"]), aPresentation({ language: "de" })).details.values).to.deep.equal([
      "1.000",
    ]);
    expect(presentCost(cost(["1.000"]), aPresentation()).details.values).to.deep.equal(["1.000"]);
    const read = (text: string, language: string): unknown =>
      presentCost(cost([text]), aPresentation({ language })).details.values;
    expect(read("1.000", "es")).to.deep.equal(["1000"]);
    expect(read("1.000", "es-MX")).to.deep.equal(["1.000"]);
  });

  it("shows the text that an import brought, and its code", () => {
    const stored: Cost = { ...cost([".00", "1000"], "€", "prefix"), code: "EUR", shown: "Free & easy" };
    expect(presentCost(stored, aPresentation({ language: "de" }))).to.deep.include({
      cost: "Free &amp; easy",
      details: {
        currency_symbol: "€",
        currency_code: "EUR",
        currency_position: "prefix",
        values: [".00", "1000"],
      },
    });
  });

  it("calls nothing by the word of the site's language", () => {
    const words = ["en", "fr-CA", "es", "de"].map(
      (language) => presentCost(cost(["0"]), aPresentation({ language })).cost,
    );
    expect(words).to.deep.equal(["Free", "Gratuit", "Gratis", "Kostenlos"]);
  });
});
