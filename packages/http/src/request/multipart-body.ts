import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { CalendarError, type FilePart, MAX_VALUES, toFilePart } from "@kalends/core";
import type { FileInfo } from "busboy";
import { decodeBytes, NO_TEXT, type Pair } from "./bracketed-pairs.ts";
import { createCollector, PACE, type Pace, watchBreak, watchPace } from "./incoming-bytes.ts";

export interface MultipartDeps {
  readonly req: IncomingMessage;
  /** The bytes of the body, where they are not the request's own. */
  readonly source?: Readable;
  /** Bytes of all texts. */
  readonly textLimit: number;
  /** Bytes of all files together, which come on top. */
  readonly fileLimit: number;
  /** Whether the file of this name is kept and not passed over; throws when there must be none. Asked before it is read. */
  keeps(name: string): boolean;
  /** Resolves when there is memory for files; before the first one that is kept. What it answers gives the place back. */
  takePlace?(): Promise<() => void>;
  /** Of a body with a file that is kept. */
  readonly pace?: Pace;
}

const unreadable = (message: string): CalendarError =>
  new CalendarError("rest_invalid_json", { jsonError: { code: 4, message } });

const tooLarge = (limit: number): CalendarError => new CalendarError("rest_body_too_large", { limit });

const UNDECODABLE = "The multipart body cannot be decoded";

/** Where the decoder met bytes that are no text; of a `charset` that it does not know it makes nothing, whatever its types say. */
const toText = (value: string | undefined): string =>
  value === undefined || value.includes("\ufffd") ? NO_TEXT : value;

const lengthOf = (headers: IncomingHttpHeaders): number => Number(headers["content-length"] ?? 0);

/**
 * The fields of a multipart form in their order. A file without a name and content, as browsers send it where none was
 * chosen, counts as not sent. Throws `rest_invalid_json`, `rest_body_too_large`, and what `keeps` throws; from then on
 * nothing is kept. Source: 00-overview section 2, 90-decisions P17.
 */
export const readMultipart = async ({
  req,
  source = req,
  textLimit,
  fileLimit,
  keeps,
  takePlace,
  pace = PACE,
}: MultipartDeps): Promise<readonly Pair<string | FilePart>[]> => {
  // With the first form: most processes never see one.
  const { default: busboy } = await import("busboy");
  const pairs: Pair<string | FilePart>[] = [];
  const watches: (() => void)[] = [];
  let place: Promise<() => void> | undefined;

  const receive = new Promise<void>((resolve, reject) => {
    let texts = 0;
    let files = 0;
    let received = 0;
    let isOver = false;
    const fail = (error: unknown): void => {
      if (isOver) return;
      isOver = true;
      source.unpipe();
      reject(error);
    };
    /** Reads a file to its end; nothing of it is asked for before there is a place. */
    const keep = async (name: string, fileName: string, file: Readable): Promise<void> => {
      const isFirst = place === undefined;
      // Other fields come while it waits.
      const at = pairs.push([name, ""]) - 1;
      place ??= takePlace?.() ?? Promise.resolve(() => undefined);
      await place;
      if (isOver) return;
      // Whoever waits for a place is not slow.
      if (isFirst && source === req) {
        watches.push(watchPace(req, pace, () => fail(unreadable("The body came too slowly"))));
      }
      const collector = createCollector(isFirst ? lengthOf(req.headers) : 0);
      file.on("data", (chunk: Buffer) => {
        files += chunk.length;
        if (files > fileLimit) fail(tooLarge(fileLimit));
        else if (!isOver) collector.add(chunk);
      });
      file.on("end", () => {
        if (!isOver) pairs[at] = [name, toFilePart({ name: fileName, bytes: collector.bytes() })];
      });
      file.resume();
    };
    const onFile = (sent: string | undefined, file: Readable, { filename }: FileInfo): void => {
      const name = decodeBytes(sent ?? "");
      // A form that breaks off says so itself.
      file.on("error", () => undefined);
      file.on("limit", () => fail(tooLarge(fileLimit)));
      const begin = (): void => {
        try {
          if (keeps(name)) keep(name, decodeBytes(filename ?? ""), file).catch(fail);
          else file.resume();
        } catch (error) {
          fail(error);
        }
      };
      if (filename !== undefined) begin();
      else {
        file.once("data", (chunk: Buffer) => {
          file.pause();
          file.unshift(chunk);
          begin();
        });
      }
    };

    let form: ReturnType<typeof busboy>;
    try {
      form = busboy({
        headers: req.headers,
        limits: { fieldSize: textLimit + 1, fileSize: fileLimit + 1, parts: MAX_VALUES + 1, headerPairs: 50 },
        // Then names and values tell apart what is text and what is not.
        defParamCharset: "latin1",
      });
    } catch {
      return fail(unreadable(UNDECODABLE));
    }
    form.on("field", (sent, decoded) => {
      const value = toText(decoded);
      texts += value.length;
      if (texts > textLimit) fail(tooLarge(textLimit));
      else if (!isOver && sent !== undefined) pairs.push([decodeBytes(sent), value]);
    });
    form.on("file", onFile);
    form.on("error", () => fail(unreadable(UNDECODABLE)));
    form.on("close", resolve);
    watches.push(watchBreak(req, () => fail(unreadable("The body broke off"))));
    const count = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > textLimit + fileLimit) fail(tooLarge(fileLimit));
      else if (place === undefined && received > textLimit) fail(tooLarge(textLimit));
    };
    // Behind the form: it has seen by then whether a file begins in the same bytes.
    source.pipe(form);
    source.on("data", count);
    watches.unshift(() => source.off("data", count));
    return undefined;
  });

  try {
    await receive;
    return pairs;
  } catch (error) {
    pairs.length = 0;
    place?.then(
      (release) => release(),
      () => undefined,
    );
    throw error;
  } finally {
    for (const stop of watches) stop();
  }
};
