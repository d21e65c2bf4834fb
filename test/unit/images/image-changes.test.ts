import { type Actor, CalendarError, type Image } from "@kalends/core";
import { findTarget, type ItemOperation, perform, type RawValues } from "@kalends/core/interface";
import { expect } from "chai";
import { sweepMedia } from "kalends/internals";
import { ADMIN, ANONYMOUS, AUTHOR, CONTRIBUTOR, EDITOR, SUBSCRIBER } from "../actors.ts";
import { invalid, refusal } from "../events/calendar.ts";
import { ofEachTest } from "../of-each-test.ts";
import { openImageCalendar } from "./calendar.ts";
import { picture } from "./fakes.ts";

const ANOTHER: Actor = { ...AUTHOR, id: 99 };
const WITHOUT_UPLOAD: Actor = { ...EDITOR, capabilities: new Set(["edit", "edit_others"]) };
const UNKNOWN = invalid({ id: "unknown-image" });
const FORBIDDEN = { code: "rest_forbidden" };

describe("changes of images", () => {
  const calendar = ofEachTest(() => openImageCalendar());

  const on = async <Values, Result>(
    operation: ItemOperation<Values, Result, Image>,
    id: number,
    values: RawValues,
    by: Actor,
    options: object = {},
  ): Promise<Result> => {
    const found = await findTarget(operation, { name: "id", text: String(id) }, by);
    return perform(operation, values, by, { found, ...options });
  };
  const update = (id: number, values: RawValues, by: Actor = AUTHOR, options: object = {}) =>
    on(calendar.operations.images.update, id, values, by, options);
  const replace = (id: number, bytes: Uint8Array, by: Actor = AUTHOR, options: object = {}) => {
    const file = { receive: async () => ({ name: "New One.png", bytes }) };
    return on(calendar.operations.images.replaceFile, id, { file }, by, options);
  };
  const stored = async (id: number): Promise<Image | undefined> => calendar.store.images.find(id);

  describe("of details", () => {
    it("set, keep and remove each of them", async () => {
      const image = await calendar.upload(picture(1, 1));
      const all = {
        ...{ alt: " A band ", title: "Jazz", credit: "Ada", license: "https://example.org/by?x=%41" },
        focal_point: { x: "0.25", y: 1 },
      };
      const changed = await update(image.id, all);
      const details = {
        ...{ alt: "A band", title: "Jazz", credit: "Ada", license: "https://example.org/by?x=%41" },
        focalPoint: { x: 0.25, y: 1 },
      };
      expect(changed).to.deep.include({ ...details, adjustments: [] });
      expect(await stored(image.id)).to.deep.include({ ...details, url: image.url, author: AUTHOR.id });
      await update(image.id, { credit: "Eve", title: null });
      const { adjustments: _none, ...unchanged } = { adjustments: [], ...image };
      expect(await stored(image.id)).to.deep.equal({ ...unchanged, ...details, credit: "Eve" });
      await update(image.id, { alt: "", title: " ", credit: "", license: "", focal_point: null });
      expect(await stored(image.id)).to.not.have.any.keys("alt", "title", "credit", "license", "focalPoint");
    });

    it("store hostile texts as harmless ones, and name what they changed", async () => {
      const { id } = await calendar.upload(picture(1, 1));
      const hostile = {
        alt: "<img src=x onerror=alert(1)>Pier",
        title: "a\nb<script>alert(1)</script>",
        credit: "\u200b <b>Ada</b>",
        license: "http://x.example/<script>",
      };
      const { adjustments } = await update(id, hostile);
      expect(adjustments.map(({ parameter }) => parameter)).to.have.members(Object.keys(hostile));
      const texts = (await stored(id)) as unknown as Readonly<Record<string, string>>;
      for (const name of Object.keys(hostile)) expect(texts[name], name).not.to.match(/<[a-z/!?]|\n/i);
      await update(id, { license: "javascript:alert(1)" });
      expect((await stored(id))?.license).to.equal("javascript:alert(1)");
      const refused = update(id, hostile, AUTHOR, { strict: true });
      expect((await refusal(refused)).code).to.equal("rest_invalid_param");
      expect((await stored(id))?.license).to.equal("javascript:alert(1)");
    });

    it("refuse other values, with their names, and change nothing", async () => {
      const { id } = await calendar.upload(picture(1, 1));
      for (const [name, value, reason] of [
        ["alt", "x".repeat(1_001), "too-long"],
        ["title", "x".repeat(501), "too-long"],
        ["credit", 7, "not-a-string"],
        ["license", "\ud800", "invalid-text"],
        ["focal_point", "left", "not-acceptable"],
        ["focal_point", [0, 1], "not-acceptable"],
        ["focal_point", { x: 0, y: 0, z: 0 }, "not-acceptable"],
        ["focal_point", { x: 0 }, "missing"],
        ["focal_point", { x: 0, y: 1.01 }, "out-of-range"],
        ["focal_point", { x: -0.1, y: 0 }, "out-of-range"],
        ["focal_point", { x: "NaN", y: 0 }, "not-a-number"],
        ["focal_point", { x: 0, y: null }, "not-a-number"],
      ] as const)
        expect(await refusal(update(id, { title: "Other", [name]: value })), `${value}`).to.deep.equal(
          invalid({ [name]: reason }),
        );
      expect(await stored(id)).to.not.have.any.keys("title", "focalPoint");
    });

    it("need edit for own images, and edit_others for those of others", async () => {
      const { id } = await calendar.upload(picture(1, 1), AUTHOR);
      await calendar.createEvent({ image: String(id) }, AUTHOR);
      for (const by of [AUTHOR, EDITOR, ADMIN, WITHOUT_UPLOAD])
        expect((await update(id, { alt: `by ${by.id}` }, by)).alt).to.equal(`by ${by.id}`);
      for (const by of [ANOTHER, CONTRIBUTOR, SUBSCRIBER, ANONYMOUS, { ...AUTHOR, capabilities: new Set() }])
        expect(await refusal(update(id, { alt: "never" }, by as Actor))).to.deep.equal(FORBIDDEN);
      expect((await stored(id))?.alt).to.equal("by 2");
      const { id: hidden } = await calendar.upload(picture(1, 1), AUTHOR);
      expect(await refusal(update(hidden, { alt: "x" }, CONTRIBUTOR))).to.deep.equal(UNKNOWN);
      expect(await refusal(update(999, { alt: "x" }, ADMIN))).to.deep.equal(UNKNOWN);
    });

    it("store nothing in a dry run, and check the revision", async () => {
      const image = await calendar.upload(picture(1, 1));
      expect(await update(image.id, { alt: "Dry", dry_run: true })).to.include({
        alt: "Dry",
        isDryRun: true,
      });
      expect(await stored(image.id)).to.deep.equal(await calendar.image(image.id, AUTHOR));
      expect((await stored(image.id))?.alt).to.equal(undefined);
      const old = update(image.id, { alt: "Old" }, AUTHOR, { ifMatch: [1] });
      expect(await refusal(old)).to.deep.equal({ code: "rest_precondition_failed" });
      const without = update(image.id, { alt: "x" }, AUTHOR, { ifMatch: "required" });
      expect(await refusal(without)).to.deep.equal({ code: "rest_precondition_required" });
      await update(image.id, { alt: "New" }, AUTHOR, { ifMatch: [image.revision ?? 0] });
      expect((await stored(image.id))?.alt).to.equal("New");
    });
  });

  describe("of files", () => {
    it("give new addresses, keep the rest, and keep the former files", async () => {
      const image = await calendar.upload(picture(800, 600), AUTHOR, "old.png");
      await update(image.id, { alt: "A band", focal_point: { x: 0, y: 0 } });
      const before = calendar.blobs.names();
      const { event } = await calendar.createEvent({ image: String(image.id) }, AUTHOR);
      const changed = await replace(image.id, picture(400, 300));
      expect(changed).to.deep.include({
        ...{ id: image.id, author: AUTHOR.id, createdUtc: image.createdUtc, alt: "A band" },
        ...{ focalPoint: { x: 0, y: 0 }, width: 400, height: 300, fileSize: picture(400, 300).length },
      });
      expect(changed.url).to.match(new RegExp(`^2031/03/new-one-${image.id}-token\\d+\\.png$`));
      const names = [changed.url, ...Object.values(changed.sizes).map(({ url }) => url)];
      expect(calendar.blobs.names()).to.have.members([...before, ...names]);
      expect((await calendar.get(event.id)).image?.url).to.equal(changed.url);
    });

    it("keep the address from which the image was fetched", async () => {
      const address = "https://a.example/a.png";
      calendar.web.files.set(address, picture(1, 1));
      const { fetch } = calendar.operations.images;
      const { id } = await perform(fetch, { address }, AUTHOR);
      await replace(id, picture(2, 2));
      expect((await perform(fetch, { address }, AUTHOR)).id).to.equal(id);
      expect(calendar.web.requests.filter((line) => line.startsWith("GET"))).to.have.length(1);
    });

    it("need the rights to upload and to edit, which are checked before the file is received", async () => {
      const { id } = await calendar.upload(picture(1, 1), AUTHOR);
      await calendar.createEvent({ image: String(id) }, AUTHOR);
      const { replaceFile } = calendar.operations.images;
      const receive = () => Promise.reject(new Error("It was received."));
      for (const by of [ANOTHER, WITHOUT_UPLOAD, CONTRIBUTOR, SUBSCRIBER, ANONYMOUS])
        expect(await refusal(on(replaceFile, id, { file: { receive } }, by))).to.deep.equal(FORBIDDEN);
      const old = on(replaceFile, id, { file: { receive } }, AUTHOR, { ifMatch: [1] });
      expect(await refusal(old)).to.deep.equal({ code: "rest_precondition_failed" });
      for (const by of [AUTHOR, EDITOR, ADMIN])
        expect((await replace(id, picture(2, 2), by)).width).to.equal(2);
    });

    it("are refused like uploads, and leave nothing", async () => {
      const image = await calendar.upload(picture(1, 1));
      for (const [bytes, reason] of [
        ["", "empty"],
        ["<svg/>", "not-an-image"],
        ["image-damaged", "image-damaged"],
      ] as const)
        expect(await refusal(replace(image.id, Buffer.from(bytes)))).to.deep.equal(invalid({ file: reason }));
      const large = replace(image.id, Buffer.alloc(10 * 1024 * 1024 + 1));
      expect(await refusal(large)).to.deep.equal({ code: "rest_body_too_large" });
      expect(await stored(image.id)).to.deep.equal(await calendar.image(image.id, AUTHOR));
      expect(calendar.blobs.names()).to.deep.equal([image.url]);
    });

    it("race with deletions: the image is replaced or gone, and no file is lost or left", async () => {
      for (let count = 0; count < 10; count += 1) {
        const { id } = await calendar.upload(picture(200, 200));
        const [replaced, removed] = await Promise.allSettled([
          replace(id, picture(300, 300)),
          calendar.removeImage(id, AUTHOR),
        ]);
        expect(removed.status).to.equal("fulfilled");
        if (replaced.status === "rejected") expect(replaced.reason).to.be.instanceOf(CalendarError);
        expect(await stored(id)).to.equal(undefined);
      }
      expect(calendar.blobs.names()).to.deep.equal([]);
    });

    it("race with each other: one wins, and the files of the other count as replaced", async () => {
      const { id, url } = await calendar.upload(picture(1, 1));
      const both = await Promise.all([replace(id, picture(2, 2)), replace(id, picture(3, 3))]);
      const image = await stored(id);
      expect(both.map((one) => one.url)).to.include(image?.url);
      expect(calendar.blobs.names()).to.have.members([url, ...both.map((one) => one.url)]);
      await calendar.removeImage(id, AUTHOR);
      expect(calendar.blobs.names()).to.deep.equal([]);
    });
  });

  // rules/images.md#image-storage
  it("leave the image as it was, and files that a sweep removes, if the process ends in between", async () => {
    const image = await calendar.upload(picture(1, 1));
    const { store, blobs } = calendar;
    let isWritten = (): void => {};
    const written = new Promise<void>((resolve) => {
      isWritten = resolve;
    });
    const ended = await openImageCalendar({
      blobStore: {
        ...blobs,
        // The process ends after the first file of the new image is stored.
        async put(name, bytes) {
          await blobs.put(name, bytes);
          isWritten();
          return new Promise(() => {});
        },
      },
    });
    try {
      await ended.store.images.save(image);
      const file = { receive: async () => ({ name: "", bytes: picture(200, 200) }) };
      void on(ended.operations.images.replaceFile, image.id, { file }, AUTHOR, {
        found: { name: "id", record: image },
      });
      await written;
      expect(blobs.names()).to.have.length(2);
      expect(await ended.store.images.find(image.id)).to.deep.equal(image);
      expect(await sweepMedia({ store, blobStore: blobs, wait: async () => {} })).to.equal(1);
      expect(blobs.names()).to.deep.equal([image.url]);
    } finally {
      await ended.store.close();
    }
  });

  it("keep no file when the storage fails before the image is stored", async () => {
    const failing = await openImageCalendar({
      blobStore: {
        ...calendar.blobs,
        put: (name, bytes) =>
          name.endsWith("-150x150.png")
            ? Promise.reject(new CalendarError("rest_storage_unavailable"))
            : calendar.blobs.put(name, bytes),
      },
    });
    try {
      const image = await failing.upload(picture(1, 1));
      const { replaceFile } = failing.operations.images;
      const file = { receive: async () => ({ name: "", bytes: picture(200, 200) }) };
      const refused = on(replaceFile, image.id, { file }, AUTHOR, {
        found: await findTarget(replaceFile, { name: "id", text: String(image.id) }, AUTHOR),
      });
      expect((await refusal(refused)).code).to.equal("rest_storage_unavailable");
      expect(await failing.image(image.id, AUTHOR)).to.deep.equal(await failing.store.images.find(image.id));
      expect(calendar.blobs.names()).to.deep.equal([image.url]);
    } finally {
      await failing.store.close();
    }
  });
});
