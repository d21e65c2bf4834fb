import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type ImportedList, importedRecords } from "@kalends/core";
import { createHtmlCleaner } from "@kalends/html";
import { expect } from "chai";
import { createCalendar } from "kalends";
import { inProcessClient } from "../../in-process-client.ts";
import { createPlace, type Place } from "../../kalends/kalends-process.ts";
import { stores } from "../../stores.ts";
import { type Edit, problemsOf, type SeenRecord, type SeenSite } from "./edits.ts";

/**
 * Folder with the recording of a site. `serve.mjs` replays it. `edits.json` contains its changes and the
 * expected records.
 */
const RECORDING = process.env.KALENDS_TEST_WORDPRESS;

interface Replay {
  readonly url: string;
  setState(state: 1 | 2): void;
  close(): Promise<void>;
}

interface Recording {
  readonly USER: string;
  readonly PASSWORD: string;
  startReplay(options: { readonly state: 1 | 2 }): Promise<Replay>;
}

const LISTS: readonly ImportedList[] = ["events", "venues", "organizers", "categories", "tags"];

describe("a recorded site of WordPress", function () {
  if (RECORDING === undefined) return;
  this.timeout(600_000);
  let recording: Recording;
  let replay: Replay;
  let place: Place;
  before(async () => {
    // The README of the recording describes this call.
    recording = (await import(pathToFileURL(join(RECORDING, "serve.mjs")).href)) as Recording;
  });
  beforeEach(async () => {
    replay = await recording.startReplay({ state: 1 });
    place = createPlace(stores[0]);
  });
  afterEach(() => Promise.all([replay.close(), place.clear()]));

  const run = (site: string, ...args: readonly string[]) => {
    const [command = "", ...more] = args;
    return place.run([command, replay.url + site, "--user", recording.USER, ...more], {
      KALENDS_IMPORT_PASSWORD: recording.PASSWORD,
      KALENDS_TIMEZONE: "America/New_York",
    });
  };

  /** Returns the imported records as administrators see them, by list and by their id at the source. */
  const seeSite = (): Promise<SeenSite> =>
    place.onStore(async (store) => {
      const calendar = await createCalendar({
        storage: store,
        timezone: "America/New_York",
        scheduler: false,
      });
      try {
        const api = inProcessClient(calendar, { id: 1, roles: ["administrator"] });
        const lists: Record<string, Map<number, SeenRecord>> = {};
        for (const list of LISTS) {
          const seen = new Map<number, SeenRecord>();
          for (let last = ""; ; ) {
            const batch = await importedRecords(store.documents).readAfter(list, last, 500);
            for (const { id, sourceId } of batch) {
              const shown = await api
                .send<Record<string, unknown>>({ path: `/${list}/${id}` })
                .catch(() => undefined);
              seen.set(sourceId, { id, shown });
            }
            if (batch.length < 500) break;
            last = batch.at(-1)?.identity ?? "";
          }
          lists[list] = seen;
        }
        const images = new Map<number, Record<string, unknown>>();
        for (let id = 1; id < 3000; id += 1) {
          const image = await store.images.find(id);
          if (image !== undefined) images.set(id, { ...image });
        }
        return { lists, images };
      } finally {
        await calendar.close();
      }
    });

  const { edits } = JSON.parse(readFileSync(join(RECORDING, "edits.json"), "utf8")) as {
    readonly edits: readonly Edit[];
  };
  const cleaner = createHtmlCleaner();

  for (const site of ["", "kids/"]) {
    it(`comes over and is followed${site === "" ? "" : `, below /${site}`}`, async () => {
      await run(site, "import", "--no-images");
      const again = await run(site, "import", "--no-images");
      expect(again.output).to.not.match(/updated|removed|conflict/);
      const added = [...again.output.matchAll(/: (\d+) added/g)].map(([, count]) => count);
      expect(new Set(added)).to.deep.equal(new Set(["0"]));
      replay.setState(2);
      const own = edits.filter((edit) => (edit.site ?? "/") === `/${site}`);
      await run(site, "follow", "--once", "--no-images");
      const listed = await seeSite();
      await run(site, "follow", "--once", "--probe", "--no-images");
      const probed = await seeSite();
      const problems = own.flatMap((edit) =>
        problemsOf(edit, /probe/.test(edit.what) ? probed : listed, cleaner),
      );
      expect(problems).to.deep.equal([]);
    });
  }
});
