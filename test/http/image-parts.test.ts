import { connect } from "node:net";
import { expect } from "chai";
import { stores } from "../stores.ts";
import { NAMESPACE } from "./client.ts";
import { createFormCalls } from "./form-calls.ts";
import { aHeavyPicture, aPicture } from "./pictures.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";
import { formWith } from "./uploads.ts";

const MIB = 1024 * 1024;
const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };

for (const store of stores) {
  describe(`images as files of forms on ${store.name}`, function () {
    this.timeout(30_000);
    let calendar: StartedCalendar;
    let picture: Buffer;

    before(async () => {
      picture = await aPicture(40, 30);
      calendar = await startCalendar(store);
    });
    after(() => calendar.close());

    const { send, expectNothingLeft } = createFormCalls(() => calendar);

    it("are named as not stored where the record is only named by its id", async () => {
      const { body: venue } = await calendar.post("/venues", { as: "author", json: { venue: "Hall" } });
      const answer = await send("POST", "/events", "author", { ...EVENT, "venue[id]": String(venue.id) }, [
        "venue[image]",
        picture,
        "a.png",
      ]);
      expect(answer.status, answer.text).to.equal(201);
      expect(answer.body.venue).not.to.have.property("image");
      expect(answer.headers["x-kalends-adjusted"]).to.include("venue%5Bimage%5D");
    });

    it("count in their place among the fields of the form", async () => {
      const multipart = formWith({ venue: "Hall", image: "" }, ["image", picture, "a.png"]);
      const { status, body } = await calendar.post("/venues", { as: "author", multipart });
      expect(status).to.equal(201);
      expect(body).not.to.have.property("image");
    });

    for (const [path, fields] of [
      ["/events", EVENT],
      ["/venues", { venue: "Pier Nine Hall" }],
      ["/organizers", { organizer: "Blue Note Society" }],
    ] as const) {
      it(`are shown by what ${path} creates and changes`, async () => {
        const created = await send("POST", path, "author", fields, ["image", picture, "Poster A.png"]);
        expect(created.status, created.text).to.equal(201);
        const { id, image } = created.body;
        expect(image).to.include({ width: 40, height: 30, extension: "png", filesize: picture.length });
        expect(image.url).to.include("poster-a-");
        const served = await fetch(image.url);
        expect(Buffer.from(await served.arrayBuffer()).equals(picture)).to.equal(true);
        const library = await calendar.get(`/images/${image.id}`, { as: "author" });
        expect(library.body).to.deep.equal(image);

        for (const [method, address] of [
          ["PUT", `${path}/${id}`],
          ["PATCH", `${path}/by-slug/${created.body.slug}`],
          ["POST", `${path}/${id}`],
        ] as const) {
          const width = 20 + method.length;
          const changed = await send(method, address, "author", {}, [
            "image",
            await aPicture(width, 10, "jpeg"),
            "b.jpg",
          ]);
          expect(changed.status, changed.text).to.equal(200);
          expect(changed.body.image).to.include({ width, extension: "jpg" });
          expect(changed.body.image.id).to.be.above(image.id);
        }
      });
    }

    it("are shown by venues and organizers inside an event", async () => {
      const { status, body, text } = await send(
        "POST",
        "/events",
        "author",
        {
          ...EVENT,
          "venue[venue]": "Quay",
          "organizer[0][organizer]": "Ann",
          "organizer[1][organizer]": "Bob",
        },
        ["image", await aPicture(11, 5), "e.png"],
        ["venue[image]", await aPicture(12, 5), "v.png"],
        ["organizer[1][image]", await aPicture(13, 5), "o.png"],
      );
      expect(status, text).to.equal(201);
      expect(body.image.width).to.equal(11);
      expect(body.venue.image.width).to.equal(12);
      expect(body.organizer.map((one: { image?: unknown }) => Boolean(one.image))).to.deep.equal([
        false,
        true,
      ]);
      expect(body.organizer[1].image.width).to.equal(13);
    });

    it("may have 10 MiB, and texts what texts may have", async () => {
      const large = await aHeavyPicture(9 * MIB);
      const texts = { ...EVENT, unknown: "x".repeat(900_000) };
      const { status, text } = await send("POST", "/events", "author", texts, ["image", large, "large.png"]);
      expect(status, text).to.equal(201);
      const above = Buffer.alloc(10 * MIB + 1);
      const { body } = await expectNothingLeft(
        () => send("POST", "/events", "author", EVENT, ["image", above, "a.png"]),
        413,
      );
      expect(body.message).to.include(String(10 * MIB));
      const half = Buffer.alloc(6 * MIB);
      await expectNothingLeft(
        () =>
          send("POST", "/events", "author", EVENT, ["image", half, "a.png"], ["venue[image]", half, "b.png"]),
        413,
      );
      const long = { ...EVENT, unknown: "x".repeat(MIB + 1) };
      await expectNothingLeft(
        () => send("POST", "/events", "author", long, ["image", picture, "a.png"]),
        413,
      );
    });

    it("are all stored for one account, though those of two forms take all the memory that its client may have", async () => {
      const large = await aHeavyPicture(9 * MIB);
      const sent = Array.from({ length: 5 }, () =>
        send("POST", "/venues", "author", { venue: "Hall" }, ["image", large, "large.png"]),
      );
      expect((await Promise.all(sent)).map(({ status }) => status)).to.deep.equal(sent.map(() => 201));
    });

    it("count as not sent where a browser's form has none, and as taken away by an empty text", async () => {
      const none = Buffer.from(
        '--X\r\nContent-Disposition: form-data; name="image"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n' +
          '--X\r\nContent-Disposition: form-data; name="attachment"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n' +
          '--X\r\nContent-Disposition: form-data; name="venue"\r\n\r\nBrowser Hall\r\n--X--\r\n',
      );
      const headers = { "content-type": "multipart/form-data; boundary=X" };
      for (const as of ["author", "contributor"]) {
        const { status, body } = await calendar.post("/venues", { as, raw: none, headers });
        expect(status).to.equal(201);
        expect(body).not.to.have.property("image");
      }
      const { body } = await send("POST", "/venues", "author", { venue: "Shown" }, [
        "image",
        picture,
        "a.png",
      ]);
      const cleared = await send("PATCH", `/venues/${body.id}`, "author", { image: "" });
      expect(cleared.body).not.to.have.property("image");
    });

    it("wait for no form that is on its way", async () => {
      const { port } = new URL(calendar.origin);
      const standing = ["author", "other", "administrator"].map((as) => {
        const socket = connect(Number(port), "127.0.0.1").on("error", () => undefined);
        socket.write(
          `POST ${NAMESPACE}/venues HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\nAuthorization: Bearer ${calendar.token(as)}\r\n` +
            'Content-Type: multipart/form-data; boundary=X\r\n\r\n--X\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nabc',
        );
        return socket;
      });
      const answer = await send("POST", "/venues", "editor", { venue: "Quick" }, ["image", picture, "a.png"]);
      expect(answer.status, answer.text).to.equal(201);
      for (const socket of standing) socket.destroy();
    });

    it("wait for places without keeping others from writing, and give them back to the next", async () => {
      const { port } = new URL(calendar.origin);
      const head =
        `POST ${NAMESPACE}/events HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\nAuthorization: Bearer ${calendar.token("author")}\r\n` +
        'Content-Type: multipart/form-data; boundary=X\r\n\r\n--X\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nabc';
      const standing = Array.from({ length: 6 }, () => connect(Number(port), "127.0.0.1"));
      for (const socket of standing) {
        socket.on("error", () => undefined);
        await new Promise<void>((resolve) => socket.write(head, () => resolve()));
      }
      const other = await send("POST", "/events", "editor", EVENT, ["image", picture, "a.png"]);
      expect(other.status).to.equal(201);
      const text = await calendar.post("/venues", { as: "author", form: { venue: "Meanwhile" } });
      expect(text.status).to.equal(201);
      for (const socket of standing) socket.destroy();
      const next = await send("POST", "/events", "author", EVENT, ["image", picture, "a.png"]);
      expect(next.status).to.equal(201);
    });
  });
}
