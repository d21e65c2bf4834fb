import {
  CalendarError,
  fileOf,
  invalidParameter,
  isFilePart,
  MAX_IMAGE_BYTES,
  type Upload,
  type UploadedFile,
} from "@kalends/core";
import type { Context } from "koa";
import { createCollector, FRAMING, PACE, type Pace, watchBreak, watchPace } from "./incoming-bytes.ts";
import { readMultipart } from "./multipart-body.ts";

const tooLarge = (): CalendarError => new CalendarError("rest_body_too_large", { limit: MAX_IMAGE_BYTES });

const missing = (): CalendarError => new CalendarError("rest_missing_callback_param", { missing: ["file"] });

const unreadable = (message: string): CalendarError =>
  new CalendarError("rest_invalid_json", { jsonError: { code: 4, message } });

const BROKEN_OFF = "The body broke off";

const TOO_SLOW = "The body came too slowly";

/** The name that a `Content-Disposition` header gives the body. */
const fileNameOf = (header = ""): string => {
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/i.exec(header) ?? [];
  return quoted?.replace(/\\(.)/g, "$1") ?? bare ?? "";
};

/**
 * The image of a request: the file `file` of a multipart form, or the whole body, which its `Content-Disposition` or a type
 * `image/*` tells. Nothing is read before it is asked for, and at most what an image may have; who sends more slowly than
 * the pace is refused.
 */
export const toUpload = (ctx: Context, pace: Pace = PACE): Upload => ({
  async receive() {
    const { req } = ctx;
    const type = (req.headers["content-type"] ?? "").trim().toLowerCase();
    const disposition = req.headers["content-disposition"];
    const isForm = type.startsWith("multipart/form-data");
    if (!isForm && disposition === undefined && !type.startsWith("image/")) throw missing();
    if (lengthOf(ctx) > MAX_IMAGE_BYTES + (isForm ? FRAMING : 0)) throw tooLarge();
    if (req.readableDidRead) return readByHost(ctx, fileNameOf(disposition));
    // Whoever had to wait may be gone by now.
    if (req.destroyed) throw unreadable(BROKEN_OFF);
    return isForm
      ? readForm(ctx, pace)
      : { name: fileNameOf(disposition), bytes: await readWhole(ctx, pace) };
  },
});

/** What a host has read before us: of forms it leaves no file behind. */
const readByHost = ({ req, request }: Context, name: string): UploadedFile => {
  const { body } = request as { body?: unknown };
  const { body: nodeBody } = req as { body?: unknown };
  const bytes = body ?? nodeBody;
  if (!(bytes instanceof Uint8Array)) throw missing();
  if (bytes.length > MAX_IMAGE_BYTES) throw tooLarge();
  return { name, bytes };
};

const lengthOf = ({ req }: Context): number => Number(req.headers["content-length"] ?? 0);

const readWhole = async (ctx: Context, pace: Pace): Promise<Uint8Array> => {
  const { req } = ctx;
  const collector = createCollector(lengthOf(ctx));
  let length = 0;
  let stop = (): void => {};
  try {
    await new Promise<void>((resolve, reject) => {
      const take = (chunk: Buffer): void => {
        length += chunk.length;
        if (length > MAX_IMAGE_BYTES) reject(tooLarge());
        else collector.add(chunk);
      };
      const end = (): void => resolve();
      req.on("data", take);
      req.on("end", end);
      const watches = [
        watchBreak(req, () => reject(unreadable(BROKEN_OFF))),
        watchPace(req, pace, () => reject(unreadable(TOO_SLOW))),
      ];
      stop = () => {
        req.off("data", take);
        req.off("end", end);
        for (const stopWatch of watches) stopWatch();
      };
    });
  } finally {
    // Whoever is refused may go on sending, and nothing of it is kept.
    stop();
  }
  return collector.bytes();
};

const readForm = async ({ req }: Context, pace: Pace): Promise<UploadedFile> => {
  const limits = { textLimit: FRAMING, fileLimit: MAX_IMAGE_BYTES };
  const pairs = await readMultipart({ req, ...limits, keeps: () => true, pace });
  const [file, second] = pairs.flatMap(([name, value]) =>
    name === "file" && isFilePart(value) ? [fileOf(value)] : [],
  );
  if (file === undefined) throw missing();
  if (second !== undefined) throw invalidParameter("file", { reason: "too-many", values: { maximum: 1 } });
  return file;
};
