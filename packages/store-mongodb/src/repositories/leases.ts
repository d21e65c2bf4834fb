import type { Leases } from "@kalends/core/storage";
import type { Db } from "mongodb";
import { isDuplicate } from "../database/errors.ts";
import type { Session } from "../transactions/session.ts";

/** Creates the leases. The server of `db` supplies the time. */
export const createLeases = ({ outside }: Session, db: Db): Leases => ({
  acquire: (name, owner, milliseconds) =>
    outside(async ({ leases }) => {
      // The time is read before the update. So a lease is never taken too early, and lasts at least from the
      // call on.
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
        // The lease exists, possibly created a moment ago.
        return (await leases.updateOne(isFree, { $set: lease })).matchedCount > 0;
      }
    }),
  release: (name, owner) =>
    outside(async ({ leases }) => {
      await leases.deleteOne({ _id: name, owner });
    }),
});

/** Returns the server's time in milliseconds of Unix time. */
const timeOf = async (db: Db): Promise<number> => {
  const { localTime } = await db.command({ hello: 1 }, { readPreference: "primary" });
  return Number(localTime);
};
