import type { Repositories } from "@kalends/core";
import { expect } from "chai";
import { anEvent } from "../fixtures.ts";
import { type OpenStore, storeForEach } from "../opened.ts";

const HALFWAY = new Error("halfway");

/**
 * Defines tests to check that transactions behave equally with and without a native transaction of the
 * database.
 */
export const nativeTransactionContract = (open: OpenStore): void => {
  describe("transactions in which others take part", () => {
    const opened = storeForEach(open);
    const transact = <T>(work: (repositories: Repositories) => Promise<T>): Promise<T> => {
      const store = opened();
      return store.nativeTransaction?.((repositories) => work(repositories)) ?? store.transaction(work);
    };

    it("store everything that was written, which they see before", async () => {
      const answer = await transact(async ({ events }) => {
        await events.save(anEvent({ id: 1 }));
        await events.save(anEvent({ id: 2, slug: "two" }));
        return (await events.find(2))?.slug;
      });
      expect(answer).to.equal("two");
      expect(await opened().events.findMany([1, 2])).to.have.length(2);
    });

    it("store nothing when they fail", async () => {
      const failing = transact(async ({ events }) => {
        await events.save(anEvent({ id: 1 }));
        throw HALFWAY;
      });
      expect(await failing.catch((error: unknown) => error)).to.equal(HALFWAY);
      expect(await opened().events.find(1)).to.equal(undefined);
    });

    it("do not overlap in effect, with other units neither", async () => {
      const transaction = (work: (repositories: Repositories) => Promise<void>): Promise<void> =>
        opened().transaction(work);
      const add = async ({ events, ids }: Repositories): Promise<void> => {
        const before = await events.readAfter(0, 100);
        await events.save(anEvent({ id: await ids.next("record"), slug: "same", title: `${before.length}` }));
      };
      const addFree = async (repositories: Repositories): Promise<void> => {
        if ((await repositories.events.findBySlug("same")) === undefined) await add(repositories);
      };
      await Promise.all([transact(addFree), transaction(addFree), transact(addFree), transaction(addFree)]);
      expect(await opened().events.readAfter(0, 100)).to.have.length(1);
    });

    it("end with their work", async () => {
      let kept: Repositories | undefined;
      await transact(async (repositories) => {
        kept = repositories;
      });
      const late = kept?.events.save(anEvent({ id: 1 })).catch((error: unknown) => error);
      expect(await late).to.be.instanceOf(Error);
      expect(await opened().events.find(1)).to.equal(undefined);
    });
  });
};
