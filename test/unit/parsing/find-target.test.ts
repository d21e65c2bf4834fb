import { ANONYMOUS, type CalendarError } from "@kalends/core";
import {
  type FoundRecord,
  findTarget,
  type ItemOperation,
  type ParameterValues,
  type PathTarget,
  perform,
} from "@kalends/core/interface";
import { expect } from "chai";

describe("perform", () => {
  describe("for one record", () => {
    const update: ItemOperation<ParameterValues, number | undefined, number> = {
      method: "update",
      parameters: { boolean: { description: "", type: "boolean" } },
      permits: () => true,
      target: {
        id: { description: "", type: "integer" },
        slug: { description: "" },
        find: async ({ name, text }): Promise<FoundRecord<number>> => {
          if (name === "id") return { name, record: Number(text) };
          return text === "known" ? { name, record: 5 } : { name, problem: { reason: "unknown-slug" } };
        },
      },
      run: async (_values, { found }) => found?.record,
    };
    const at = (name: PathTarget["name"], text: string): Promise<FoundRecord<number>> =>
      findTarget(update, { name, text }, ANONYMOUS);

    it("takes the record from the path alone", async () => {
      expect(await perform(update, { id: 9 }, ANONYMOUS, { found: await at("id", "7") })).to.equal(7);
      expect(
        await perform(update, { slug: "other" }, ANONYMOUS, { found: await at("slug", "known") }),
      ).to.equal(5);
    });

    it("names what the path could not find, together with all else", async () => {
      const found = await at("slug", "none");
      const error = await perform(update, { boolean: "x" }, ANONYMOUS, { found }).catch(
        (caught: unknown) => caught,
      );
      expect((error as CalendarError).details.problems).to.have.property("slug");
      expect(found.record).to.equal(undefined);
    });
  });
});
