import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openMongodbStore } from "@kalends/store-mongodb";
import { createCalendar } from "kalends";
import { type Bench, MAIN } from "../bench.ts";
import { measure } from "../load.ts";
import { inTurn } from "../request-pairs.ts";
import { within } from "../table.ts";
import { CLIENTS, linkedTo } from "./writes.ts";

const CREATES = 200;

/**
 * Measures how often MongoDB aborts transactions when many events are created in the same category and venue.
 * Aborted transactions are retried and so cost time.
 */
export const aborted = async (bench: Bench): Promise<void> => {
  const { storage, sample } = bench;
  const name = `aborted units of ${CREATES} creates in one category and venue`;
  if (storage.kind !== "mongodb" || !bench.wants(name)) return;
  let count = 0;
  const onCommand = (command: Readonly<Record<string, unknown>>): void => {
    if ("abortTransaction" in command) count += 1;
  };
  const store = await openMongodbStore(storage.addressOf(MAIN), { onCommand });
  const { callback, close } = await createCalendar({ storage: store, scheduler: false });
  const server = createServer(callback);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Cast: `address()` returns an object for a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/wp-json/tribe/events/v1`;
  const source = inTurn((n) => linkedTo(n, sample.venueIds[0], sample.categoryIds[0]));
  const { failures } = await measure(
    { server: { url, processorTime: () => 0 }, source, connections: CLIENTS },
    { amount: CREATES },
  );
  bench.report({ name, figure: String(count), goals: [within(0, "aborted or refused", count + failures)] });
  server.closeAllConnections();
  server.close();
  await close();
  await store.close();
};
