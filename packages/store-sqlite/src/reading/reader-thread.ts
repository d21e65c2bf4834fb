import { parentPort, workerData } from "node:worker_threads";
import { openConnection } from "../database/connection.ts";
import { codeOf, LateError } from "../database/errors.ts";
import { PREFIX } from "../database/prefix.ts";
import { countFacets } from "../queries/events/facets.ts";
import { findPage } from "../queries/list-page.ts";
import { type ListRequest, SOURCES, toStatements } from "../queries/lists.ts";
import {
  type FoundRecords,
  isGivenUp,
  type ReaderRequest,
  type ReaderSettings,
  type Reply,
  type Signal,
} from "./messages.ts";

/** Size of SQLite's page cache; a negative number is in KiB. */
const PAGE_CACHE = -8000;

// The type is safe, because the thread that starts this one passes these settings.
const { signal, ...settings } = workerData as ReaderSettings & { readonly signal: Signal };
const connection = openConnection(settings.place, { ...settings, mustExist: true });
connection.script(`PRAGMA query_only = ON; PRAGMA cache_size = ${PAGE_CACHE}`);

const read = (request: ListRequest): FoundRecords => {
  const { ids, total } = findPage(connection, request.query, toStatements(request, connection));
  const { select, id: column } = SOURCES[request.kind];
  const texts = ids.flatMap((id) => connection.value<string>(`${select} WHERE ${column} = ?`, [id]) ?? []);
  return { texts, series: request.kind === "events" ? seriesOf(ids) : [], total };
};

const SERIES_OF = `SELECT json FROM ${PREFIX}events WHERE id IN (
  SELECT series_id FROM ${PREFIX}events WHERE id IN (SELECT value FROM json_each(?)) AND series_id IS NOT NULL)`;

const seriesOf = (ids: readonly number[]): readonly string[] =>
  connection.column<string>(SERIES_OF, [JSON.stringify(ids)]);

const reply = (request: ReaderRequest): Reply => {
  try {
    connection.hold();
    return {
      found: connection.limited(
        () => isGivenUp(signal),
        () => ("list" in request ? read(request.list) : countFacets(connection, request.facets)),
      ),
    };
  } catch (error) {
    if (error instanceof LateError) return { isLate: true };
    return { message: error instanceof Error ? error.message : String(error), code: codeOf(error) };
  } finally {
    connection.release();
  }
};

parentPort?.on("message", (request: ReaderRequest) => parentPort?.postMessage(reply(request)));
