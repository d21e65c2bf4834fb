import { anEvent, anImage, anOrganizer, aVenue } from "@kalends/storage-contract";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

for (const store of stores) {
  describe(`representations on ${store.name}`, () => {
    let calendar: StartedCalendar;

    before(async () => {
      calendar = await startCalendar(store, { baseUrl: "https://calendar.example" });
      const { images, venues, organizers, events } = calendar.store;
      await images.save(
        anImage({
          id: 10,
          url: "2031/03/jazz.jpg",
          mimeType: "image/jpeg",
          width: 1600,
          height: 900,
          fileSize: 245_810,
          sizes: {
            thumbnail: {
              width: 150,
              height: 150,
              mimeType: "image/jpeg",
              fileSize: 6_120,
              url: "https://cdn.example/jazz-150x150.jpg",
            },
          },
        }),
      );
      await venues.save(
        aVenue({
          id: 20,
          name: "Null Island",
          slug: "null-island",
          imageId: 10,
          coordinates: { lat: 0, lng: 0 },
          zip: "0",
          showMap: false,
          lineage: ["old.example?id=3"],
        }),
      );
      await organizers.save(
        anOrganizer({ id: 30, name: "Ann & Bob", slug: "ann", website: "https://a.example/?a=1&b=2" }),
      );
      await events.save(
        anEvent({ id: 40, title: "Jazz", slug: "jazz", imageId: 10, venueId: 20, organizerIds: [30, 31] }),
      );
    });
    after(() => calendar.close());

    const image = {
      url: "https://calendar.example/wp-json/media/2031/03/jazz.jpg",
      id: 10,
      extension: "jpg",
      width: 1600,
      height: 900,
      filesize: 245_810,
      sizes: {
        thumbnail: {
          width: 150,
          height: 150,
          "mime-type": "image/jpeg",
          filesize: 6_120,
          url: "https://cdn.example/jazz-150x150.jpg",
        },
      },
    };

    it("shows an image with its sizes, below the public address", async () => {
      const { body } = await calendar.get("/events/40");
      expect(body.image).to.deep.equal(image);
      expect(body.venue.image).to.deep.equal(image);
      expect(body.json_ld.image).to.equal(image.url);
    });

    it("shows a position on the equator, false flags and a lineage, but no other empty member", async () => {
      const { body } = await calendar.get("/venues/20");
      expect(body).to.include({ geo_lat: 0, geo_lng: 0, show_map: false });
      expect(body).not.to.have.any.keys("zip", "description", "excerpt", "address", "website", "rest_url");
      expect(body.global_id_lineage).to.deep.equal(["calendar.example?id=20", "old.example?id=3"]);
    });

    it("escapes names but leaves the website of an organizer as it is", async () => {
      const { body } = await calendar.get("/organizers/30");
      expect(body.organizer).to.equal("Ann &#038; Bob");
      expect(body.website).to.equal("https://a.example/?a=1&b=2");
      expect(body).not.to.have.property("image");
    });

    it("skips links to what is no longer there", async () => {
      const { body } = await calendar.get("/events/40");
      expect(body.organizer.map(({ id }: { id: number }) => id)).to.deep.equal([30]);
    });

    it("makes every address of the public one, whatever host was asked", async () => {
      const { text, headers } = await calendar.get("/events/40", { headers: { host: "evil.example" } });
      expect(text).not.to.contain("evil.example").and.not.to.contain("127.0.0.1");
      expect(headers.link).to.equal('<https://calendar.example/wp-json/>; rel="https://api.w.org/"');
    });
  });
}
