import { CalendarError, invalidParameter, MAX_IMAGE_BYTES } from "@kalends/core";
import { type FilePart, fileOf, isFilePart, type Upload, type UploadedFile } from "@kalends/core/interface";
import type { Context } from "koa";
import { fromPairs, type Pair } from "../address/bracketed-pairs.ts";
import type { BodyBudget, HeldBody } from "./body-memory.ts";
import {
  BROKEN_OFF,
  bodyOfHost,
  createCollector,
  FRAMING,
  lengthOf,
  PACE,
  type Pace,
  tooLarge,
  unreadable,
  watchBreak,
  watchPace,
} from "./incoming-bytes.ts";
import { readMultipart } from "./multipart-body.ts";

const missing = (): CalendarError => new CalendarError("rest_missing_callback_param", { missing: ["file"] });

/**
 * Returns the file name in a `Content-Disposition` header, even if the library `content-disposition` cannot
 * parse it.
 */
const fileNameOf = (header = ""): string => {
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/i.exec(header) ?? [];
  return quoted?.replace(/\\(.)/g, "$1") ?? bare ?? "";
};

/**
 * Returns the image upload of a request. The image is the part `file` of a multipart form, or the complete
 * body. A complete body must have a `Content-Disposition` or a type `image/*`. Nothing is read before
 * `receive` is called. At most the maximum size of an image is read. Senders slower than the pace are
 * refused. Source: rules/images.md#image-upload.
 */
export const toUpload = (ctx: Context, files: BodyBudget, pace: Pace = PACE): Upload => ({
  async receive() {
    const { req } = ctx;
    const type = (req.headers["content-type"] ?? "").trim().toLowerCase();
    const disposition = req.headers["content-disposition"];
    const isForm = type.startsWith("multipart/form-data");
    if (!isForm && disposition === undefined && !type.startsWith("image/")) throw missing();
    if (lengthOf(req) > MAX_IMAGE_BYTES + (isForm ? FRAMING : 0)) throw tooLarge(MAX_IMAGE_BYTES);
    // The client may have disconnected while the request waited. A request whose empty body was read by a
    // host is destroyed too, but it is not broken off.
    if (req.destroyed && !req.readableDidRead) throw unreadable(BROKEN_OFF);
    if (isForm && !req.readableDidRead) return readForm(ctx, files, pace);
    return {
      name: fileNameOf(disposition),
      bytes: req.readableDidRead ? readByHost(ctx) : await readWhole(ctx, files, pace),
    };
  },
});

/** Returns the body that middleware of the host has read. If the host has read a form, no file is left. */
const readByHost = (ctx: Context): Uint8Array => {
  const bytes = bodyOfHost(ctx);
  if (!(bytes instanceof Uint8Array)) throw missing();
  if (bytes.length > MAX_IMAGE_BYTES) throw tooLarge(MAX_IMAGE_BYTES);
  return bytes;
};

/**
 * Reads the complete body. `raw-body` is not used: it does not enforce a minimum rate, and needs twice the
 * memory at the end.
 */
const readWhole = async (ctx: Context, files: BodyBudget, pace: Pace): Promise<Uint8Array> => {
  const { req } = ctx;
  const collector = createCollector();
  const stops: (() => void)[] = [];
  let held: HeldBody | undefined;
  let length = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      const room = files.open(ctx, reject);
      held = room;
      const take = (chunk: Buffer): void => {
        length += chunk.length;
        if (length > MAX_IMAGE_BYTES) reject(tooLarge(MAX_IMAGE_BYTES));
        else {
          collector.add(chunk);
          room.hold(length);
        }
      };
      stops.push(watchBreak(req, reject), watchPace(req, pace, reject), () => {
        req.off("data", take);
        req.off("end", resolve);
      });
      req.on("data", take);
      req.on("end", resolve);
    });
    held?.finish();
    return collector.bytes();
  } catch (error) {
    held?.release();
    throw error;
  } finally {
    // A refused sender may continue to send; its bytes are discarded.
    for (const stop of stops) stop();
  }
};

const readForm = async (ctx: Context, files: BodyBudget, pace: Pace): Promise<UploadedFile> => {
  const limits = { textLimit: FRAMING, fileLimit: MAX_IMAGE_BYTES };
  const bounds = { hold: (fail: (error: CalendarError) => void) => files.open(ctx, fail) };
  return onlyFile(await readMultipart({ req: ctx.req, ...limits, keeps: () => true, files: bounds, pace }));
};

/**
 * Returns the file with the field name `file` in a form. Throws if the form contains none or more than one.
 */
export const onlyFile = (pairs: readonly Pair<string | FilePart>[]): UploadedFile => {
  const [file, second] = pairs.flatMap(([name, value]) =>
    name === "file" && isFilePart(value) ? [fileOf(value)] : [],
  );
  if (file === undefined) throw missing();
  if (second !== undefined) throw invalidParameter("file", { reason: "too-many", values: { maximum: 1 } });
  const texts = pairs.filter(([, value]) => !isFilePart(value));
  return texts.length === 0 ? file : { ...file, values: fromPairs(texts) };
};
