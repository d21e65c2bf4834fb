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

/** Limits of the files of forms. */
export interface FileBounds {
  /** Reserves memory for the files' bytes from the first one on. The body may fail until the form is complete. */
  hold(fail: (error: CalendarError) => void): HeldBody;
  /** Permit for the form, released with the bytes of its files. */
  readonly permit?: Permit | undefined;
}

interface MultipartDeps {
  readonly req: IncomingMessage;
  /** Stream of the body, if not the request itself. */
  readonly source?: Readable;
  /** Maximum number of bytes of all texts. */
  readonly textLimit: number;
  /** Maximum number of bytes of all files, in addition to the texts. */
  readonly fileLimit: number;
  /**
   * True if the file of this name is kept, false if it is skipped. Throws if the form must not contain it. Called
   * before the file is read.
   */
  keeps(name: string): boolean;
  /** Reserves memory for the texts; absent if the caller already counts them. */
  readonly hold?: (fail: (error: CalendarError) => void) => HeldBody;
  /** Limits of the files that are kept; absent if the caller limits them. */
  readonly files?: FileBounds;
  /** Minimum rate for the whole body, whatever its parts are. */
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
 * Returns `NO_TEXT` for undecodable values: the decoder replaces invalid bytes, and returns nothing for an unknown
 * `charset`.
 */
const toText = (value: string | undefined): string =>
  value === undefined || value.includes("\ufffd") ? NO_TEXT : value;

/**
 * Reads the fields of a multipart form in order. A file without name and content counts as not sent: browsers send
 * one if no file was chosen. Throws `rest_invalid_json`, `rest_body_too_large`, and errors from `keeps`; then
 * nothing is kept.
 * Source: rules/images.md#image-in-form, rules/interface.md#request-limits.
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
  // koa-body is not used: it returns fields and files separately by name, which loses their order, and cannot read
  // decompressed forms. `busboy` is loaded with the first form: most processes never receive one.
  const { default: busboy } = await import("busboy");
  const pairs: Pair<string | FilePart>[] = [];
  const stops: (() => void)[] = [];
  let held: HeldBody | undefined;
  let heldFiles: HeldBody | undefined;
  /** Bytes of the files that are kept. */
  let kept = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      let texts = 0;
      let received = 0;
      /** Bytes of files, kept or skipped. */
      let passed = 0;
      /** Bytes received and not passed on yet, and the number of chunks that have added to them. */
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
        // Reserves the position in the list: other fields arrive before the file is complete.
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
        // The form emits the same error.
        file.on("error", () => undefined);
        file.on("limit", () => fail(tooLarge(fileLimit)));
        const drop = (): void => {
          file.on("data", (chunk: Buffer) => {
            passed += chunk.length;
          });
          // A listener alone does not resume a paused file without a name.
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
        // As latin1, bytes that are not valid text stay visible in names and values.
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
      // The listener is added after the form: the form has then already seen whether a file begins in the same
      // chunk.
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

/** Context of a request before its body is read. */
export interface BodyContext {
  readonly actor: Actor;
  /** True for writes; form fields count only on writes. */
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
 * Creates a predicate for files in a form: true if a parameter accepts the file of this name. It throws
 * `rest_invalid_param` for other names, for too many files, and if the caller may not upload. On reads it returns
 * false.
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
