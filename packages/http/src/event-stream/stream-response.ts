import { type Actor, toNetwork } from "@kalends/core";
import type { ChangesPage } from "@kalends/core/interface";
import { weigh } from "../representation/json-chunks.ts";
import { toSmallBody } from "../representation/representation.ts";
import { selectFields } from "../representation/selected-fields.ts";
import type { Exchange } from "../request/exchange.ts";
import type { CalendarRequest, EndpointResponse } from "../route/route.ts";
import type { ChangeStreams } from "./change-streams.ts";
import type { StreamPage } from "./event-stream.ts";
import { EVENT_STREAM } from "./frames.ts";

interface PageRequest {
  readonly actor: Actor;
  /** Token from which to read changes; the token in the request by default. */
  readonly since?: string | undefined;
  /** Maximum number of records. The limit in the request also applies. */
  readonly limit?: number;
}

interface PresentedPage {
  readonly page: ChangesPage;
  /** Body that the same address returns as a JSON response. */
  readonly body: unknown;
}

export type ReadPage = (asked: PageRequest) => Promise<PresentedPage>;

const HEADERS = {
  "Content-Type": `${EVENT_STREAM}; charset=UTF-8`,
  // Prevents proxies and hosts from compressing the stream: compression would hold back events until enough
  // data has accumulated.
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
} as const;

/** True if the `Accept` header prefers an event stream. Without a preference, the response is JSON. */
export const prefersStream = (
  exchange: Pick<Exchange, "preferredOf">,
  { isOffered }: Pick<ChangeStreams, "isOffered">,
): boolean => isOffered && exchange.preferredOf(["application/json", EVENT_STREAM]) === EVENT_STREAM;

/**
 * Maximum number of records, and approximate bytes, of a page. A page waits in memory for its client, and
 * many pages may wait at the same time.
 */
const MAX_RECORDS = 50;
const MAX_PAGE_BYTES = 131_072;

const callerOf = ({ id }: Actor, exchange: Exchange): string =>
  id === undefined ? `at ${toNetwork(exchange.clientAddress())}` : `user ${id}`;

/**
 * Responds with a stream that sends each page returned by `read` as one event. A client that reconnects sends
 * the id of the last event that it received.
 */
export const respondWithStream = async (
  { exchange, actor, query }: CalendarRequest,
  streams: ChangeStreams,
  read: ReadPage,
): Promise<EndpointResponse> => {
  /** Maximum number of records of the next page, estimated from the size of the previous page. */
  let limit = MAX_RECORDS;
  const toPage = async (asked: PageRequest): Promise<StreamPage> => {
    let { page, body } = await read({ ...asked, limit });
    for (;;) {
      const { length } = page.changes;
      const weight = weigh(body);
      // A page that is too large before serialization is also too large after it.
      const written =
        weight > MAX_PAGE_BYTES && length > 1
          ? undefined
          : toSmallBody(selectFields(body, query._fields)).bytes;
      const bytes = written?.length ?? weight;
      if (length > 0)
        limit = Math.max(1, Math.min(MAX_RECORDS, Math.floor((length * MAX_PAGE_BYTES) / bytes)));
      if (written !== undefined && (bytes <= MAX_PAGE_BYTES || length <= 1))
        return {
          data: String(written),
          token: page.nextToken,
          hasMore: page.hasMore,
          isEmpty: length === 0,
        };
      ({ page, body } = await read({ ...asked, limit }));
    }
  };
  const last = exchange.lastEventId();
  const stream = await streams.open({
    exchange,
    caller: callerOf(actor, exchange),
    isResumed: last !== undefined || query.since !== undefined,
    first: () => toPage({ actor, since: last }),
    next: async (since) => toPage({ actor: await exchange.identify(), since }),
    // Other credentials may take a slow check, so they are only checked before each page.
    checkCaller: async () => actor.credential?.kind === "session" && exchange.identify(),
  });
  return { status: 200, body: null, headers: HEADERS, content: { stream, isLasting: true } };
};
