import type { OutboxFailure } from "@kalends/core/storage";
import { expect } from "chai";
import { aChange } from "../fixtures.ts";
import { type OpenStore, storeForEach } from "../opened.ts";

const aFailure = (fields: Partial<OutboxFailure>): OutboxFailure => ({
  ...{ reader: "a", position: 1, kind: "event", recordId: 1, attempts: 1, dueAt: 5, error: "" },
  isSetAside: false,
  ...fields,
});

/**
 * Defines the tests for outbox consumers and their failed deliveries that every store must pass. `open` must
 * return a new, empty store.
 */
export const outboxConsumerContract = (open: OpenStore): void => {
  describe("readers of the Outbox", () => {
    const store = storeForEach(open);

    it("begin after what was there, once, and are listed by name", async () => {
      const { outbox } = store();
      const first = await outbox.addConsumer("b/$x.y", "one");
      expect(first).to.deep.equal({ name: "b/$x.y", id: "one", began: 0, position: 0 });
      await outbox.append([aChange(), aChange()]);
      const second = await outbox.addConsumer("a", "two");
      const last = await outbox.last();
      expect(second).to.deep.equal({ name: "a", id: "two", began: last, position: last });
      expect(await outbox.addConsumer("b/$x.y", "three")).to.deep.equal(first);
      expect(await outbox.consumers()).to.deep.equal([second, first]);
    });

    it("are one where many add it at once", async () => {
      const { outbox } = store();
      const added = await Promise.all(
        Array.from({ length: 12 }, (_, index) => outbox.addConsumer("a", `id ${index}`)),
      );
      for (const reader of added) expect(reader).to.deep.equal(added[0]);
      expect(await outbox.consumers()).to.deep.equal([added[0]]);
    });

    it("go on, and never back", async () => {
      const { outbox } = store();
      const reader = await outbox.addConsumer("a", "one");
      await outbox.advance("a", 7);
      await outbox.advance("a", 5);
      await outbox.advance("nobody", 9);
      expect(await outbox.consumers()).to.deep.equal([{ ...reader, position: 7 }]);
      expect(await outbox.addConsumer("a", "two")).to.deep.equal({ ...reader, position: 7 });
    });

    it("are removed with their failures, and begin anew when they are added again", async () => {
      const { outbox } = store();
      await outbox.addConsumer("a", "one");
      await outbox.addConsumer("b", "one");
      await outbox.append([aChange()]);
      for (const reader of ["a", "b"]) await outbox.saveFailure(aFailure({ reader }));
      expect(await outbox.removeConsumer("a")).to.equal(true);
      expect(await outbox.removeConsumer("a")).to.equal(false);
      const { began, id } = await outbox.addConsumer("a", "two");
      expect({ began, id }).to.deep.equal({ began: await outbox.last(), id: "two" });
      expect(await outbox.failures("a", false, 0, 10)).to.deep.equal([]);
      expect(await outbox.failures("b", false, 0, 10)).to.have.length(1);
    });

    it("have failures, waiting ones and those set aside, by position", async () => {
      const { outbox } = store();
      await outbox.addConsumer("a", "one");
      await outbox.addConsumer("b", "one");
      const waiting = [2, 5, 9].map((position) => aFailure({ position, error: `$a \u{1f600} ${position}` }));
      const aside = aFailure({ position: 3, attempts: 10, isSetAside: true });
      for (const failure of [...waiting.toReversed(), aside]) await outbox.saveFailure(failure);
      await outbox.saveFailure(aFailure({ reader: "b", position: 4, kind: "tag", recordId: 8 }));
      await outbox.saveFailure(aFailure({ reader: "nobody" }));
      expect(await outbox.failures("a", false, 0, 10)).to.deep.equal(waiting);
      expect(await outbox.failures("a", false, 2, 1)).to.deep.equal(waiting.slice(1, 2));
      expect(await outbox.failures("a", true, 0, 10)).to.deep.equal([aside]);
      expect(await outbox.failures("a", true, 3, 10)).to.deep.equal([]);
      expect(await outbox.failures("nobody", false, 0, 10)).to.deep.equal([]);
      const again = { ...aside, attempts: 0, isSetAside: false };
      await outbox.saveFailure(again);
      expect(await outbox.failures("a", true, 0, 10)).to.deep.equal([]);
      expect((await outbox.failures("a", false, 0, 10))[1]).to.deep.equal(again);
      expect(await outbox.removeFailure("a", 3)).to.equal(true);
      expect(await outbox.removeFailure("a", 3)).to.equal(false);
      expect(await outbox.removeFailure("b", 5)).to.equal(false);
      expect(await outbox.failures("a", false, 0, 10)).to.deep.equal(waiting);
    });

    it("lose failures with the entries that they name", async () => {
      const { outbox } = store();
      await outbox.addConsumer("a", "one");
      for (const time of [1, 2, 3]) await outbox.append([aChange({ time })]);
      const entries = await outbox.readAfter(0, 10);
      for (const { position } of entries) await outbox.saveFailure(aFailure({ position }));
      expect(await outbox.removeOlder(3, 10)).to.equal(2);
      const left = await outbox.failures("a", false, 0, 10);
      expect(left.map(({ position }) => position)).to.deep.equal([entries[2]?.position]);
    });
  });
};
