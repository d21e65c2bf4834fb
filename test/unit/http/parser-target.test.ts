import {
  ANONYMOUS,
  type AnyOperation,
  type CalendarError,
  createParser,
  type PathTarget,
  type TargetParameters,
} from "@kalends/core";
import { expect } from "chai";

describe("createParser", () => {
  describe("for one record", () => {
    const target: TargetParameters = {
      id: { description: "", type: "integer" },
      slug: {
        description: "",
        resolve: (raw) => (raw === "known" ? { value: 5 } : { problem: { reason: "unknown-slug" as const } }),
      },
    };
    const update: AnyOperation = {
      method: "update",
      parameters: { boolean: { description: "", type: "boolean" } },
      permits: () => Promise.resolve(true),
      target,
    };
    const parser = createParser(update);
    const at = (name: PathTarget["name"], text: string): PathTarget => ({ name, text });

    it("takes the record from the path alone", async () => {
      expect((await parser.parse({ id: 9 }, ANONYMOUS, at("id", "7"))).id).to.equal(7);
      expect((await parser.parse({ slug: "other" }, ANONYMOUS, at("slug", "known"))).id).to.equal(5);
    });

    it("names what the path could not find, together with all else", async () => {
      const error = await parser
        .parse({ boolean: "x" }, ANONYMOUS, at("slug", "none"))
        .catch((caught: unknown) => caught);
      expect((error as CalendarError).details.problems).to.have.property("slug");
      expect(await parser.resolve(at("slug", "none"), {}, ANONYMOUS)).to.equal(undefined);
    });
  });
});
