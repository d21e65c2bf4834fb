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
import { type HeldBody, PIECE } from "./body-budget.ts";
import {
  createCollector,
  type Pace,
  TEXT_PACE,
  tooLarge,
  unreadable,
  watchBreak,
  watchPace,
} from "./incoming-bytes.ts";
import { createJoiner } from "./joined-pieces.ts";

/** Limits of the files of forms. */
export interface FileBounds {
  /** Room for their bytes from the first one, which may be taken away again until the form has come whole. */
  hold(fail: (error: CalendarError) => void): HeldBody;
  /** A permit for the form, which is released with the bytes of its files. */
  readonly permit?: Permit | undefined;
}

interface MultipartDeps {
  readonly req: IncomingMessage;
  /** The bytes of the body, where they are not the request's own. */
  readonly source?: Readable;
  /** Bytes of all texts. */
  readonly textLimit: number;
  /** Bytes of all files together, which come on top. */
  readonly fileLimit: number;
  /** Whether the file of this name is kept and not passed over; throws when there must be none. Asked before it is read. */
  keeps(name: string): boolean;
  /** Room for the texts, which may be taken away again; absent: they count elsewhere. */
  readonly hold?: (fail: (error: CalendarError) => void) => HeldBody;
  /** Limits of the files that are kept; absent if the caller limits them. */
  readonly files?: FileBounds;
  /** Applies to the body from its first byte to its last, whatever its parts are. */
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

/** The decoder replaces bytes that are no text, and gives nothing for a `charset` that it does not know. */
const toText = (value: string | undefined): string =>
  value === undefined || value.includes("\ufffd") ? NO_TEXT : value;

/**
 * The fields of a multipart form in their order. A file without a name and content, as browsers send it where none was
 * chosen, counts as not sent. Throws `rest_invalid_json`, `rest_body_too_large`, and what `keeps` throws; from then on
 * nothing is kept. Source: rules/images.md#image-in-form, rules/interface.md#request-limits.
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
  // Not koa-body: it gives fields and files separately, by name, so that their order is lost, and takes no inflated forms.
  // Loaded with the first form: most processes never see one.
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
      /** What files have taken over, or thrown away. */
      let passed = 0;
      /** Received and not passed on, and how many pieces have added to it. */
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
        // Other fields come while it is on its way.
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
        // The form reports the same.
        file.on("error", () => undefined);
        file.on("limit", () => fail(tooLarge(fileLimit)));
        const drop = (): void => {
          file.on("data", (chunk: Buffer) => {
            passed += chunk.length;
          });
          // A listener alone does not end the pause of one without a name.
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
        held?.hold(waiting + pieces * PIECE);
        if (received > textLimit + fileLimit) fail(tooLarge(fileLimit));
        else if (!hasFile && received > textLimit) fail(tooLarge(textLimit));
      };

      const form = toForm(busboy, {
        headers: req.headers,
        limits: { fieldSize: textLimit + 1, fileSize: fileLimit + 1, parts: MAX_VALUES + 1, headerPairs: 50 },
        // Then it shows which names and values are no text.
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
      // Behind the form: it has seen by then whether a file begins in the same bytes.
      joined.pipe(form);
      joined.on("data", count);
    });
    held?.settle();
    heldFiles?.settle(files?.permit);
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

/** What is known of a request before its body is read. */
export interface BodyContext {
  readonly actor: Actor;
  /** Forms count only on writes. */
  readonly isWrite: boolean;
  /** Those that the body may carry. */
  readonly parameters: Parameters;
}

/** Files that one form may bring. */
const MAX_FILES = 10;

const INDEX = /^\d{0,6}$/;

const matches = (keys: readonly string[], pattern: readonly string[]): boolean =>
  keys.length === pattern.length &&
  pattern.every((wanted, at) => (wanted === "*" ? INDEX.test(keys[at] ?? "") : wanted === keys[at]));

/**
 * Whether a part of a form that is a file, asked by its name, is read: where a parameter takes one. Throws
 * `rest_invalid_param` for the name of any other, of one too many, and when the caller may not upload.
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
