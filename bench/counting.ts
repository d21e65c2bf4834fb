import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openSqliteStore } from "@kalends/store-sqlite";
import { createCalendar } from "kalends";

/**
 * The calendar on a file, as `kalends serve` serves it, except that it counts the total of each list: remembering totals is
 * a cache of answers, and the naive server has none. Further arguments are plugins.
 */
const [file = "", ...plugins] = process.argv.slice(2);
const store = await openSqliteStore(file, { rememberTotals: false });
const { callback } = await createCalendar({ storage: store, pages: true, maxPerPage: 200, plugins });
const server = createServer(callback).listen(0, "127.0.0.1", () => {
  // A server bound to a port has an address of this form.
  process.send?.({ port: (server.address() as AddressInfo).port });
});
