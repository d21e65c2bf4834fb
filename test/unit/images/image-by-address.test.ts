import { expect } from "chai";
import { ADMIN, AUTHOR, CONTRIBUTOR, EDITOR } from "../actors.ts";
import { invalid, refusal } from "../events/calendar.ts";
import { foundById } from "../found.ts";
import { ofEachTest } from "../of-each-test.ts";
import { openImageCalendar } from "./calendar.ts";
import { picture } from "./fakes.ts";

const ADDRESS = "https://images.example/Blue Harbour.png?size=big".replace(" ", "%20");

describe("an image by its address", () => {
  const calendar = ofEachTest(() => openImageCalendar());

  it("is checked, fetched, made smaller, kept and shown", async () => {
    calendar.web.files.set(ADDRESS, picture(800, 600));
    const { image } = await calendar.createEvent({ image: ADDRESS }, AUTHOR);
    expect(calendar.web.requests).to.deep.equal([`HEAD ${ADDRESS}`, `GET ${ADDRESS}`]);
    const url = `2031/03/blue-harbour-${image?.id}-token1.png`;
    const thumbnail = `2031/03/blue-harbour-${image?.id}-token1-150x150.png`;
    expect(image).to.deep.equal({
      id: image?.id,
      author: AUTHOR.id,
      url,
      sourceUrl: ADDRESS,
      mimeType: "image/png",
      width: 800,
      height: 600,
      fileSize: picture(800, 600).length,
      sizes: {
        thumbnail: {
          width: 150,
          height: 150,
          mimeType: "image/png",
          fileSize: picture(150, 150).length,
          url: thumbnail,
        },
      },
      createdUtc: "2031-03-10 14:30:00",
    });
    expect(calendar.blobs.names()).to.deep.equal([thumbnail, url]);
  });

  it("does not wait for uploads that are received slowly", async () => {
    calendar.web.files.set(ADDRESS, picture(100, 100));
    const { create } = calendar.operations.images;
    const state = { end: () => {} };
    const slow = new Promise<void>((resolve) => {
      state.end = resolve;
    });
    const receive = () => slow.then(() => ({ name: "", bytes: picture(1, 1) }));
    const uploads = [AUTHOR, EDITOR, ADMIN].map((actor) => create.run({ file: { receive } }, { actor }));
    const { image } = await calendar.createEvent({ image: ADDRESS }, AUTHOR);
    expect(image).to.include({ sourceUrl: ADDRESS });
    state.end();
    expect(await Promise.all(uploads)).to.have.length(3);
  });

  it("is asked for once, whatever the number of records that show it", async () => {
    calendar.web.files.set(ADDRESS, picture(100, 100));
    const first = await calendar.createEvent({ image: ADDRESS }, AUTHOR);
    const second = await calendar.createEvent(
      { image: ` ${ADDRESS} `, venue: { venue: "Hall", image: ADDRESS } },
      ADMIN,
    );
    expect(second.image).to.deep.equal(first.image);
    expect(second.venue?.image).to.deep.equal(first.image);
    expect(calendar.web.requests).to.have.length(2);
  });

  it("becomes one image when several ask for it at the same time", async () => {
    calendar.web.files.set(ADDRESS, picture(800, 600));
    const views = await Promise.all(
      Array.from({ length: 8 }, () => calendar.createEvent({ image: ADDRESS }, AUTHOR)),
    );
    expect(new Set(views.map(({ image }) => image?.id)).size).to.equal(1);
    expect(await calendar.store.images.readAfter(0, 10)).to.have.length(1);
    expect(calendar.blobs.names()).to.have.length(2);
  });

  it("is fetched for venues and organizers, too, also those inside an event", async () => {
    for (const [index, name] of ["event", "venue", "one", "two"].entries()) {
      calendar.web.files.set(`https://images.example/${name}.png`, picture(index + 1, 1));
    }
    const { image, venue, organizers } = await calendar.createEvent(
      {
        image: "https://images.example/event.png",
        venue: { venue: "Hall", image: "https://images.example/venue.png" },
        organizer: [
          { organizer: "One", image: "https://images.example/one.png" },
          { organizer: "Two", image: "https://images.example/two.png" },
        ],
      },
      AUTHOR,
    );
    const shown = [image, venue?.image, ...organizers.map((organizer) => organizer.image)];
    expect(shown.map((one) => one?.width)).to.deep.equal([1, 2, 3, 4]);
    const { create, update } = calendar.operations.venues;
    const address = "https://images.example/two.png";
    const { venue: made } = await create.run({ venue: "Pier", image: { address } }, { actor: AUTHOR });
    const { image: updated } = await update.run(
      { image: { address: "https://images.example/one.png" } },
      { actor: AUTHOR, found: foundById(made.id) },
    );
    expect(updated?.width).to.equal(3);
  });

  it("is refused with the reason that the check gave, and nothing is stored", async () => {
    for (const reason of [
      "image-unreachable",
      "forbidden-address",
      "image-host-unknown",
      "image-host-silent",
      "image-host-insecure",
      "image-wrong-answer",
      "image-too-slow",
      "too-many-redirects",
      "image-too-large",
      "image-too-many-pixels",
      "not-an-image",
      "image-damaged",
      "no-image-decoder",
    ] as const) {
      calendar.web.files.set(ADDRESS, reason);
      expect(await refusal(calendar.createEvent({ image: ADDRESS }, AUTHOR))).to.deep.equal(
        invalid({ image: reason }),
      );
      const inline = { venue: { venue: "Hall", image: ADDRESS } };
      expect(await refusal(calendar.createEvent(inline, AUTHOR))).to.deep.equal(invalid({ venue: reason }));
    }
    expect(await calendar.store.ids.last("record")).to.equal(0);
    expect(calendar.blobs.names()).to.deep.equal([]);
  });

  it("is not even asked for by those who may not upload", async () => {
    calendar.web.files.set(ADDRESS, picture(1, 1));
    expect(await refusal(calendar.createEvent({ image: ADDRESS }, CONTRIBUTOR))).to.deep.equal(
      invalid({ image: "upload-not-allowed" }),
    );
    const inline = { venue: { venue: "Hall", image: ADDRESS } };
    expect((await refusal(calendar.createEvent(inline, CONTRIBUTOR))).code).to.equal("rest_invalid_param");
    expect(calendar.web.requests).to.deep.equal([]);
  });

  // rules/images.md#image-with-record
  it("is not fetched for a request that is refused for something else", async () => {
    calendar.web.files.set(ADDRESS, picture(1, 1));
    const asked = { image: ADDRESS, title: "<script></script>" };
    expect(await refusal(calendar.createEvent(asked, AUTHOR))).to.deep.equal(invalid({ title: "empty" }));
    expect(calendar.web.requests).to.deep.equal([`HEAD ${ADDRESS}`]);
  });

  it("is not fetched for a strict request that is refused when all is written, and nothing is stored", async () => {
    calendar.web.files.set(ADDRESS, picture(1, 1));
    const strict = { actor: AUTHOR, strict: true };
    const { events, venues } = calendar.operations;
    const { event } = await calendar.createEvent({ venue: { venue: "Hall" } }, AUTHOR);
    const before = [await calendar.store.events.readAfter(0, 9), await calendar.store.venues.readAfter(0, 9)];
    const image = { address: ADDRESS };
    const asked = { title: "A", start_date: "2031-05-01", end_date: "2031-05-01", all_day: false, image };
    const writes = [
      events.create.run({ ...asked, tags: ["new", 4711] }, strict),
      events.create.run({ ...asked, description: "<script>x()</script>" }, strict),
      events.update.run({ image, slug: "No slug" }, { ...strict, found: foundById(event.id) }),
      venues.create.run({ venue: "HALL", image }, strict),
      venues.update.run(
        { image, status: "future" },
        { ...strict, found: foundById(event.venueId as number) },
      ),
    ];
    expect((await Promise.all(writes.map(refusal))).map(({ reasons }) => reasons)).to.deep.equal([
      { tags: "unknown-tag" },
      { description: "html-cleaned" },
      { slug: "slug-normalized" },
      { venue: "record-reused" },
      { status: "status-by-date" },
    ]);
    expect(calendar.web.requests).to.deep.equal([]);
    expect(await calendar.store.terms.findByName("tag", "new")).to.deep.equal([]);
    expect([
      await calendar.store.events.readAfter(0, 9),
      await calendar.store.venues.readAfter(0, 9),
    ]).to.deep.equal(before);
    await events.create.run(asked, strict);
    expect(calendar.web.requests).to.deep.equal([`GET ${ADDRESS}`]);
  });

  it("is no address when it is too long, of another scheme or without a host", async () => {
    for (const image of [
      "ftp://images.example/a.png",
      "//images.example/a.png",
      "file:///etc/passwd",
      "2031/03/a.png",
    ]) {
      expect(await refusal(calendar.createEvent({ image }, AUTHOR))).to.deep.equal(
        invalid({ image: "unknown-image" }),
      );
    }
    const image = `https://images.example/${"a".repeat(2_000)}`;
    expect(await refusal(calendar.createEvent({ image }, AUTHOR))).to.deep.equal(
      invalid({ image: "too-long" }),
    );
    expect(calendar.web.requests).to.deep.equal([]);
  });

  it("is left out, with a warning, when it cannot be had after the check", async () => {
    const web = { ...calendar.web, check: async () => undefined };
    const late = await openImageCalendar({ imageFetcher: web });
    try {
      const { image, event, adjustments } = await late.createEvent({ image: ADDRESS }, AUTHOR);
      expect(adjustments).to.deep.equal([{ parameter: "image", reason: "image-not-fetched" }]);
      expect(image).to.equal(undefined);
      expect(event).not.to.have.property("imageId");
      expect(late.warnings).to.deep.equal([
        {
          message: "an image could not be fetched",
          address: ADDRESS.replace(/\?.*/, ""),
          reason: "image-unreachable",
        },
      ]);
      const inside = await late.createEvent({ venue: { venue: "Hall", image: ADDRESS } }, AUTHOR);
      expect(inside.adjustments.map(({ parameter }) => parameter)).to.deep.equal(["venue[image]"]);
      calendar.web.files.set(ADDRESS, Buffer.from("no picture"));
      expect((await late.createEvent({ image: ADDRESS }, AUTHOR)).image).to.equal(undefined);
      calendar.web.files.set(ADDRESS, picture(1, 1));
      const { event: shown } = await late.createEvent({ image: ADDRESS }, AUTHOR);
      const kept = await late.update(shown.id, { image: "https://images.example/gone.png" }, AUTHOR);
      expect(kept.image?.id).to.equal(shown.imageId);
    } finally {
      await late.store.close();
    }
  });

  it("is left out, with a warning and without a trace, when its files cannot be kept", async () => {
    const { blobs } = calendar;
    let puts = 0;
    const full = await openImageCalendar({
      blobStore: {
        ...blobs,
        async put(name, bytes) {
          puts += 1;
          if (puts === 2) throw new Error("The disk is full.");
          return blobs.put(name, bytes);
        },
      },
    });
    try {
      full.web.files.set(ADDRESS, picture(800, 600));
      const { image } = await full.createEvent({ image: ADDRESS }, AUTHOR);
      expect(image).to.equal(undefined);
      expect(full.warnings.map(({ message }) => message)).to.deep.equal(["an image could not be stored"]);
      expect(blobs.names()).to.deep.equal([]);
      expect(await full.store.images.readAfter(0, 1)).to.deep.equal([]);
    } finally {
      await full.store.close();
    }
  });

  it("is refused when it was removed between the check and the deed", async () => {
    const { id } = await calendar.upload(picture(1, 1));
    const { create, update } = calendar.operations.events;
    const { event } = await calendar.createEvent();
    await calendar.removeImage(id, AUTHOR);
    const values = {
      title: "Late",
      start_date: "2031-05-01 10:00",
      end_date: "2031-05-01 12:00",
      all_day: false,
      image: id,
    };
    const expected = invalid({ image: "unknown-image" });
    expect(await refusal(create.run(values, { actor: AUTHOR }))).to.deep.equal(expected);
    expect(
      await refusal(update.run({ image: id }, { actor: ADMIN, found: foundById(event.id) })),
    ).to.deep.equal(expected);
    for (const kind of ["venues", "organizers"] as const) {
      const { create: make } = calendar.operations[kind];
      expect(
        await refusal(make.run({ venue: "Hall", organizer: "Club", image: id }, { actor: AUTHOR })),
      ).to.deep.equal(expected);
    }
  });
});
