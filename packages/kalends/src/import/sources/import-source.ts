import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import type { ImportSource } from "@kalends/core/interface";
import { messageOf, OperatorError } from "../../operator-error.ts";

/** Number of bytes that importers receive to detect the format of a source. */
const PEEK_BYTES = 4096;

export interface OpenedSource extends ImportSource {
  /** Closes the source. It may be closed before it was read completely. */
  close(): Promise<void>;
}

/** Matches the address of a calendar subscription, which is fetched over HTTPS. */
const WEBCAL = /^webcals?:\/\//i;

export const isWebAddress = (place: string): boolean => /^https?:\/\//i.test(place);

export const isAddress = (place: string): boolean => isWebAddress(place) || WEBCAL.test(place);

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

/**
 * True for an address with a user name or a password, including malformed addresses and addresses without
 * scheme.
 */
const hasPassword = (place: string): boolean => {
  if (!SCHEME.test(place)) return /^[^/\s]+@[^/\s]+/.test(place) && !existsSync(place);
  if (!URL.canParse(place)) return place.includes("@");
  const { username, password } = new URL(place);
  return username !== "" || password !== "";
};

/**
 * Throws an `OperatorError` if the address contains credentials. The message does not contain the address.
 * Source: rules/choices.md#import-passwords.
 */
export const requireNoPassword = (place: string): void => {
  if (hasPassword(place))
    throw new OperatorError([
      "The address contains a user name or a password. Give it without them: `--user NAME` signs in at a live server, and Kalends asks for the password.",
    ]);
};

interface OpenSourceOptions {
  /** Milliseconds without data after which reading from the server fails. */
  readonly silence?: number;
  /**
   * For a web URL: the reason why it is not the address of a live server. The reason becomes part of the
   * error message if the URL cannot be fetched.
   */
  readonly notLive?: string | undefined;
}

/** Opens a file or a URL. Rejects with an error that the operator can fix. */
export const openSource = (place: string, options: OpenSourceOptions = {}): Promise<OpenedSource> =>
  isAddress(place) ? openAddress(place, options) : openFile(place);

const openFile = async (place: string): Promise<OpenedSource> => {
  const file = await open(place);
  return withBeginning(place, file.createReadStream({ autoClose: false }), () => file.close());
};

const TIMEOUT_MS = 30_000;

const openAddress = async (
  place: string,
  { silence = TIMEOUT_MS, notLive }: OpenSourceOptions,
): Promise<OpenedSource> => {
  const controller = new AbortController();
  const within = async <T>(step: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => controller.abort(), silence);
    try {
      return await step;
    } catch (error) {
      const reason = controller.signal.aborted
        ? `no data for ${silence / 1000} seconds`
        : messageOf((error instanceof Error && error.cause) || error);
      throw new OperatorError([`${place} cannot be fetched: ${reason}.`]);
    } finally {
      clearTimeout(timer);
    }
  };
  const request = within(fetch(place.replace(WEBCAL, "https://"), { signal: controller.signal }));
  const response = await request.catch((error: unknown) => {
    throw notLive === undefined ? error : new OperatorError([notLive]);
  });
  const close = async (): Promise<void> => controller.abort();
  if (!response.ok || response.body === null) {
    await close();
    throw new OperatorError([
      ...(notLive === undefined ? [] : [notLive]),
      `${place} cannot be fetched: the server responded with status ${response.status}.`,
    ]);
  }
  const contentType = response.headers.get("content-type") ?? "";
  const mediaType = contentType.split(";")[0]?.trim().toLowerCase();
  const [, charset] = /;\s*charset="?([\w.-]{1,40})/i.exec(contentType) ?? [];
  const opened = await withBeginning(place, inTime(response.body, within), close);
  return { ...opened, ...(mediaType && { mediaType }), ...(charset && { charset }) };
};

async function* inTime(
  body: ReadableStream<Uint8Array>,
  within: <T>(step: Promise<T>) => Promise<T>,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await within(reader.read());
    if (done) return;
    yield value;
  }
}

/** Reads the first bytes of a stream without consuming them: `bytes` yields the stream from its start. */
const withBeginning = async (
  place: string,
  stream: AsyncIterable<Uint8Array>,
  close: () => Promise<void>,
): Promise<OpenedSource> => {
  const rest = stream[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  try {
    let length = 0;
    while (length < PEEK_BYTES) {
      const next = await rest.next();
      if (next.done) break;
      first.push(next.value);
      length += next.value.length;
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    place,
    beginning: Buffer.concat(first).subarray(0, PEEK_BYTES),
    async *bytes() {
      yield* first;
      yield* { [Symbol.asyncIterator]: () => rest };
    },
    close,
  };
};
