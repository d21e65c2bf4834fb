import { FIRST_USER_NUMBER, type UserId, type UserIds } from "@kalends/core/storage";
import type { UserIdDocument } from "../database/documents.ts";
import { isDuplicate } from "../database/errors.ts";
import type { Session } from "../transactions/session.ts";
import { createIdSequences } from "./id-sequences.ts";

const toUserId = ({ _id: hostId, number }: UserIdDocument): UserId => ({ number, hostId });

/** Counter for the numbers of users. It begins at 1; `BEFORE_FIRST` is added to its values. */
const COUNTER = "user";
const BEFORE_FIRST = FIRST_USER_NUMBER - 1;

/** Creates the repository of user ids. It writes outside of transactions. */
export const createUserIds = (session: Session): UserIds => {
  const { outside } = session;
  const counter = createIdSequences<typeof COUNTER>(session);
  const find = (hostId: string): Promise<number | undefined> =>
    outside(async ({ userIds, reading }) => (await userIds.findOne({ _id: hostId }, reading))?.number);
  /** Adds a user id. Returns false if the text or the number is already assigned. */
  const add = ({ number, hostId }: UserId): Promise<boolean> =>
    outside(async ({ userIds }) => {
      try {
        await userIds.insertOne({ _id: hostId, number });
        return true;
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    });
  return {
    async numberOf(hostId) {
      for (;;) {
        const known = await find(hostId);
        if (known !== undefined) return known;
        const number = BEFORE_FIRST + (await counter.next(COUNTER));
        if (await add({ number, hostId })) return number;
      }
    },
    hostIdsOf: (numbers) =>
      outside(async ({ userIds, reading }) => {
        const found = await userIds.find({ number: { $in: [...numbers] } }, reading).toArray();
        return new Map(found.map(({ _id, number }) => [number, _id]));
      }),
    readAfter: (number, limit) =>
      outside(async ({ userIds, reading }) => {
        const found = await userIds
          .find({ number: { $gt: number } }, { ...reading, sort: { number: 1 }, limit })
          .toArray();
        return found.map(toUserId);
      }),
    async restore(userId) {
      await counter.reserve(COUNTER, userId.number - BEFORE_FIRST);
      return (await add(userId)) || (await find(userId.hostId)) === userId.number;
    },
  };
};
