import type { Leases } from "@kalends/core/storage";
import type { Db } from "mongodb";
import { isDuplicate } from "../database/errors.ts";
import type { Session } from "../transactions/session.ts";

/** Creates the leases. They use the clock of the server of `db`. */
export const createLeases = ({ outside }: Session, db: Db): Leases => ({
  acquire: (name, owner, milliseconds) =>
    outside(async ({ leases }) => {
      // The time is read before the update. A lease is therefore never acquired too early, and lasts at least
      // `milliseconds` from the call.
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
        // The lease exists; another process may have created it just now.
        return (await leases.updateOne(isFree, { $set: lease })).matchedCount > 0;
      }
    }),
  release: (name, owner) =>
    outside(async ({ leases }) => {
      await leases.deleteOne({ _id: name, owner });
    }),
});

/** Returns the server's time in milliseconds since 1970. */
const timeOf = async (db: Db): Promise<number> => {
  const { localTime } = await db.command({ hello: 1 }, { readPreference: "primary" });
  return Number(localTime);
};
