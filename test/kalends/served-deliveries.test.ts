import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "chai";
import { openEventSource } from "../http/event-source.ts";
import { stores } from "../stores.ts";
import { basic, createPlace, type Place, postEvent, printedSecret } from "./kalends-process.ts";

/** Code of a plugin with a durable listener. It records each delivery with the id of the process. */
const PLUGIN = `
  import { appendFileSync } from "node:fs";
  const listener = () => ({
    durable: true, name: "notes", on: ["event.created"],
    handle: ({ change }) => appendFileSync("handled", process.pid + " " + change.after.title + "\\n"),
  });
  export const plugin = () => ({ name: "heedful", setup: () => ({ listeners: [listener()] }) });
`;
const EVENTS = 12;

for (const store of stores) {
  describe(`kalends serve with several processes, on ${store.name}`, () => {
    let place: Place;
    let isOver = false;
    before(() => {
      place = createPlace(store);
      writeFileSync(join(place.directory, "heedful.mjs"), PLUGIN);
    });
    after(() => {
      isOver = true;
      return place.clear();
    });

    it("calls durable listeners once for each change, whichever process makes it, and sends it to all streams", async () => {
      const settings = { KALENDS_PLUGINS: "./heedful.mjs", KALENDS_CHANGES: "1" };
      const one = await place.spawnServer({ ...settings, KALENDS_WORKERS: "2" });
      const authorization = basic("admin", printedSecret(one.output));
      const other = await place.spawnServer(settings);
      // Connections are given to the workers in turn.
      const streams = [await openEventSource(one.origin), await openEventSource(one.origin)];
      streams.push(await openEventSource(other.origin));
      await Promise.all(streams.map((stream) => stream.next()));
      const titles = Array.from({ length: EVENTS }, (_, index) => `Event ${index}`);
      for (const [index, title] of titles.entries()) {
        const server = index % 3 === 0 ? other : one;
        const { status } = await postEvent(server, authorization, { title, status: "publish" });
        expect(status).to.equal(201);
      }
      for (const stream of streams) {
        const sent = new Set<string>();
        while (sent.size < EVENTS)
          for (const { record } of (await stream.nextChanges()).changes) sent.add(record.title);
        expect([...sent]).to.have.members(titles);
      }
      const file = join(place.directory, "handled");
      const handled = (): readonly string[] =>
        existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
      while (!isOver && handled().length < EVENTS) await pause(20);
      const ends = await Promise.all([one.end("SIGTERM"), other.end("SIGTERM")]);
      expect(ends.map(({ code }) => code)).to.deep.equal([0, 0]);
      for (const { ended } of streams) expect(await ended).to.include({ isWhole: true });
      // Changes of different records are delivered in any order.
      expect(handled().map((line) => line.replace(/^\d+ /, ""))).to.have.members(titles);
    });
  });
}
