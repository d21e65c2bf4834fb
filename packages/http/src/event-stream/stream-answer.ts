import { type Actor, toNetwork } from "@kalends/core";
import type { ChangesPage } from "@kalends/core/interface";
import { weigh } from "../representation/json-pieces.ts";
import { toWhole } from "../representation/representation.ts";
import { selectFields } from "../representation/selected-fields.ts";
import type { Exchange } from "../request/exchange.ts";
import type { Answer, CalendarRequest } from "../route/route.ts";
import type { ChangeStreams } from "./change-streams.ts";
import type { StreamPage } from "./event-stream.ts";
import { EVENT_STREAM } from "./frames.ts";

interface AskedPage {
  readonly actor: Actor;
  /** Absent: as the request says. */
  readonly since?: string | undefined;
  /** At most so many, and no more than the request says. */
  readonly limit?: number;
}

interface PresentedPage {
  readonly page: ChangesPage;
  /** What is answered in JSON at the same address. */
  readonly body: unknown;
}

export type ReadPage = (asked: AskedPage) => Promise<PresentedPage>;

const HEADERS = {
  "Content-Type": `${EVENT_STREAM}; charset=UTF-8`,
  // What compresses, in a host or on the way, would keep what it gets until there is enough of it.
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
} as const;

/** Whether the caller likes a stream best; JSON where they do not say. */
export const prefersStream = (
  exchange: Pick<Exchange, "preferredOf">,
  { isOffered }: Pick<ChangeStreams, "isOffered">,
): boolean => isOffered && exchange.preferredOf(["application/json", EVENT_STREAM]) === EVENT_STREAM;

/** Records of a page, and about how many bytes: it waits for its client in one piece, and many do at once. */
const MOST_RECORDS = 50;
const HEAVIEST = 131_072;

const callerOf = ({ id }: Actor, exchange: Exchange): string =>
  id === undefined ? `at ${toNetwork(exchange.clientAddress())}` : `user ${id}`;

/** The pages that `read` answers, one event each. A client that comes back says itself what it has got last. */
export const answerStream = async (
  { exchange, actor, query }: CalendarRequest,
  streams: ChangeStreams,
  read: ReadPage,
): Promise<Answer> => {
  /** As many records as were within the weight last. */
  let limit = MOST_RECORDS;
  const toPage = async (asked: AskedPage): Promise<StreamPage> => {
    let { page, body } = await read({ ...asked, limit });
    for (;;) {
      const { length } = page.changes;
      const weight = weigh(body);
      // What is heavy before it is written will be no lighter.
      const written =
        weight > HEAVIEST && length > 1 ? undefined : toWhole(selectFields(body, query._fields)).bytes;
      const bytes = written?.length ?? weight;
      if (length > 0) limit = Math.max(1, Math.min(MOST_RECORDS, Math.floor((length * HEAVIEST) / bytes)));
      if (written !== undefined && (bytes <= HEAVIEST || length <= 1))
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
