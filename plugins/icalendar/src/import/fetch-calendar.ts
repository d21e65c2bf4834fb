import { isCalendarError, type PluginDeps } from "@kalends/core/plugin";
import { authorizationOf, type CalendarAddress } from "./calendar-address.ts";
import type { CalendarBytes } from "./import-calendar.ts";

type FetchOptions = NonNullable<Parameters<PluginDeps["guardedFetch"]>[1]>;

/** Maximum size of a remote calendar in bytes, and time limit of its download in seconds. */
const [MAX_BYTES, MAX_SECONDS] = [32 * 1024 * 1024, 60];

/** ETag and Last-Modified of the last response, for a conditional request. */
export interface Validators {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

export type FetchedCalendar =
  | (CalendarBytes & { readonly validators: Validators })
  | { readonly isUnchanged: true }
  /** `problem` is a sentence for the report of the import. */
  | { readonly problem: string };

/**
 * Downloads a remote calendar. Any user may have chosen the URL, so the request uses `guardedFetch`, which
 * refuses internal addresses.
 */
export const fetchCalendar = async (
  fetch: PluginDeps["guardedFetch"],
  { url, credentials }: CalendarAddress,
  { etag, lastModified, account }: Validators & Pick<FetchOptions, "account"> = {},
): Promise<FetchedCalendar> => {
  const response = await fetch(url, {
    headers: {
      accept: "text/calendar, text/plain;q=0.5, */*;q=0.1",
      // `guardedFetch` removes the header `authorization` if a redirect leads to another origin.
      ...(credentials !== undefined &&
        new URL(url).protocol === "https:" && { authorization: authorizationOf(credentials) }),
      ...(etag !== undefined && { "if-none-match": etag }),
      ...(lastModified !== undefined && { "if-modified-since": lastModified }),
    },
    maxBytes: MAX_BYTES,
    timeoutSeconds: MAX_SECONDS,
    account,
  });
  if ("refusal" in response)
    return { problem: `The address could not be read: ${response.refusal.replaceAll("-", " ")}.` };
  const { status, headers, body } = response;
  if (status !== 200) await discardBody(body);
  if (status === 304) return { isUnchanged: true };
  if (status !== 200) return { problem: `The address returned status ${status}.` };
  const [, charset] = /;\s*charset="?([\w.-]{1,40})/i.exec(headers["content-type"] ?? "") ?? [];
  return { bytes: completeBody(body), charset, validators: validatorsOf(headers) };
};

/**
 * Closes a response without reading its body. Otherwise the connection would remain open until the time
 * limit.
 */
const discardBody = async (body: AsyncIterable<Uint8Array>): Promise<void> => {
  try {
    for await (const _piece of body) break;
  } catch (error) {
    // A `CalendarError` means that this calendar is being closed. Other errors do not matter.
    if (isCalendarError(error)) throw error;
  }
};

const MAX_VALIDATOR_LENGTH = 1_000;

const validatorsOf = (headers: Readonly<Record<string, string>>): Validators => {
  const [etag, lastModified] = [headers.etag, headers["last-modified"]].map((text) =>
    text === undefined || text.length > MAX_VALIDATOR_LENGTH ? undefined : text,
  );
  return { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) };
};

/** Error for a response that ended too early. The calendar in it is incomplete. */
export class IncompleteResponse extends Error {}

async function* completeBody(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    if (isCalendarError(error)) throw error;
    const refusal = error instanceof Error && "refusal" in error ? String(error.refusal) : "wrong-answer";
    throw new IncompleteResponse(`The response is incomplete: ${refusal.replaceAll("-", " ")}.`);
  }
}
