import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { basic, createPlace, type Place, postEvent, printedSecret } from "./kalends-process.ts";

/** A durable listener that notes what it gets, and in which process. */
const PLUGIN = `
  import { appendFileSync } from "node:fs";
  const listener = () => ({
    durable: true, name: "notes", on: ["event.created"],
    handle: ({ change }) => appendFileSync("handled", process.pid + " " + change.after.title + "\\n"),
  });
  export const plugin = () => ({ name: "heedful", listeners: [listener] });
`;
const EVENTS = 12;

for (const store of stores) {
  describe(`durable listeners of kalends serve with several processes, on ${store.name}`, () => {
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

    it("are called once for each change, whichever process makes it", async () => {
      const settings = { KALENDS_PLUGINS: "./heedful.mjs" };
      const one = await place.spawnServer({ ...settings, KALENDS_WORKERS: "2" });
      const authorization = basic("admin", printedSecret(one.output));
      const other = await place.spawnServer(settings);
      const titles = Array.from({ length: EVENTS }, (_, index) => `Event ${index}`);
      for (const [index, title] of titles.entries()) {
        const { status } = await postEvent(index % 3 === 0 ? other : one, authorization, { title });
        expect(status).to.equal(201);
      }
      const file = join(place.directory, "handled");
      const handled = (): readonly string[] =>
        existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
      // Between two looks at the file somebody else has a turn.
      while (!isOver && handled().length < EVENTS) await fetch(`${one.namespace}/events?per_page=1`);
      const ends = await Promise.all([one.end("SIGTERM"), other.end("SIGTERM")]);
      expect(ends.map(({ code }) => code)).to.deep.equal([0, 0]);
      // Those of different records come in any order.
      expect(handled().map((line) => line.replace(/^\d+ /, ""))).to.have.members(titles);
    });
  });
}
