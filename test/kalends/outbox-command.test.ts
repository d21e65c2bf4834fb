import { expect } from "chai";
import { createCalendar, type DurableListener } from "kalends";
import { stores } from "../stores.ts";
import { createPlace, type Place } from "./kalends-process.ts";

const ANN = { id: 1, roles: ["editor"] } as const;

for (const store of stores) {
  describe(`kalends outbox on ${store.name}`, () => {
    let place: Place;
    beforeEach(() => {
      place = createPlace(store);
    });
    afterEach(() => place.clear());

    /**
     * Creates these venues and delivers the changes to a listener. The clock advances until no retry is left.
     */
    const deliver = (
      handle: DurableListener["handle"],
      venues: readonly string[] = [],
      rounds = 1,
    ): Promise<void> =>
      place.onStore(async (storage) => {
        let now = Date.now();
        const calendar = await createCalendar({
          storage,
          scheduler: false,
          clock: { now: () => now },
          identity: () => undefined,
          listeners: [{ durable: true, name: "notes", on: ["venue.created"], handle }],
        });
        for (const venue of venues) await calendar.as(ANN).venues.create({ venue });
        for (let round = 0; round < rounds; round += 1) {
          await calendar.deliverDue();
          now += 600_000;
        }
        await calendar.close();
      });
    const lines = async (...args: readonly string[]): Promise<readonly string[]> => {
      const { code, output, errors } = await place.run(["outbox", ...args]);
      expect(code, errors).to.equal(0);
      return output.trimEnd().split("\n");
    };
    const fail = (): never => {
      throw new Error("no luck\u001b[1m");
    };

    it("lists readers and what they have set aside, hands it over again, and forgets them", async () => {
      await place.run(["seed", "--events", "0"]);
      expect(await lines()).to.deep.equal(["The storage has no readers, so the outbox is empty."]);
      await deliver(fail, ["One", "Two"], 10);
      const [headings, reader, , ...aside] = await lines();
      expect(headings?.split(/ {2,}/)).to.deep.equal(["READER", "POSITION", "LAST", "WAITING", "SET ASIDE"]);
      expect(reader?.split(/ {2,}/)).to.deep.equal(["host/notes", "2", "2", "0", "2"]);
      expect(aside.map((line) => line.split(/ {2,}/)[1])).to.deep.equal(["POSITION", "1", "2"]);
      expect(aside[1]).to.match(/ {2}venue \d+ {2}no luck\uFFFD\[1m$/);

      expect((await lines("retry", "host/notes", "1")).at(-1)).to.match(/: 1$/);
      expect((await lines())[1]?.split(/ {2,}/)).to.deep.equal(["host/notes", "2", "2", "1", "1"]);
      const handled: number[] = [];
      await deliver(({ id }) => void handled.push(id));
      expect(handled).to.deep.equal([1]);
      expect((await lines("retry")).at(-1)).to.match(/: 1$/);
      await deliver(({ id }) => void handled.push(id));
      expect(handled).to.deep.equal([1, 2]);

      await lines("forget", "host/notes");
      expect(await lines()).to.deep.equal(["The storage has no readers, so the outbox is empty."]);
    });

    it("says what there is not", async () => {
      await deliver(fail, []);
      for (const [args, message] of [
        [["retry", "host/others"], "Reader host/others not found. `kalends outbox` lists all readers."],
        [
          ["retry", "host/notes", "7"],
          "The entry 7 of the reader host/notes is not set aside. `kalends outbox` lists those that are.",
        ],
        [["forget", "host/others"], "Reader host/others not found. `kalends outbox` lists all readers."],
      ] as const) {
        const { code, errors } = await place.run(["outbox", ...args]);
        expect([code, errors]).to.deep.equal([1, `kalends: ${message}\n`]);
      }
      expect((await place.run(["outbox", "retry", "host/notes", "x"])).code).to.equal(2);
    });

    it("has nothing of import and seed, unless these --tell", async () => {
      const handled: string[] = [];
      const note: DurableListener["handle"] = ({ name }) => void handled.push(name);
      await deliver(note);
      await place.run(["seed", "--events", "3"]);
      await deliver(note);
      expect(handled).to.deep.equal([]);
      const { code, errors } = await place.run(["seed", "--events", "3", "--tell"]);
      expect(code, errors).to.equal(0);
      await deliver(note);
      expect(handled).to.have.length(5);

      await place.run(["export", "archive"]);
      const into = { KALENDS_STORAGE: await place.address("other") };
      const imported = await place.run(["import", "archive", "--tell"], into);
      expect(imported.code, imported.errors).to.equal(0);
      const opened = await place.open("other");
      try {
        const entries = await opened.outbox.readAfter(0, 1000);
        const names = entries.flatMap((one) => one.names);
        expect(names.filter((name) => name === "event.created")).to.have.length(6);
        expect(entries.map(({ origin }) => origin)).to.deep.equal(entries.map(() => ({})));
      } finally {
        await opened.close();
      }
    });
  });
}
