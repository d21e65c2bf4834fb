import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import {
  type Actor,
  type CalendarError,
  invalidParameter,
  type Parameters,
  type Permit,
  type Problem,
} from "@kalends/core";
import { can, type FilePart, MAX_VALUES, toFilePart } from "@kalends/core/interface";
import type { Busboy, BusboyConfig, FileInfo } from "busboy";
import type { HttpError } from "../../errors/error-codes.ts";
import { decodeBytes, NO_TEXT, type Pair, toKeys } from "../address/bracketed-pairs.ts";
import { CHUNK, type HeldBody } from "./body-memory.ts";
import {
  createCollector,
  type Pace,
  TEXT_PACE,
  tooLarge,
  unreadable,
  watchBreak,
  watchPace,
} from "./incoming-bytes.ts";
import { createJoiner } from "./joined-chunks.ts";

/** Memory reservation for the files in a form, and the permit for reading the form. */
export interface FileBounds {
  /**
   * Reserves memory for the bytes of files, from their first byte on. `fail` may be called until the form is
   * complete.
   */
  hold(fail: (error: CalendarError) => void): HeldBody;
  /** Permit for reading the form. It is released together with the bytes of the files. */
  readonly permit?: Permit | undefined;
}

interface MultipartDeps {
  readonly req: IncomingMessage;
  /** Stream of the body, if it is not the request itself. */
  readonly source?: Readable;
  /** Maximum number of bytes of all text fields together. */
  readonly textLimit: number;
  /** Maximum number of bytes of all files together, in addition to the text fields. */
  readonly fileLimit: number;
  /**
   * True if the file with this name is read, false if it is skipped. Throws if the form must not contain it.
   * Called before the file is read.
   */
  keeps(name: string): boolean;
  /** Reserves memory for the text fields. Absent if the caller already counts their bytes. */
  readonly hold?: (fail: (error: CalendarError) => void) => HeldBody;
  /** Memory reservation for the files that are read. Absent if the caller reserves the memory itself. */
  readonly files?: FileBounds;
  /** Minimum rate for the complete body, whatever its parts are. */
  readonly pace?: Pace;
}

const undecodable = (): HttpError => unreadable("The multipart body cannot be decoded");

const toForm = (busboy: (config: BusboyConfig) => Busboy, config: BusboyConfig): Busboy => {
  try {
    return busboy(config);
  } catch {
    throw undecodable();
  }
};

/**
 * Returns the value, or `NO_TEXT` if it could not be decoded. The decoder replaces invalid bytes, and returns
 * nothing for an unknown `charset`.
 */
const toText = (value: string | undefined): string =>
  value === undefined || value.includes("\ufffd") ? NO_TEXT : value;

/**
 * Reads the fields of a multipart form in order. Ignores a file with neither name nor content, which browsers
 * send if no file was chosen. Throws `rest_invalid_json`, `rest_body_too_large`, and errors from `keeps`; in
 * this case, it keeps nothing in memory. Source: rules/images.md#image-in-form,
 * rules/interface.md#request-limits.
 */
