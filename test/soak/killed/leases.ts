import Database from "better-sqlite3";
import { MongoClient } from "mongodb";

/** Makes all leases expire. Normally a lease expires half a minute after its holder has ended. */
export const endLeases = async (address: string): Promise<void> => {
  if (address.startsWith("sqlite:")) {
    const database = new Database(address.slice("sqlite:".length));
    database.exec("UPDATE kalends_leases SET until = 0");
    database.close();
    return;
  }
  const client = await new MongoClient(address).connect();
  await client.db().collection("leases").deleteMany({});
  await client.close();
};
