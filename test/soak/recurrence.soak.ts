import { agreesWithSearch } from "../unit/recurrence/against-search.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 10_000);
const SEED = Number(process.env.SEED);

describe(`${ROUNDS} random rules (seed ${SEED})`, () => {
  it("give what a search of all days finds", () => agreesWithSearch(SEED, ROUNDS));
});
