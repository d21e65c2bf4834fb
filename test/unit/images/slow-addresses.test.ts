import type { CalendarError, ImageFetcher } from "@kalends/core";
import { perform } from "@kalends/core/interface";
import { expect } from "chai";
import { AUTHOR, EDITOR } from "../actors.ts";
import { NOW, refusal } from "../events/calendar.ts";
import { openImageCalendar } from "./calendar.ts";
import { picture } from "./fakes.ts";

const ADDRESS = "https://images.example/poster.png";

describe("an image by an address that answers slowly or badly", () => {
  it("is refused with the status that was answered, and checked in the name of who asks", async () => {
    const accounts: unknown[] = [];
    const web: ImageFetcher = {
      async check(_url, account) {
        accounts.push(account);
        return { refusal: "image-wrong-status", status: 404 };
      },
      fetch: async () => ({ refusal: "image-unreachable" }),
    };
    const other = await openImageCalendar({ imageFetcher: web });
    try {
      for (const body of [{ image: ADDRESS }, { venue: { venue: "Hall", image: ADDRESS } }])
        await refusal(other.createEvent(body, AUTHOR));
      const call = other.createEvent({ image: ADDRESS }, EDITOR);
      const problem = await call.catch((error: CalendarError) => error.details.problems?.image);
      expect(problem).to.deep.equal({
        reason: "image-wrong-status",
        code: "rest_image_refused",
        values: { status: 404 },
      });
      expect(accounts).to.deep.equal([AUTHOR.id, AUTHOR.id, EDITOR.id]);
    } finally {
      await other.store.close();
    }
  });

  it("is checked together with the others of the record, not one after the other", async () => {
    const waiting: (() => void)[] = [];
    const other = await openImageCalendar({
      imageFetcher: {
        check: () => new Promise((answer) => waiting.push(() => answer({ refusal: "image-too-slow" }))),
        fetch: async () => ({ refusal: "image-unreachable" }),
      },
    });
    try {
      const organizer = [1, 2, 3].map((number) => ({
        organizer: `Org ${number}`,
        image: `https://images.example/${number}.png`,
      }));
      const call = refusal(other.createEvent({ organizer }, AUTHOR));
      while (waiting.length < 3) await new Promise((resolve) => setImmediate(resolve));
      for (const answer of waiting) answer();
      expect((await call).reasons).to.have.keys(["organizer"]);
    } finally {
      await other.store.close();
    }
  });

  // rules/images.md#image-queues
  it("is one of twelve in memory until it is stored, and the only one of its account", async () => {
    const began: unknown[] = [];
    const waiting: (() => void)[] = [];
    const other = await openImageCalendar({
      imageFetcher: {
        check: async () => undefined,
        fetch(_url, account) {
          began.push(account);
          return new Promise((answer) => waiting.push(() => answer({ refusal: "image-unreachable" })));
        },
      },
    });
    try {
      const ids = Array.from({ length: 13 }, (_, index) => index + 1);
      const actors = ids.flatMap((id) => [id, id]).map((id) => ({ ...AUTHOR, id }));
      const calls = actors.map((actor, index) =>
        refusal(
          perform(other.operations.images.fetch, { address: `https://images.example/${index}.png` }, actor),
        ),
      );
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      // The hosts of six accounts are slow. Six other accounts still get a place.
      expect(began).to.deep.equal(ids.slice(0, 12));
      const all = Promise.all(calls);
      let isOver = false;
      void all.then(() => {
        isOver = true;
      });
      while (!isOver) {
        for (const answer of waiting.splice(0)) answer();
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(began).to.have.length(26);
    } finally {
      await other.store.close();
    }
  });

  it("is left out, with a warning, when half a minute has gone for those before it", async () => {
    const addresses = [1, 2, 3, 4, 5].map((number) => `https://images.example/${number}.png`);
    const asked: string[] = [];
    const state = { now: NOW };
    const slow = await openImageCalendar({
      imageFetcher: {
        check: async () => undefined,
        async fetch(url) {
          asked.push(url);
          state.now += 15_001;
          slow.setNow(state.now);
          return { bytes: picture(asked.length, 1) };
        },
      },
    });
    try {
      const [image, venue, ...organizers] = addresses;
      const event = await slow.createEvent(
        {
          image,
          venue: { venue: "Hall", image: venue },
          organizer: organizers.map((address, index) => ({ organizer: `Org ${index}`, image: address })),
        },
        AUTHOR,
      );
      expect(asked).to.deep.equal([image, venue]);
      expect(event.organizers.map((organizer) => organizer.image)).to.deep.equal(
        organizers.map(() => undefined),
      );
      expect(slow.warnings).to.deep.equal(
        organizers.map((address) => ({
          message: "an image could not be fetched",
          address,
          reason: "image-too-slow",
        })),
      );
    } finally {
      await slow.store.close();
    }
  });
});
