import { PassThrough } from "node:stream";
import { anOrganizer, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { runCommandLine } from "kalends/internals";
import { createPlace, type Place } from "../../kalends/kalends-process.ts";
import { stores } from "../../stores.ts";

const NAME = "Ada";

// Confirmations and refusals do not depend on the storage.
for (const tested of stores.slice(0, 1)) {
  describe("the command erase", function () {
    this.timeout(60_000);
    let place: Place;
    beforeEach(() => {
      place = createPlace(tested);
    });
    afterEach(() => place.clear());

    const fill = (): Promise<void> =>
      place.onStore(async (store) => {
        await store.venues.save(aVenue({ id: 5 }));
        await store.organizers.save(anOrganizer({ id: 6, name: `${NAME} Six` }));
      });

    it("asks for the name", async () => {
      await fill();
      for (const [typed, code] of [
        ["Seven", 1],
        [`${NAME} Six`, 0],
      ] as const) {
        const stdin = Object.assign(new PassThrough(), { isTTY: true });
        stdin.end(`${typed}\n`);
        let asked = "";
        const outputs = {
          stdout: { write: () => {} },
          stderr: {
            write(text: string) {
              asked += text;
            },
          },
        };
        const env = { ...(await place.storage()), KALENDS_LOG_LEVEL: "error" };
        const untilStopped = async (): Promise<void> => {};
        expect(
          await runCommandLine(["erase", "organizer", "6"], { ...outputs, env, stdin, untilStopped }),
        ).to.equal(code);
        expect(asked).to.match(/^This permanently erases the organizer 6, Ada Six\. Type .* to continue: /);
      }
      expect(await place.onStore((store) => store.organizers.find(6))).to.equal(undefined);
    });

    it("refuses what is not there, what it does not know, and to go on without an answer", async () => {
      await fill();
      for (const [args, problem] of [
        [["venue", "7", "--yes"], "The venue 7 was not found"],
        [
          ["event", "10", "--yes"],
          "Cannot erase event 10: only venues and organizers are erased by their id",
        ],
        [["venue", "05", "--yes"], "05 is not an id: give a whole number from 1"],
        [["nobody", "--yes"], "Account nobody not found. `kalends user list` shows all accounts."],
        [
          ["venue", "5"],
          "Cannot ask for confirmation without a terminal: give --yes to erase without asking",
        ],
      ] as const) {
        const { code, errors } = await place.run(["erase", ...args]);
        expect([code, errors]).to.deep.equal([1, `kalends: ${problem}\n`]);
      }
      expect(await place.onStore((store) => store.venues.find(5))).not.to.equal(undefined);
    });
  });
}
