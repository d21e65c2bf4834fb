import { startTownHost } from "./host.ts";

const { origin, calendar } = await startTownHost({
  port: 3000,
  storage: "sqlite::memory:",
  scheduler: true,
});
await calendar
  .as({ id: 1, roles: ["editor"] })
  .venues.create({ venue: "Town hall", address: "1 Market Square" });
console.log(`In a second, the place of the town hall is at ${origin}/wp-json/tribe/events/v1/places`);
