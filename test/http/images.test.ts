import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { NAMESPACE } from "./client.ts";
import { aPicture } from "./pictures.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";
import { asRaw, formOf } from "./uploads.ts";

const EVENT = { title: "Jazz", start_date: "2031-05-01 18:00:00", end_date: "2031-05-01 20:00:00" };

for (const store of stores) {
  describe(`images on ${store.name}`, function () {
    this.timeout(30_000);
    let calendar: StartedCalendar;
    let picture: Buffer;
    let host: Server;
    let address: string;

    before(async () => {
      picture = await aPicture(400, 300);
      host = createServer((request, response) => {
        if (request.url !== "/jazz.png") response.writeHead(404).end();
        else response.writeHead(200, { "content-type": "image/png" }).end(picture);
      });
      await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
      address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
      calendar = await startCalendar(store, { imageAllowHosts: ["127.0.0.1"] });
    });
    after(async () => {
      await calendar.close();
      host.closeAllConnections();
      await new Promise((resolve) => host.close(resolve));
    });

    it("are uploaded as the file of a form", async () => {
      const answer = await calendar.post("/images", {
        as: "author",
        multipart: formOf(["file", picture, "Blue Harbour.png"]),
      });
      expect(answer.status, answer.text).to.equal(201);
      const { id, url, sizes } = answer.body;
      expect(answer.headers.location).to.equal(`${calendar.origin}${NAMESPACE}/images/${id}`);
      const root = `${calendar.origin}/wp-json/media/2031/03/blue-harbour-${id}-`;
      expect(url).to.match(new RegExp(`^${root}[0-9a-f]{16}\\.png$`));
      expect(answer.body).to.deep.equal({
        url,
        id,
        extension: "png",
        width: 400,
        height: 300,
        filesize: picture.length,
        sizes,
      });
      expect(Object.keys(sizes).sort()).to.deep.equal(["medium", "thumbnail"]);
      expect(sizes.medium).to.include({ width: 300, height: 225, "mime-type": "image/png" });
      expect(sizes.thumbnail).to.include({ width: 150, height: 150 });
      const { body } = await calendar.get(`/images/${id}`, { as: "author" });
      expect(body).to.deep.equal(answer.body);
    });

    it("are uploaded as the body itself, with a name in Content-Disposition or a type of their own", async () => {
      const names = {
        'attachment; filename="Pier Nine.png"': "pier-nine",
        "attachment; filename=pier.png": "pier",
        attachment: "image",
        'attachment; filename="../../../etc/passwd"': "passwd",
        'attachment; filename="a\\"b.png"': "ab",
      };
      for (const [disposition, words] of Object.entries(names)) {
        const headers = { "content-disposition": disposition, "content-type": "application/octet-stream" };
        const { status, body, text } = await calendar.post("/images", asRaw(picture, headers));
        expect(status, text).to.equal(201);
        expect(body.url, disposition).to.include(`/2031/03/${words}-${body.id}-`);
      }
      const { status } = await calendar.post("/images", asRaw(picture));
      expect(status).to.equal(201);
      const chunked = { "transfer-encoding": "chunked" };
      expect((await calendar.post("/images", asRaw(picture, chunked))).status).to.equal(201);
    });

    it("have the type that their content has, whatever the name says", async () => {
      const webp = await aPicture(10, 10, "webp");
      const { body } = await calendar.post("/images", {
        as: "author",
        multipart: formOf(["file", webp, "photo.jpg"]),
      });
      expect(body.extension).to.equal("webp");
      const served = await calendar.get(`/${new URL(body.url).pathname}`);
      expect(served.headers["content-type"]).to.equal("image/webp");
    });

    it("are shown by records that name their id", async () => {
      const { body: image } = await calendar.post("/images", asRaw(picture));
      const { body: event } = await calendar.post("/events", {
        as: "author",
        json: { ...EVENT, image: String(image.id) },
      });
      expect(event.image).to.deep.equal(image);
      const { body: venue } = await calendar.post("/venues", {
        as: "author",
        json: { venue: "Hall", image: String(image.id) },
      });
      expect(venue.image).to.deep.equal(image);
      const refused = await calendar.send("DELETE", `/images/${image.id}`, { as: "author" });
      expect(refused.status).to.equal(409);
      expect(refused.body.code).to.equal("rest_image_in_use");
      expect(refused.body.data.records).to.have.members([event.id, venue.id]);
      for (const path of [`/events/${event.id}`, `/venues/${venue.id}`]) {
        await calendar.post(path, { as: "author", json: { image: "" } });
      }
      const removed = await calendar.send("DELETE", `/images/${image.id}`, { as: "author" });
      expect(removed.status).to.equal(200);
      expect(removed.body).to.deep.equal(image);
      expect((await calendar.get(`/${new URL(image.url).pathname}`)).status).to.equal(404);
      expect((await calendar.get(`/images/${image.id}`, { as: "author" })).status).to.equal(400);
    });

    it("are fetched by records that name an address, once", async () => {
      const json = { ...EVENT, image: `${address}/jazz.png` };
      const { body: first, status, text } = await calendar.post("/events", { as: "author", json });
      expect(status, text).to.equal(201);
      expect(first.image).to.include({ extension: "png", width: 400, filesize: picture.length });
      const { body: second } = await calendar.post("/events", { as: "author", json });
      expect(second.image).to.deep.equal(first.image);
      const ours = { ...EVENT, image: first.image.url };
      const { body: third } = await calendar.post("/events", { as: "author", json: ours });
      expect(third.image).to.deep.equal(first.image);
    });

    it("are refused by address with the reason in the envelope", async () => {
      const before = await calendar.contents();
      const cases = {
        [`${address}/none.png`]: "The image cannot be fetched from this address.",
        "http://127.0.0.2:8080/a.png":
          "The image cannot be fetched: the host in the address is unknown or not on the public internet.",
        "http://127.0.0.2:1/a.png":
          "Images are fetched over HTTP or HTTPS and never from HTTPS back to HTTP, on the ports 80, 443 and 8080, without a user in the address.",
        [`${calendar.origin}/wp-json/media/2031/03/none-1-0.png`]: "Image not found.",
      };
      for (const [image, message] of Object.entries(cases)) {
        const { status, body } = await calendar.post("/events", { as: "author", json: { ...EVENT, image } });
        expect(status).to.equal(400);
        expect(body.data.params).to.deep.equal({ image: message });
        expect(body.data.details.image.code).to.equal("rest_image_refused");
      }
      expect(await calendar.contents()).to.equal(before);
    });

    it("are listed, the newest first, to those who may upload", async () => {
      const answer = await calendar.get("/images?per_page=2", { as: "author" });
      expect(answer.status).to.equal(200);
      const { images, total, total_pages: pages, next_rest_url: next } = answer.body;
      expect(images).to.have.length(2);
      expect(images[0].id).to.be.above(images[1].id);
      expect(total).to.be.above(2);
      expect(pages).to.equal(Math.ceil(total / 2));
      expect(answer.headers["x-tec-total"]).to.equal(String(total));
      const { body } = await calendar.get(new URL(next).pathname + new URL(next).search, { as: "author" });
      expect(body.images[0].id).to.be.below(images[1].id);
      expect((await calendar.get("/images?page=9999", { as: "author" })).body.images).to.deep.equal([]);
      expect((await calendar.get("/images?page=x", { as: "author" })).body.code).to.equal(
        "rest_invalid_param",
      );
    });

    it("tell which methods there are for whom", async () => {
      const { body } = await calendar.post("/images", asRaw(picture));
      const path = `/images/${body.id}`;
      const allow = async (target: string, as?: string): Promise<string | undefined> =>
        (await calendar.send("OPTIONS", target, as === undefined ? {} : { as })).headers.allow;
      expect(await allow("/images", "author")).to.equal("GET, POST");
      expect(await allow("/images")).to.equal("GET");
      expect(await allow(path, "author")).to.equal("GET, PATCH, DELETE");
      expect(await allow(`${path}/usage`, "author")).to.equal("GET");
      expect(await allow(`${path}/file`, "author")).to.equal("PUT");
      expect(await allow(`${path}/file`, "other")).to.equal("");
      expect(await allow(path, "other")).to.equal("GET");
      for (const method of ["PUT", "POST"]) {
        expect((await calendar.send(method, path, { as: "author" })).body.code).to.equal("rest_no_route");
      }
    });

    it("are not found under the ids of other records", async () => {
      const { body: event } = await calendar.post("/events", { as: "author", json: EVENT });
      for (const id of [event.id, 0, "9".repeat(20)]) {
        for (const method of ["GET", "DELETE"]) {
          const answer = await calendar.send(method, `/images/${id}`, { as: "administrator" });
          expect(answer.status).to.equal(400);
          expect(answer.body.data.params).to.deep.equal({ id: "Image not found." });
        }
      }
    });
  });
}
