import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../http/start-calendar.ts";
import { stores } from "../stores.ts";
import { type BrowserMirror, openBrowserMirror } from "../sync/browser-mirror.ts";
import { differences, readLists } from "../sync/lists.ts";
import { createRandom } from "../sync/random.ts";
import { createKnownIds, writeSomething } from "../sync/random-writes.ts";
import { findChromium } from "./chromium.ts";

const executablePath = findChromium();
const WRITES = 60;

(executablePath === undefined ? describe.skip : describe)("a copy kept by sync() in Chromium", function () {
  this.timeout(60_000);
  let calendar: StartedCalendar;
  let mirror: BrowserMirror;

  before(async () => {
    const [store] = stores;
    if (store === undefined || executablePath === undefined) throw new Error("There is nothing to test with");
    calendar = await startCalendar(store, { changes: true });
    mirror = await openBrowserMirror(executablePath, calendar.origin);
  });
  after(async () => {
    await mirror?.close();
    await calendar?.close();
  });

  it("follows by a stream, and goes on with its state in another page", async () => {
    const [random, ids] = [createRandom(Number(process.env.SEED)), createKnownIds()];
    const write = async (): Promise<void> => {
      for (let count = 0; count < WRITES; count += 1)
        await writeSomething(calendar.program("editor"), random, ids);
    };
    const waitForMirror = async (): Promise<void> => {
      const listed = await readLists(calendar.program(), ids.events);
      while (differences(await mirror.contents(), listed).length > 0)
        await new Promise((resolve) => setTimeout(resolve, 50));
    };
    await write();
    await waitForMirror();
    await mirror.reload();
    await waitForMirror();
    await write();
    await waitForMirror();
    expect((await mirror.figures()).errors).to.equal(0);
  });
});
