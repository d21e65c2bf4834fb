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
  /** Token to continue from; absent: the one in the request. */
  readonly since?: string | undefined;
  /** Maximum number of records, in addition to the request's own limit. */
  readonly limit?: number;
}

interface PresentedPage {
  readonly page: ChangesPage;
  /** Body of the JSON response at the same address. */
  readonly body: unknown;
}

export type ReadPage = (asked: PageRequest) => Promise<PresentedPage>;

const HEADERS = {
  "Content-Type": `${EVENT_STREAM}; charset=UTF-8`,
  // Compression by a host or proxy would hold events back until enough data is there.
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
} as const;

/** True if the caller prefers a stream; without a preference the response is JSON. */
export const prefersStream = (
  exchange: Pick<Exchange, "preferredOf">,
  { isOffered }: Pick<ChangeStreams, "isOffered">,
): boolean => isOffered && exchange.preferredOf(["application/json", EVENT_STREAM]) === EVENT_STREAM;

/**
 * Limits of a page: number of records and approximate bytes. The page waits for its client in one piece, and many
 * do at once.
 */
const MAX_RECORDS = 50;
const MAX_PAGE_BYTES = 131_072;

const callerOf = ({ id }: Actor, exchange: Exchange): string =>
  id === undefined ? `at ${toNetwork(exchange.clientAddress())}` : `user ${id}`;

/**
 * Sends the pages that `read` returns, one event each. A client that reconnects sends the id of the last event that
 * it has received.
 */
export const respondWithStream = async (
  { exchange, actor, query }: CalendarRequest,
  streams: ChangeStreams,
  read: ReadPage,
): Promise<EndpointResponse> => {
  /** Number of records that fitted into the weight last time. */
  let limit = MAX_RECORDS;
  const toPage = async (asked: PageRequest): Promise<StreamPage> => {
    let { page, body } = await read({ ...asked, limit });
    for (;;) {
      const { length } = page.changes;
      const weight = weigh(body);
      // A page that is too heavy before serialization is not lighter after it.
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
  });
  return { status: 200, body: null, headers: HEADERS, content: { stream, isLasting: true } };
};
