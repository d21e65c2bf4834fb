import { type ImportedList, importedPaths, importedRecords, importedSites } from "@kalends/core";
import type { Plugin } from "@kalends/core/interface";
import { anEvent, anImage, aTerm, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { type StartedCalendar, startCalendar } from "../../http/start-calendar.ts";
import { firstStore } from "../../stores.ts";

/**
 * Plugin with pages for events and categories. Other records return 404, and the plugin has no other paths.
 */
const PAGES: Plugin = {
  name: "few-pages",
  setup: ({ calendar }) => ({
    website: [
      {
        pure: true,
        async handle({ page, query }) {
          if (page === undefined || query.has("ical")) return undefined;
          if (page.kind === "category") return { type: "text/plain", text: "a category" };
          if (page.kind !== "event") return { status: 404, type: "text/plain", text: "no page" };
          const { event } = await calendar.as("anonymous").events.get(page.slug ?? page.id ?? 0);
          return { type: "text/plain", text: event.title };
        },
      },
    ],
  }),
};

for (const store of firstStore) {
  describe(`old addresses on ${store.name}`, () => {
    let calendar: StartedCalendar;
    before(async () => {
      calendar = await startCalendar(store, { plugins: [PAGES], locales: ["fr"] });
      const { events, venues, terms, images, documents } = calendar.store;
      const image = anImage({
        id: 20,
        url: "2031/01/photo-20-x.jpg",
        sourceUrl: "https://www.old.example/wp-content/uploads/2020/05/photo-scaled.jpg",
        sizes: {
          medium: { width: 300, height: 200, mimeType: "image/jpeg", url: "2031/01/photo-20-x-300x200.jpg" },
          large: { width: 1024, height: 683, mimeType: "image/jpeg", url: "2031/01/photo-20-x-1024x683.jpg" },
        },
      });
      await images.save(image);
      await images.save(
        anImage({ id: 21, url: "2031/01/hidden-21-x.jpg", sourceUrl: "https://old.example/hidden.jpg" }),
      );
      await images.save(anImage({ id: 22, url: "https://old.example/there.jpg" }));
      const event = (id: number, slug: string, of: object = {}) => anEvent({ id, slug, title: slug, ...of });
      await events.save(event(1, "concert", { imageId: 20 }));
      await events.save(event(2, "draft", { status: "draft", imageId: 21 }));
      await events.save(event(3, "swapped-3"));
      await events.save(event(4, "swapped-4", { imageId: 22 }));
      await venues.save(aVenue({ id: 5, slug: "hall" }));
      await terms.save(aTerm({ id: 6, slug: "jazz" }));
      const remember = (list: ImportedList, id: number, path: string): Promise<void> =>
        importedRecords(documents).save({
          ...{ list, id, path, identity: path, site: "old.example", sourceId: id, slug: "", base: "x" },
        });
      await remember("events", 1, "/evento/concerto-%e3%81%93/");
      await remember("events", 1, "/?tribe_events=concert&x=1");
      await importedSites(documents).add("old.example");
      await importedPaths(documents).add({
        ...{ list: "events", identity: "/evento/concerto-%e3%81%93/", path: "/evento/old name/" },
      });
      await importedRecords(documents).save({
        ...{ list: "venues", id: 5, path: "/luogo/hall/", identity: "old.example?id=905" },
        ...{ site: "old.example", sourceId: 905, slug: "hall", base: "x" },
      });
      await images.save(
        anImage({ id: 23, url: "2031/01/nihongo-23-x.jpg", sourceUrl: "https://old.example/up/日本語.jpg" }),
      );
      await events.save(event(7, "with-picture", { imageId: 23 }));
      await remember("events", 2, "/evento/secret/");
      await remember("events", 3, "/event/swapped-4/");
      await remember("events", 4, "/event/swapped-3/");
      await remember("events", 99, "/evento/gone/");
      await remember("venues", 5, "/luogo/hall/");
      await remember("venues", 5, "/event/was-a-venue/");
      await remember("categories", 6, "/eventi/categoria/jazz/");
      await importedSites(documents).add("old.example");
    });
    after(() => calendar.close());

    const leadsTo = async (path: string, init: object = {}): Promise<unknown> => {
      const { status, headers } = await calendar.get(`/${path}`, init);
      return status === 301 ? headers.location?.replace(calendar.origin, "") : status;
    };

    it("lead to the pages of records, in any spelling, with the query that came along", async () => {
      expect(await leadsTo("/evento/concerto-%e3%81%93/")).to.equal("/event/concert/");
      expect(await leadsTo("/evento//concerto-%E3%81%93")).to.equal("/event/concert/");
      expect(await leadsTo("/evento/concerto-%e3%81%93/?ical=1&a=%20")).to.equal(
        "/event/concert/?ical=1&a=%20",
      );
      expect(await leadsTo("/?tribe_events=concert&x=1")).to.equal("/event/concert/");
      expect(await leadsTo("/luogo/hall/")).to.equal("/venue/hall/");
      expect(await leadsTo("/eventi/categoria/jazz")).to.equal("/events/category/jazz/");
      expect(await leadsTo("/fr/luogo/hall/")).to.equal("/venue/hall/");
      // URLs that look like a page but return an error or 404.
      expect(await leadsTo("/event/was-a-venue/")).to.equal("/venue/hall/");
    });

    it("lead to records that had another slug before, and to those that WordPress finds by a query", async () => {
      const location = async (path: string): Promise<string | null> =>
        (await fetch(calendar.origin + path, { redirect: "manual" })).headers.get("location");
      expect(await location("/evento/old%20name/")).to.equal(await location("/evento/concerto-%e3%81%93/"));
      expect(await location("/evento/old%20name/")).to.match(/\/event\/concert\/$/);
      expect(await location("/?p=905")).to.match(/\/venue\/hall\/$/);
      expect(await location("/?tribe_events=concert")).to.match(/\/event\/concert\/$/);
      expect(await location("/?p=999")).to.equal(null);
      expect(await location("/up/%E6%97%A5%E6%9C%AC%E8%AA%9E.jpg")).to.match(/nihongo-23-x\.jpg$/);
    });

    it("lead to them for HEAD, too, and for nothing else", async () => {
      const head = await fetch(`${calendar.origin}/luogo/hall/`, { method: "HEAD", redirect: "manual" });
      expect([head.status, head.headers.get("location")]).to.eql([301, `${calendar.origin}/venue/hall/`]);
      expect(head.headers.get("cache-control")).to.equal("public, max-age=0, must-revalidate");
      const post = await fetch(`${calendar.origin}/luogo/hall/`, { method: "POST", redirect: "manual" });
      expect(post.status).to.equal(404);
    });

    it("say nothing of what visitors may not see", async () => {
      const [unknown, secret, gone] = await Promise.all(
        ["/evento/unknown/", "/evento/secret/", "/evento/gone/"].map((path) => calendar.get(`/${path}`)),
      );
      for (const answer of [secret, gone]) {
        expect(answer?.status).to.equal(404);
        expect(answer?.text).to.equal(unknown?.text);
      }
      expect(await leadsTo("/hidden.jpg")).to.equal(404);
    });

    it("never lead in circles: what is a page here stays one", async () => {
      for (const slug of ["swapped-3", "swapped-4"]) {
        const { status, text } = await calendar.get(`//event/${slug}/`);
        expect([status, text]).to.eql([200, slug]);
        expect(await leadsTo(`/event/${slug}/?ical=1`)).to.equal(404);
      }
    });

    it("lead to images that are kept here, and to their sizes", async () => {
      const media = "/wp-json/media/2031/01/photo-20-x";
      const uploads = "/wp-content/uploads/2020/05";
      expect(await leadsTo(`${uploads}/photo-scaled.jpg`)).to.equal(`${media}.jpg`);
      expect(await leadsTo(`${uploads}/photo.jpg?x=1`)).to.equal(`${media}.jpg`);
      expect(await leadsTo(`${uploads}/photo-300x200.jpg`)).to.equal(`${media}-300x200.jpg`);
      expect(await leadsTo(`${uploads}/photo-768x512.jpg`)).to.equal(`${media}-1024x683.jpg`);
      expect(await leadsTo(`${uploads}/photo-2000x1334.jpg`)).to.equal(`${media}.jpg`);
      expect(await leadsTo(`${uploads}/other-300x200.jpg`)).to.equal(404);
      expect(await leadsTo("/there.jpg")).to.equal(404);
    });
  });
}
