import type { Actor } from "@kalends/core";
import { LARGE, weigh } from "../representation/lazy-list.ts";
import { selectFields } from "../representation/selected-fields.ts";
import type { Exchange } from "../request/exchange.ts";
import type { Answer, CalendarRequest } from "../routes/route.ts";
import type { ChangeStreams } from "./change-streams.ts";
import type { StreamPage } from "./event-stream.ts";
import { EVENT_STREAM } from "./frames.ts";

/** What is answered in JSON at the same address. */
interface ChangesBody {
  readonly changes: { readonly length: number };
  readonly next_token: string;
  readonly has_more: boolean;
}

interface AskedChanges {
  readonly actor: Actor;
  /** Absent: as the request says. */
  readonly since?: string | undefined;
  /** At most so many; absent: as the request says. */
  readonly limit?: number;
}

export type ReadChangesBody = (asked: AskedChanges) => Promise<ChangesBody>;

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

const callerOf = ({ id }: Actor, exchange: Exchange): string =>
  id === undefined ? `at ${exchange.clientAddress()}` : `user ${id}`;

/** The pages that `read` answers, one event each. A client that comes back says itself what it has got last. */
export const answerStream = async (
  { exchange, actor, query }: CalendarRequest,
  streams: ChangeStreams,
  read: ReadChangesBody,
): Promise<Answer> => {
  const toPage = async (asked: AskedChanges): Promise<StreamPage> => {
    let body = await read(asked);
    // It waits for its client in one piece.
    while (weigh(body) > LARGE && body.changes.length > 1)
      body = await read({ ...asked, limit: Math.ceil(body.changes.length / 2) });
    return {
      data: JSON.stringify(selectFields(body, query._fields)),
      token: body.next_token,
      hasMore: body.has_more,
      isEmpty: body.changes.length === 0,
    };
  };
  const stream = await streams.open({
    exchange,
    caller: callerOf(actor, exchange),
    first: () => toPage({ actor, since: exchange.lastEventId() }),
    next: async (since) => toPage({ actor: await exchange.identify(), since }),
  });
  return { status: 200, body: null, headers: HEADERS, content: { stream, isLasting: true } };
};
