import { expect } from "chai";
import { stores } from "../stores.ts";
import type { TestResponse } from "./client.ts";
import { createFormCalls } from "./form-calls.ts";
import { aPicture } from "./pictures.ts";
import { type StartedCalendar, startCalendar } from "./start-calendar.ts";

const MIB = 1024 * 1024;
const EVENT = { title: "Jazz", start_date: "2031-05-01 10:00:00", end_date: "2031-05-01 12:00:00" };

for (const store of stores) {
  describe(`files of forms that are refused on ${store.name}`, function () {
    this.timeout(30_000);
    let calendar: StartedCalendar;
    let picture: Buffer;

    before(async () => {
      picture = await aPicture(40, 30);
      calendar = await startCalendar(store);
    });
    after(() => calendar.close());

    const { send, expectNothingLeft } = createFormCalls(() => calendar);

    it("are images, or the parameter is named and nothing remains", async () => {
      const refused = await expectNothingLeft(
        () => send("POST", "/events", "author", EVENT, ["image", Buffer.from("<svg/>"), "a.png"]),
        400,
      );
      expect(refused.body.data.details.image.code).to.equal("rest_image_refused");
      await expectNothingLeft(
        () => send("POST", "/venues", "author", { venue: "Hall" }, ["image", Buffer.alloc(0), "a.png"]),
        400,
        { image: "Must not be empty." },
      );
      // At this point, the first file has been written.
      const inside = await expectNothingLeft(
        () =>
          send(
            "POST",
            "/events",
            "author",
            { ...EVENT, "venue[venue]": "Quay of Nothing" },
            ["image", picture, "a.png"],
            ["venue[image]", Buffer.from("GIF89a"), "b.gif"],
          ),
        400,
      );
      expect(Object.keys(inside.body.data.params)).to.deep.equal(["venue"]);
    });

    it("go with the record that is refused", async () => {
      const { body: event } = await calendar.post("/events", { as: "editor", json: EVENT });
      const refusals: readonly (readonly [status: number, () => Promise<TestResponse>])[] = [
        [400, () => send("POST", "/events", "author", { title: "No dates" }, ["image", picture, "a.png"])],
        [
          400,
          () =>
            send("POST", "/events", "author", { ...EVENT, cost: "x".repeat(2_000) }, [
              "image",
              picture,
              "a.png",
            ]),
        ],
        [403, () => send("PATCH", `/events/${event.id}`, "author", {}, ["image", picture, "a.png"])],
        [
          403,
          () => send("POST", "/events", "author", { ...EVENT, author: "1" }, ["image", picture, "a.png"]),
        ],
        [404, () => send("PATCH", "/events/999999", "editor", {}, ["image", picture, "a.png"])],
        // The request is refused within the transaction, when the files are written.
        [
          400,
          () =>
            send("POST", "/events", "author", { ...EVENT, "venue[venue]": "<b></b>" }, [
              "image",
              picture,
              "a.png",
            ]),
        ],
      ];
      for (const [index, [status, refuse]] of refusals.entries()) {
        const answer = await refuse();
        if (answer.status !== status) expect.fail(`${index}: ${answer.status} ${answer.text}`);
        await expectNothingLeft(refuse, status);
      }
    });

    it("ask for the right to upload before they are read", async () => {
      for (const [as, path, name, fields] of [
        ["contributor", "/events", "image", EVENT],
        ["contributor", "/events", "organizer[0][image]", { ...EVENT, "organizer[0][organizer]": "Ann" }],
        ["subscriber", "/venues", "image", { venue: "Hall" }],
        [undefined, "/organizers", "image", { organizer: "Ann" }],
      ] as const) {
        const large = Buffer.alloc(5 * MIB);
        await expectNothingLeft(() => send("POST", path, as, fields, [name, large, "a.png"]), 400, {
          [name]: "You may not add images.",
        });
      }
    });

    it("are refused by name where no image may be named", async () => {
      for (const [path, name] of [
        ["/events", "description"],
        ["/events", "poster"],
        ["/events", "image[0]"],
        ["/events", "image[]"],
        ["/events", "venue"],
        ["/events", "venue[0]"],
        ["/events", "venue[description]"],
        ["/events", "venue[0][image][0]"],
        ["/events", "organizer[x][image]"],
        ["/events", "__proto__"],
        ["/events", "constructor[image]"],
        ["/venues", "file"],
        ["/tags", "image"],
        ["/categories", "name"],
      ] as const) {
        const fields = { ...EVENT, name: "x", venue: "x" };
        await expectNothingLeft(
          () => send("POST", path, "administrator", fields, [name, picture, "a.png"]),
          400,
          {
            [name]: "This field does not accept a file.",
          },
        );
      }
      const many = Array.from(
        { length: 11 },
        (_, index) => [`organizer[${index}][image]`, picture, "a.png"] as const,
      );
      await expectNothingLeft(() => send("POST", "/events", "author", EVENT, ...many), 400, {
        "organizer[10][image]": "Must have at most 10 entries.",
      });
    });

    it("are no file when JSON or a text only looks like one", async () => {
      for (const image of [
        { name: "a.png", bytes: [1] },
        { name: "a.png", bytes: "x", file: {} },
      ]) {
        const { status } = await calendar.post("/venues", { as: "author", json: { venue: "Hall", image } });
        expect(status).to.equal(400);
      }
      const { status } = await calendar.post("/venues", {
        as: "author",
        form: "venue=Hall&image[name]=a.png&image[bytes]=x",
      });
      expect(status).to.equal(400);
    });
  });
}
