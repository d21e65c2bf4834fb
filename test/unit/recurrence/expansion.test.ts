import { seedsOf } from "@kalends/storage-contract";
import { agreesWithSearch } from "./against-search.ts";

describe("rules", () => {
  for (const seed of seedsOf(20_310_506))
    it(`give what a search of all days finds (seed ${seed})`, () => agreesWithSearch(seed, 30));
});
