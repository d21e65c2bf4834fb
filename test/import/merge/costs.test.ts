import type { StoreWithAccounts } from "@kalends/core/storage";
import { presentCost } from "@kalends/http/internals";
import { expect } from "chai";
import { firstStore } from "../../stores.ts";
import { aPresentation } from "../../unit/http/a-presentation.ts";
import { importInto, type Shown, shownEvent } from "./merging.ts";

const aCost = (cost: string, values: readonly string[], symbol = "", position = "", code = ""): Shown => ({
  cost,
  cost_details: {
    currency_symbol: symbol,
    currency_code: code,
    currency_position: position,
    values,
  },
});

for (const { name, open } of firstStore)
  describe(`costs of list pages, on ${name}`, () => {
    let store: StoreWithAccounts;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    const shownHere = async (id: number, language: string): Promise<unknown> => {
      const event = await store.events.find(id);
      if (event === undefined) throw new Error(`There is no event ${id}.`);
      const { cost, details } = presentCost(event.cost, aPresentation({ language }));
      return { cost, cost_details: details };
    };

    // rules/choices.md#import-costs
    it("are shown as they were, whatever the languages of both sites", async () => {
      const costs: readonly Shown[] = [
        aCost("Free", [".00", "1000"]),
        aCost("$1.234", [".56", "1.234"]),
        aCost("$1,234", ["1234"]),
        aCost("1.234€", ["1234"], "€", "postfix", "EUR"),
        aCost("$19,90", ["19.90"]),
        aCost("$20.", ["20."]),
        aCost("$30", ["10.", "20.", "30"]),
        aCost("$0.500", ["0.500"]),
        aCost("$10 – $20", ["10", "20"]),
        aCost("12€", ["12"], "€", "postfix", "EUR"),
        aCost("", [], "£", "prefix", "GBP"),
      ];
      const events = costs.map((cost, index) => shownEvent(10 + index, cost));
      const { entries } = await importInto(store, { events });
      expect(entries.map(({ outcome }) => outcome)).to.deep.equal(events.map(() => "added"));
      for (const language of ["en", "de"]) {
        const costsHere = await Promise.all(costs.map((_, index) => shownHere(10 + index, language)));
        expect(costsHere.map((one) => JSON.stringify(one).replaceAll(/"(\d+)\."/g, '"$1"'))).to.deep.equal(
          costs.map((one) => JSON.stringify(one).replaceAll(/"(\d+)\."/g, '"$1"')),
        );
      }
      const again = await importInto(store, { events });
      expect(again.entries.map(({ outcome }) => outcome)).to.deep.equal(events.map(() => "unchanged"));
    });

    it("show the word for nothing, the side and the sign of this site where no number differs", async () => {
      const events = [
        shownEvent(10, aCost("Gratis", ["0"])),
        shownEvent(11, aCost("Gratis – €5", ["0", "5"])),
        shownEvent(12, aCost("€5", ["5"], "€", "suffix")),
        shownEvent(13, aCost("Pay what you can", ["pay-what-you-can"])),
      ];
      await importInto(store, { events });
      const costs = await Promise.all([10, 11, 12, 13].map((id) => shownHere(id, "en")));
      expect(costs.map((one) => (one as { readonly cost: string }).cost)).to.deep.equal([
        "Free",
        "Free – $5",
        "5€",
        "Pay what you can",
      ]);
    });
  });
