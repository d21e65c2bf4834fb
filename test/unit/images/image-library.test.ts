import type { Actor } from "@kalends/core";
import { createSlices, perform, toFilePart } from "@kalends/core/interface";
import { expect } from "chai";
import { CAPACITIES } from "../../capacities.ts";
import { ADMIN, ANONYMOUS, AUTHOR, CONTRIBUTOR, EDITOR, SUBSCRIBER } from "../actors.ts";
import { invalid, openCalendar, refusal } from "../events/calendar.ts";
import { foundById } from "../found.ts";
import { ofEachTest } from "../of-each-test.ts";
import { openImageCalendar } from "./calendar.ts";
import { createImagePorts, picture } from "./fakes.ts";

const ANOTHER: Actor = { ...AUTHOR, id: 99 };
const UNKNOWN = invalid({ id: "unknown-image" });

describe("the library of images", () => {
  const calendar = ofEachTest(() => openImageCalendar());

  it("takes files under names that nobody can guess or break out with", async () => {
    const names = {
      "../../etc/passwd": "passwd",
      "C:\\\\pictures\\\\Blue Harbour.JPEG": "blue-harbour",
      "Ülm & Café.png": "ulm-cafe",
      "日本.png": "image",
      "": "image",
      ".htaccess": "htaccess",
      "a.php.png": "a-php",
      '\0\n".png': "image",
      [`${"x".repeat(500)}.png`]: "x".repeat(40),
      "-.-.png": "image",
    };
    for (const [name, words] of Object.entries(names)) {
      const { id, url } = await calendar.upload(picture(1, 1), AUTHOR, name);
      expect(url, JSON.stringify(name)).to.match(new RegExp(`^2031/03/${words}-${id}-token\\d+\\.png$`));
      expect(await calendar.blobs.size(url)).to.equal(picture(1, 1).length);
    }
  });

  it("refuses what is no image, and keeps nothing of it", async () => {
    for (const [bytes, reason] of [
      ["", "empty"],
      ["<svg/>", "not-an-image"],
      ["image-damaged", "image-damaged"],
      ["image-too-many-pixels", "image-too-many-pixels"],
    ] as const) {
      expect(await refusal(calendar.upload(Buffer.from(bytes)))).to.deep.equal(invalid({ file: reason }));
    }
    expect(calendar.blobs.names()).to.deep.equal([]);
    expect(await calendar.store.ids.last("record")).to.equal(0);
  });

  it("keeps no file that came with a record whose client has gone", async () => {
    const ports = createImagePorts();
    const slices = createSlices({
      now: () => 0,
      pause: async () => undefined,
      sleep: async () => undefined,
      capacities: CAPACITIES,
    });
    const { operations, store } = await openCalendar({ images: ports, slices });
    const image = toFilePart({ name: "a.png", bytes: picture(1, 1) });
    const values = { title: "Jazz", start_date: "2031-05-01", end_date: "2031-05-01", image };
    let written = 0;
    const isGone = (): boolean => {
      written = Math.max(written, ports.blobStore.names().length);
      return written > 0;
    };
    const abandoned = perform(operations.events.create, values, AUTHOR, { isGone });
    expect(await refusal(abandoned)).to.deep.equal({ code: "rest_storage_unavailable" });
    expect(written).to.be.greaterThan(0);
    expect(ports.blobStore.names()).to.deep.equal([]);
    await store.close();
  });

  it("lets nobody who sends slowly keep others waiting", async () => {
    const { create } = calendar.operations.images;
    const state = { end: () => {} };
    const slow = new Promise<void>((resolve) => {
      state.end = resolve;
    });
    const receive = () => slow.then(() => ({ name: "", bytes: picture(1, 1) }));
    const senders = [AUTHOR, ADMIN, ANOTHER].flatMap((actor) => Array.from({ length: 6 }, () => actor));
    const waiting = senders.map((actor) => create.run({ file: { receive } }, { actor }));
    expect(await calendar.upload(picture(1, 1), EDITOR)).to.include({ author: EDITOR.id });
    state.end();
    expect(await Promise.all(waiting)).to.have.length(18);
  });

  it("receives no third upload of an account before one is stored or refused", async () => {
    const began: string[] = [];
    const held = new Map<string, (bytes: Uint8Array) => void>();
    const blobs = createImagePorts();
    let put = (): void => {};
    const written = new Promise<void>((resolve) => {
      put = resolve;
    });
    const slowStore = {
      ...blobs.blobStore,
      put: (...file: Parameters<typeof blobs.blobStore.put>) =>
        written.then(() => blobs.blobStore.put(...file)),
    };
    const { operations, store } = await openCalendar({ images: { ...blobs, blobStore: slowStore } });
    const send = (name: string): Promise<unknown> =>
      operations.images.create.run(
        {
          file: {
            receive() {
              began.push(name);
              return new Promise((resolve) => held.set(name, (bytes) => resolve({ name, bytes })));
            },
          },
        },
        { actor: AUTHOR },
      );
    const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
    const [one, two, three] = [send("one"), send("two").catch(() => "refused"), send("three")];
    // The first file is complete and is being written.
    held.get("one")?.(picture(1, 1));
    await turn();
    expect(began).to.deep.equal(["one", "two"]);
    held.get("two")?.(Buffer.alloc(0));
    expect(await two).to.equal("refused");
    await turn();
    expect(began).to.deep.equal(["one", "two", "three"]);
    put();
    held.get("three")?.(picture(1, 1));
    await Promise.all([one, three]);
    await store.close();
  });

  it("receives few files of one account at once", async () => {
    let running = 0;
    let most = 0;
    const { create } = calendar.operations.images;
    const receive = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return { name: "", bytes: picture(1, 1) };
    };
    const uploadAll = (actors: readonly Actor[]) =>
      Promise.all(actors.map((actor) => create.run({ file: { receive } }, { actor })));
    await uploadAll(Array.from({ length: 20 }, (_, index) => (index < 10 ? AUTHOR : EDITOR)));
    expect(most).to.equal(4);
    most = 0;
    await uploadAll(Array.from({ length: 10 }, () => AUTHOR));
    expect(most).to.equal(2);
    expect((await calendar.store.images.list({ page: 1, perPage: 1 })).total).to.equal(30);
  });

  // rules/images.md#image-list
  it("lists the newest first, for those who may upload", async () => {
    const { list } = calendar.operations.images;
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1) ids.unshift((await calendar.upload(picture(1, 1))).id);
    const page = await list.run({ page: 1, per_page: 2 }, { actor: AUTHOR });
    expect(page.items.map(({ id }) => id)).to.deep.equal(ids.slice(0, 2));
    expect(page).to.include({ total: 3, page: 1, perPage: 2 });
    expect((await perform(list, { per_page: "9999" }, AUTHOR)).perPage).to.equal(200);
    const may = [ADMIN, EDITOR, AUTHOR, CONTRIBUTOR, SUBSCRIBER, ANONYMOUS].map((actor) =>
      list.permits(actor),
    );
    expect(may).to.deep.equal([true, true, true, false, false, false]);
  });

  it("shows an image to others when a record that they may read shows it", async () => {
    const { id } = await calendar.upload(picture(1, 1), AUTHOR);
    const hidden: readonly Actor[] = [ANONYMOUS, SUBSCRIBER, CONTRIBUTOR];
    for (const actor of hidden) expect(await refusal(calendar.image(id, actor))).to.deep.equal(UNKNOWN);
    expect((await calendar.image(id, EDITOR)).id).to.equal(id);
    const { event } = await calendar.createEvent({ image: String(id), status: "draft" }, AUTHOR);
    for (const actor of hidden) expect(await refusal(calendar.image(id, actor))).to.deep.equal(UNKNOWN);
    await calendar.update(event.id, { status: "publish" }, AUTHOR);
    for (const actor of hidden) expect((await calendar.image(id, actor)).id).to.equal(id);
    const { event: own } = await calendar.createEvent({ image: String(id), status: "draft" }, CONTRIBUTOR);
    await calendar.remove(event.id, AUTHOR);
    for (const actor of [ANONYMOUS, SUBSCRIBER])
      expect(await refusal(calendar.image(id, actor))).to.deep.equal(UNKNOWN);
    expect((await calendar.image(id, CONTRIBUTOR)).id).to.equal(id);
    await calendar.remove(own.id, CONTRIBUTOR);
    expect((await calendar.image(id, CONTRIBUTOR)).id).to.equal(id);
    expect((await calendar.update(own.id, { image: String(id) }, CONTRIBUTOR)).image?.id).to.equal(id);
    await calendar.update(own.id, { image: "" }, CONTRIBUTOR);
    expect(await refusal(calendar.image(id, CONTRIBUTOR))).to.deep.equal(UNKNOWN);
    expect(await refusal(calendar.image(999, ADMIN))).to.deep.equal(UNKNOWN);
    expect(await refusal(calendar.image(event.id, ADMIN))).to.deep.equal(UNKNOWN);
  });

  it("removes an image and its files, for its author and for those who may delete what others wrote", async () => {
    for (const [by, code] of [
      [AUTHOR, undefined],
      [EDITOR, undefined],
      [ADMIN, undefined],
      [{ ...AUTHOR, id: 30 }, "rest_forbidden"],
    ] as const) {
      const { id } = await calendar.upload(picture(800, 600), AUTHOR);
      if (code === undefined) expect((await calendar.removeImage(id, by)).id).to.equal(id);
      else expect(await refusal(calendar.removeImage(id, by))).to.deep.equal({ code });
      expect((await calendar.store.images.find(id)) === undefined).to.equal(code === undefined);
    }
    expect(calendar.blobs.names()).to.have.length(2);
  });

  it("keeps an image that a record shows, the trash included, and names what the caller may know of", async () => {
    const { id } = await calendar.upload(picture(1, 1), AUTHOR);
    const image = String(id);
    const { event, venue } = await calendar.createEvent({ image, venue: { venue: "Hall", image } }, AUTHOR);
    const { event: secret } = await calendar.createEvent({ image, status: "private" }, EDITOR);
    const { event: gone } = await calendar.createEvent({ image }, EDITOR);
    await calendar.remove(gone.id, EDITOR);
    const idsFor = async (actor: Actor): Promise<readonly number[] | undefined> => {
      try {
        await calendar.removeImage(id, actor);
      } catch (error) {
        expect(error).to.have.property("code", "rest_image_in_use");
        return (error as { details: { recordIds?: readonly number[] } }).details.recordIds;
      }
      return undefined;
    };
    expect(await idsFor(EDITOR)).to.have.members([event.id, venue?.venue.id, secret.id, gone.id]);
    expect(await idsFor(AUTHOR)).to.have.members([event.id, venue?.venue.id]);
    await calendar.update(event.id, { image: "" }, AUTHOR);
    await calendar.operations.venues.update.run(
      { image: null },
      { actor: AUTHOR, found: foundById(venue?.venue.id ?? 0) },
    );
    expect(await idsFor(AUTHOR)).to.deep.equal([]);
    await calendar.update(secret.id, { image: "" }, EDITOR);
    expect(await idsFor(EDITOR)).to.deep.equal([gone.id]);
    await calendar.update(gone.id, { image: "" }, EDITOR);
    expect(await idsFor(AUTHOR)).to.equal(undefined);
  });

  it("lets an image be shown or removed, never both", async () => {
    for (let count = 0; count < 10; count += 1) {
      const { id } = await calendar.upload(picture(1, 1), AUTHOR);
      const [shown, removed] = await Promise.allSettled([
        calendar.createEvent({ image: String(id) }, AUTHOR),
        calendar.removeImage(id, AUTHOR),
      ]);
      expect([shown.status, removed.status].sort()).to.deep.equal(["fulfilled", "rejected"]);
    }
  });

  it("says in the log which file it could not remove, and removes the image all the same", async () => {
    const { blobs } = calendar;
    const stuck = await openImageCalendar({
      blobStore: { ...blobs, remove: () => Promise.reject(new Error("The disk is read-only.")) },
    });
    try {
      const { id, url } = await stuck.upload(picture(1, 1));
      expect((await stuck.removeImage(id, AUTHOR)).id).to.equal(id);
      expect(stuck.warnings.map(({ name }) => name)).to.deep.equal([url]);
    } finally {
      await stuck.store.close();
    }
  });
});
