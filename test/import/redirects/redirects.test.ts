import { type ImportedList, type ImportedRecord, importedRecords, importedSites } from "@kalends/core";
import { anEvent, anImage, aTerm, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { createPlace, type Place } from "../../kalends/kalends-process.ts";
import { firstStore, stores } from "../../stores.ts";

const OLD = "https://old.example";

for (const store of firstStore) {
  describe(`kalends redirects on ${store.name}`, function () {
    this.timeout(60_000);
    let place: Place;
    before(async () => {
      place = createPlace(store);
      await place.onStore(async ({ events, venues, terms, images, documents }) => {
        const remember = (list: ImportedList, id: number, path: string, of: Partial<ImportedRecord> = {}) =>
          importedRecords(documents).save({
            ...{ list, id, path, identity: `${id} ${path}`, site: "old.example", sourceId: id, slug: "" },
            ...{ base: "x", ...of },
          });
        await importedSites(documents).add("www.old.example");
        await images.save(
          anImage({ id: 20, url: "2031/01/photo-20-x.jpg", sourceUrl: `${OLD}/uploads/photo-scaled.jpg` }),
        );
        // One image is a separate file and not a smaller size. The other image is not public.
        await images.save(
          anImage({ id: 21, url: "2031/01/b-21.jpg", sourceUrl: `${OLD}/uploads/b-800x600.jpg` }),
        );
        await images.save(anImage({ id: 22, url: "2031/01/c-22.jpg", sourceUrl: `${OLD}/uploads/c.jpg` }));
        await images.save(
          anImage({ id: 23, url: "2031/01/d-23.jpg", sourceUrl: "https://cdn.example/d.jpg" }),
        );
        await events.save(anEvent({ id: 1, slug: "concert", imageId: 20 }));
        await events.save(anEvent({ id: 2, slug: "hidden", status: "draft", imageId: 22 }));
        await events.save(anEvent({ id: 3, slug: "same", imageId: 21 }));
        await events.save(anEvent({ id: 4, slug: "same-2", imageId: 23 }));
        await venues.save(aVenue({ id: 5, slug: "%e3%81%93" }));
        await terms.save(aTerm({ id: 6, slug: "jazz" }));
        await remember("events", 1, '/evento/$HOME{$x}"; return 200 #\\/'.replaceAll(" ", "%20"));
        await remember("events", 1, "/?tribe_events=concert");
        await remember("events", 2, "/evento/hidden/");
        await remember("events", 3, "/event/same/");
        // Both events had this path in the past.
        await remember("events", 4, "/event/same/", { identity: "4" });
        await remember("events", 4, "/Evento/Two/");
        await remember("events", 9, "/evento/gone/");
        await remember("venues", 5, "/luogo/%E3%81%93/");
        await remember("categories", 6, "/eventi/jazz/");
      });
    });
    after(() => place.clear());

    const redirects = async (...args: readonly string[]): Promise<readonly string[]> => {
      const { code, output, errors } = await place.run(["redirects", ...args]);
      expect([code, errors]).to.eql([0, ""]);
      return output.trim().split("\n");
    };

    it("lists what leads elsewhere, once, and nothing that visitors may not see", async () => {
      expect(await redirects("--format", "csv")).to.have.members([
        "from,to,status",
        "/evento/%24HOME%7B%24x%7D%22%3B%20return%20200%20,/event/concert/,301",
        "/?tribe_events=concert,/event/concert/,301",
        "/Evento/Two,/event/same-2/,301",
        "/luogo/%E3%81%93,/venue/%e3%81%93/,301",
        "/eventi/jazz,/events/category/jazz/,301",
        "/uploads/photo-scaled.jpg,/wp-json/media/2031/01/photo-20-x.jpg,301",
        "/uploads/b-800x600.jpg,/wp-json/media/2031/01/b-21.jpg,301",
      ]);
    });

    it("lists with --all what stays, too, and whatever had another host", async () => {
      const all = await redirects("--format", "csv", "--all");
      expect(all).to.have.length(9).and.to.include("/event/same,/event/same/,301");
      const elsewhere = await redirects("--format", "csv", "--base", "https://new.example/site/");
      expect(elsewhere).to.have.length(9);
      expect(elsewhere).to.include("/event/same,https://new.example/site/event/same/,301");
    });

    // The following tests do not depend on the storage.
    if (store !== stores[0]) return;

    it("refuses what is no base, no format, and circles", async () => {
      for (const [args, error] of [
        [["--format", "csv", "--base", "new.example"], /must be a URL such as/],
        [["--format", "iis"], /Allowed choices are nginx, apache, caddy, csv/],
        [[], /required option '--format <name>'/],
        [["--format", "nginx", "--all"], /--all is only for csv/],
      ] as const) {
        const { code, errors } = await place.run(["redirects", ...args]);
        expect(code, args.join(" ")).to.not.equal(0);
        expect(errors).to.match(error);
      }
    });

    it("writes them for servers", async () => {
      const nginx = await redirects("--format", "nginx");
      expect(nginx).to.include('    "/eventi/jazz" "/events/category/jazz/";');
      expect(nginx).to.include('    "~^/Evento/Two$" "/event/same-2/";');
      expect(nginx).to.include('    "/uploads/photo.jpg" "/wp-json/media/2031/01/photo-20-x.jpg";');
      const apache = await redirects("--format", "apache", "--base", "https://new.example");
      expect(apache).to.include('RewriteCond "%{QUERY_STRING}" "^tribe_events=concert$"');
      expect(apache).to.include(
        'RewriteRule "^/?luogo/こ/?$" "https://new.example/venue/\\%e3\\%81\\%93/" [R=301,L,NE]',
      );
      const caddy = await redirects("--format", "caddy");
      expect(caddy).to.include('\t"/eventi/jazz/" "/events/category/jazz/"');
      expect(caddy).to.include(
        '\t"~^/uploads/photo(?:-\\d+x\\d+)?\\x2ejpg$" "/wp-json/media/2031/01/photo-20-x.jpg"',
      );
    });
  });
}
