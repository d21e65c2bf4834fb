import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { anAccount, anEvent, anImage, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { BIN, createPlace } from "../../kalends/kalends-process.ts";
import { stores } from "../../stores.ts";
import { createRandom } from "../random.ts";

const SECRET = "Wilhelmina";
const EVENTS = 300;

for (const store of stores) {
  describe(`erasures that are killed, on ${store.name}`, () => {
    it("end when they are run again", async () => {
      const rounds = Number(process.env.ROUNDS ?? (store.name === "mongodb" ? 8 : 25));
      const random = createRandom(Number(process.env.SEED));
      const place = createPlace(store);
      try {
        const env = { ...process.env, ...(await place.storage()), KALENDS_LOG_LEVEL: "error" };
        let killed = 0;
        for (let round = 1; round <= rounds; round += 1) {
          const [venueId, imageId] = [1000 * round, 1000 * round + 1];
          const name = `ann-${round}`;
          await place.onStore(async (opened) => {
            const accounts = await opened.openAccounts();
            await accounts.save(anAccount({ id: 1, name: "root", role: "administrator" }));
            await accounts.save(anAccount({ id: 1 + round, name, displayName: SECRET }));
            await opened.images.save(anImage({ id: imageId, url: `2031/01/${SECRET}-${round}.png` }));
            const venue = aVenue({ id: venueId, name: SECRET, slug: `v-${round}`, imageId });
            await opened.venues.save(venue);
            await opened.outbox.append([
              {
                ...{ time: 1, kind: "venue", recordId: venueId, names: ["venue.created"], origin: {} },
                after: venue,
              },
            ]);
            await opened.transaction(async ({ events }) => {
              for (let n = 0; n < EVENTS; n += 1) {
                const id = 1000 * round + 2 + n;
                await events.save(anEvent({ id, slug: `e-${id}`, venueId }));
              }
            });
          });
          for (const args of [["venue", String(venueId)], [name]]) {
            const child = spawn(process.execPath, [BIN, "erase", ...args, "--yes"], {
              ...{ cwd: place.directory, env, stdio: "ignore" },
            });
            const closed = once(child, "close");
            await Promise.race([sleep(200 + random() * 1_300), closed]);
            if (child.exitCode === null) killed += 1;
            child.kill("SIGKILL");
            await closed;
            // Erasing an account a second time would report that the account is unknown.
            await place.run(["erase", ...args, "--yes"]);
          }
          await place.onStore(async (opened) => {
            const kept = [
              await opened.venues.readAfter(0, 10),
              await opened.images.readAfter(0, 10),
              await opened.outbox.readAfter(0, 1000),
              await (await opened.openAccounts()).list(),
              await opened.documents.readAfter("", "", 1000),
            ];
            expect(JSON.stringify(kept)).not.to.include(SECRET);
            expect(await opened.events.idsLinkedTo({ venueId }, 0, 1)).to.deep.equal([]);
          });
        }
        console.log({ store: store.name, rounds, killed });
      } finally {
        await place.clear();
      }
    });
  });
}
