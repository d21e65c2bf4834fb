import { STORAGES } from "../start-calendar.ts";
import { proveRoundTrip } from "./round-trip.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

for (const store of STORAGES)
  describe(`a calendar that goes to another one on ${store}`, () => {
    it(`is the same there, however it came about (SEED=${SEED})`, () => proveRoundTrip(store, SEED, 8));
  });
