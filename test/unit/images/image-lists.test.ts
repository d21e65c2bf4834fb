import type { Actor } from "@kalends/core";
import { findTarget, perform, type RawValues } from "@kalends/core/interface";
import { expect } from "chai";
import { ADMIN, ANONYMOUS, AUTHOR, CONTRIBUTOR, EDITOR } from "../actors.ts";
import { invalid, NOW, refusal } from "../events/calendar.ts";
import { ofEachTest } from "../of-each-test.ts";
import { openImageCalendar } from "./calendar.ts";
import { picture } from "./fakes.ts";

describe("lists of images", () => {
  const calendar = ofEachTest(() => openImageCalendar());

  const list = async (query: RawValues): Promise<readonly number[]> => {
    const { items } = await perform(calendar.operations.images.list, query, AUTHOR);
    return items.map(({ id }) => id);
  };

  // rules/images.md#image-filters
  it("filter by words, by use and by time", async () => {
    const { id: poster } = await calendar.upload(picture(1, 1), AUTHOR, "Harbour Poster.png");
    calendar.setNow(NOW + 3_600_000);
    const { id: band } = await calendar.upload(picture(1, 1), EDITOR, "dsc1.png");
    await calendar.store.images.save({
      ...(await calendar.image(band, EDITOR)),
      credit: "Ada Example",
    });
    const { event } = await calendar.createEvent({ image: String(poster) });
    await calendar.remove(event.id);
    expect(await list({ search: "HARBOUR" })).to.deep.equal([poster]);
    expect(await list({ search: "exámple ada" })).to.deep.equal([band]);
    expect(await list({ search: "token" })).to.deep.equal([]);
    expect(await list({ used: "true" })).to.deep.equal([poster]);
    expect(await list({ used: "0" })).to.deep.equal([band]);
    expect(await list({ since: "2031-03-10 15:30:00" })).to.deep.equal([band]);
    expect(await list({ until: "2031-03-10T16:30:00+01:00" })).to.deep.equal([poster]);
    expect(await list({ since: "2031-03-10", until: "2031-03-11", used: "false" })).to.deep.equal([band]);
    for (const [name, value, reason] of [
      ["since", "whenever", "not-a-date"],
      ["until", "", "not-a-date"],
      ["search", "x".repeat(201), "too-long"],
    ] as const)
      expect(await refusal(list({ [name]: value })), name).to.deep.equal(invalid({ [name]: reason }));
    expect((await refusal(list({ used: "perhaps" }))).code).to.equal("rest_invalid_param");
  });

  describe("of the records with an image", () => {
    const usage = async (id: number, by: Actor, query: RawValues = {}) => {
      const operation = calendar.operations.images.usage;
      const found = await findTarget(operation, { name: "id", text: String(id) }, by);
      const { uses, next } = await perform(operation, query, by, { found });
      return { uses: uses.map(({ kind, record }) => `${kind} ${record.id}`), next };
    };

    // rules/images.md#image-usage
    it("name only records that the caller may read, those in the trash too", async () => {
      const { id } = await calendar.upload(picture(1, 1), AUTHOR);
      const image = String(id);
      const { event, venue } = await calendar.createEvent({ image, venue: { venue: "Hall", image } }, AUTHOR);
      const { event: draft } = await calendar.createEvent({ image, status: "draft" }, AUTHOR);
      const { event: secret } = await calendar.createEvent({ image, status: "private" }, EDITOR);
      const { event: gone } = await calendar.createEvent({ image }, EDITOR);
      await calendar.remove(gone.id, EDITOR);
      await calendar.createEvent({ venue: venue?.venue.id }, AUTHOR);
      const hall = `venue ${venue?.venue.id}`;
      expect((await usage(id, EDITOR)).uses).to.deep.equal([
        ...[event, draft, secret, gone].map((record) => `event ${record.id}`),
        hall,
      ]);
      expect((await usage(id, AUTHOR)).uses).to.deep.equal([`event ${event.id}`, `event ${draft.id}`, hall]);
      for (const by of [ANONYMOUS, CONTRIBUTOR])
        expect(await usage(id, by)).to.deep.equal({ uses: [`event ${event.id}`, hall], next: undefined });
      const { id: hidden } = await calendar.upload(picture(1, 1), AUTHOR);
      expect(await refusal(usage(hidden, ANONYMOUS))).to.deep.equal(invalid({ id: "unknown-image" }));
      expect(await usage(hidden, ADMIN)).to.deep.equal({ uses: [], next: undefined });
    });

    it("have pages, and refuse other cursors", async () => {
      const { id } = await calendar.upload(picture(1, 1), AUTHOR);
      const image = String(id);
      const { event, venue, organizers } = await calendar.createEvent(
        { image, venue: { venue: "Hall", image }, organizer: { organizer: "Club", image } },
        AUTHOR,
      );
      const read: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await usage(id, AUTHOR, { per_page: 1, ...(cursor !== undefined && { cursor }) });
        expect(page.uses).to.have.length(1);
        read.push(...page.uses);
        cursor = page.next;
      } while (cursor !== undefined);
      const wanted = [
        `event ${event.id}`,
        `venue ${venue?.venue.id}`,
        `organizer ${organizers[0]?.organizer.id}`,
      ];
      expect(read).to.deep.equal(wanted);
      expect((await usage(id, AUTHOR, { per_page: 3 })).next).to.equal(undefined);
      for (const bad of [
        "",
        "image-1",
        "event-",
        "event--1",
        "event-01",
        "event-1e9",
        `event-${"9".repeat(16)}`,
      ])
        expect(await refusal(usage(id, AUTHOR, { cursor: bad })), bad).to.deep.equal(
          invalid({ cursor: "not-acceptable" }),
        );
    });
  });
});