export const readMultipart = async ({
  req,
  source = req,
  textLimit,
  fileLimit,
  keeps,
  hold,
  files,
  pace = TEXT_PACE,
}: MultipartDeps): Promise<readonly Pair<string | FilePart>[]> => {
  // `busboy` is used, because koa-body loses the order of fields and files, and cannot read decompressed
  // forms. `busboy` is loaded with the first form, because most processes never receive one.
  const { default: busboy } = await import("busboy");
  const pairs: Pair<string | FilePart>[] = [];
  const stops: (() => void)[] = [];
  let held: HeldBody | undefined;
  let heldFiles: HeldBody | undefined;
  /** Number of bytes of the files that are read into memory. */
  let kept = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      let texts = 0;
      let received = 0;
      /** Number of bytes of all files, including skipped ones. */
      let passed = 0;
      /**
       * Number of bytes that are received but not passed on yet, and number of chunks that increased this
       * number.
       */
      let [waiting, pieces] = [0, 0];
      let hasFile = false;
      let isOver = false;
      const fail = (error: unknown): void => {
        if (isOver) return;
        isOver = true;
        source.unpipe();
        reject(error);
      };
      const keep = (name: string, fileName: string, file: Readable): void => {
        const collector = createCollector();
        hasFile = true;
        heldFiles ??= files?.hold(fail);
        // Reserves the position of the file in the list, because other fields are added before the file is
        // complete.
        const at = pairs.push([name, ""]) - 1;
        file.on("data", (chunk: Buffer) => {
          kept += chunk.length;
          passed += chunk.length;
          if (kept > fileLimit) fail(tooLarge(fileLimit));
          else if (!isOver) {
            collector.add(chunk);
            heldFiles?.hold(kept);
          }
        });
        file.on("end", () => {
          if (!isOver) pairs[at] = [name, toFilePart({ name: fileName, bytes: collector.bytes() })];
        });
        file.resume();
      };
      const onFile = (sent: string | undefined, file: Readable, { filename }: FileInfo): void => {
        const name = decodeBytes(sent ?? "");
        // `form` emits the same error, which is handled there.
        file.on("error", () => undefined);
        file.on("limit", () => fail(tooLarge(fileLimit)));
        const drop = (): void => {
          file.on("data", (chunk: Buffer) => {
            passed += chunk.length;
          });
          // A file without a name was paused, and adding a listener does not resume it.
          file.resume();
        };
        const begin = (): void => {
          try {
            if (keeps(name)) keep(name, decodeBytes(filename ?? ""), file);
            else drop();
          } catch (error) {
            fail(error);
          }
        };
        if (filename !== undefined) begin();
        else
          file.once("data", (chunk: Buffer) => {
            file.pause();
            file.unshift(chunk);
            begin();
          });
      };
      const count = (chunk: Buffer): void => {
        received += chunk.length;
        const before = waiting;
        waiting = received - passed;
        if (waiting > before) pieces += 1;
        held?.hold(waiting + pieces * CHUNK);
        if (received > textLimit + fileLimit) fail(tooLarge(fileLimit));
        else if (!hasFile && received > textLimit) fail(tooLarge(textLimit));
      };

      const form = toForm(busboy, {
        headers: req.headers,
        limits: { fieldSize: textLimit + 1, fileSize: fileLimit + 1, parts: MAX_VALUES + 1, headerPairs: 50 },
        // With latin1, names and values still contain the original bytes, so that invalid UTF-8 can be
        // detected.
        defParamCharset: "latin1",
      });
      form.on("field", (sent, decoded) => {
        const value = toText(decoded);
        texts += value.length;
        if (texts > textLimit) fail(tooLarge(textLimit));
        else if (!isOver && sent !== undefined) pairs.push([decodeBytes(sent), value]);
      });
      form.on("file", onFile);
      form.on("error", () => fail(undecodable()));
      form.on("close", resolve);
      held = hold?.(fail);
      if (source === req && !req.complete) stops.push(watchPace(req, pace, fail));
      const joined = source.pipe(createJoiner());
      stops.push(watchBreak(req, fail), () => void joined.destroy());
      // The listener must be added after piping to `form`. Then `form` has already detected whether a file
      // begins in the same chunk.
      joined.pipe(form);
      joined.on("data", count);
    });
    held?.finish();
    heldFiles?.finish(files?.permit);
    return pairs;
  } catch (error) {
    pairs.length = 0;
    held?.release();
    heldFiles?.release();
    throw error;
  } finally {
    for (const stop of stops) stop();
  }
};

/** Facts about a request that are needed to read its body. */
export interface BodyContext {
  readonly actor: Actor;
  /** True for methods that write. Form fields are used only for them. */
  readonly isWrite: boolean;
  /** Parameters that the body may contain. */
  readonly parameters: Parameters;
}

/** Maximum number of files in one form. */
const MAX_FILES = 10;

const INDEX = /^\d{0,6}$/;

const matches = (keys: readonly string[], pattern: readonly string[]): boolean =>
  keys.length === pattern.length &&
  pattern.every((wanted, at) => (wanted === "*" ? INDEX.test(keys[at] ?? "") : wanted === keys[at]));

/**
 * Creates a function that decides whether to read a file in a form. It returns true if a parameter accepts a
 * file with this name. It throws `rest_invalid_param` for other names, for too many files, and if the caller
 * may not upload. For read requests, it always returns false.
 */
export const createFileParts = ({ actor, isWrite, parameters }: BodyContext): ((name: string) => boolean) => {
  let count = 0;
  return (name) => {
    if (!isWrite) return false;
    const [top = "", ...keys] = toKeys(name);
    const refuse = (problem: Problem): never => {
      throw invalidParameter(name.replaceAll(NO_TEXT, "\ufffd"), problem);
    };
    const patterns = Object.hasOwn(parameters, top) ? (parameters[top]?.files ?? []) : [];
    if (!patterns.some((pattern) => matches(keys, pattern))) refuse({ reason: "no-file" });
    if (!can(actor, "upload")) refuse({ reason: "upload-not-allowed" });
    count += 1;
    if (count > MAX_FILES) refuse({ reason: "too-many", values: { maximum: MAX_FILES } });
    return true;
  };
};
