import { expect } from "chai";
import sharp from "sharp";
import { firstStore } from "../stores.ts";
import { type ImageHost, startImageHost } from "./image-host.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";
import { asRaw, formWith } from "./uploads.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };
const PLACE = "at home!";

const photograph = (): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: "teal" } })
    .withExif({
      IFD0: { Copyright: "Ann" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 3230/100", GPSAreaInformation: PLACE },
    })
    .jpeg()
    .toBuffer();

for (const store of firstStore) {
  describe(`what photographs say of their place, on ${store.name},`, function () {
    this.timeout(30_000);
    let host: ImageHost;
    let picture: Buffer;

    before(async () => {
      picture = await photograph();
      host = await startImageHost();
      host.serve("/photograph.jpg", picture, "image/jpeg");
    });
    after(() => host.close());

    /** Uploads images in each possible way. Returns the files that the calendar serves for them. */
    const served = async (imageMetadata: "remove" | "keep"): Promise<readonly Buffer[]> => {
      const calendar: StartedCalendar = await startCalendar(store, {
        imageAllowHosts: [host.host],
        imageMetadata,
      });
      try {
        const files: Buffer[] = [];
        const upload = await calendar.post("/images", asRaw(picture, { "content-type": "image/jpeg" }));
        const withRecord = await calendar.post("/events", {
          as: "author",
          multipart: formWith(EVENT, ["image", picture, "a.jpg"]),
        });
        const byAddress = await calendar.post("/events", {
          as: "author",
          json: { ...EVENT, image: `${host.origin}/photograph.jpg` },
        });
        for (const image of [upload.body, withRecord.body.image, byAddress.body.image]) {
          const file = Buffer.from(await (await fetch(image.url)).arrayBuffer());
          expect(image.filesize).to.equal(file.length);
          files.push(file);
        }
        return files;
      } finally {
        await calendar.close();
      }
    };

    it("is removed, however an account sends them", async () => {
      for (const file of await served("remove")) {
        expect(file.includes(PLACE)).to.equal(false);
        expect((await sharp(file).metadata()).exif?.includes("Ann")).to.equal(true);
      }
    });

    it("stays where that is wanted", async () => {
      for (const file of await served("keep")) expect(file.equals(picture)).to.equal(true);
    });
  });
}
