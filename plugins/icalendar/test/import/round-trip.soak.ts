import { STORAGES } from "../start-calendar.ts";
import { proveRoundTrip } from "./round-trip.ts";

const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const ROUNDS = Number(process.env.ROUNDS ?? 10);

for (const store of STORAGES)
  describe(`calendars that go to another one on ${store}`, () => {
    for (let round = 0; round < ROUNDS; round += 1)
      it(`are the same there (SEED=${SEED + round} ROUNDS=1)`, () => proveRoundTrip(store, SEED + round, 25));
  });
