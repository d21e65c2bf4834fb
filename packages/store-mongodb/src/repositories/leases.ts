import type { Leases } from "@kalends/core";
import type { Db } from "mongodb";
import { isDuplicate } from "../database/errors.ts";
import type { Session } from "../transactions/session.ts";

/** `db`: whose server says what time it is. */
export const createLeases = ({ outside }: Session, db: Db): Leases => ({
  acquire: (name, owner, milliseconds) =>
    outside(async ({ leases }) => {
      // Asked before, and not in the update: a lease is never taken from somebody too early, and lasts from no earlier than the call.
      const now = await timeOf(db);
      const isFree = { _id: name, $or: [{ owner }, { until: { $lte: new Date(now) } }] };
      const lease = { owner, until: new Date(now + milliseconds) };
      try {
        const { matchedCount, upsertedCount } = await leases.updateOne(
          isFree,
          { $set: lease },
          { upsert: true },
        );
        return matchedCount + upsertedCount > 0;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        // It is there, perhaps only since a moment ago.
        return (await leases.updateOne(isFree, { $set: lease })).matchedCount > 0;
      }
    }),
  release: (name, owner) =>
    outside(async ({ leases }) => {
      await leases.deleteOne({ _id: name, owner });
    }),
});

/** Milliseconds of the Unix time, by the clock of the server. */
const timeOf = async (db: Db): Promise<number> => {
  const { localTime } = await db.command({ hello: 1 }, { readPreference: "primary" });
  return Number(localTime);
};
