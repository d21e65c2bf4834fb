import type { IncomingMessage } from "node:http";
import {
  CalendarError,
  invalidParameter,
  MAX_IMAGE_BYTES,
  type Upload,
  type UploadedFile,
} from "@kalends/core";
import type { Context } from "koa";

/** What a form may hold around its file, in bytes. */
const FRAMING = 64 * 1024;
const FORM_LIMITS = { fields: 50, fieldSize: 16 * 1024, files: 2, parts: 60, headerPairs: 50 };

const tooLarge = (): CalendarError => new CalendarError("rest_body_too_large", { limit: MAX_IMAGE_BYTES });

const missing = (): CalendarError => new CalendarError("rest_missing_callback_param", { missing: ["file"] });

const unreadable = (message: string): CalendarError =>
  new CalendarError("rest_invalid_json", { jsonError: { code: 4, message } });

const BROKEN_OFF = "The body broke off";

/** Told when the sender goes away before all is there. */
const onBreak = (req: IncomingMessage, tell: () => void): void => {
  req.on("error", tell);
  req.on("close", () => {
    if (!req.complete) tell();
  });
};

/** The name that a `Content-Disposition` header gives the body. */
const fileNameOf = (header = ""): string => {
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]+))/i.exec(header) ?? [];
  return quoted?.replace(/\\(.)/g, "$1") ?? bare ?? "";
};

/**
 * The image of a request: the file `file` of a multipart form, or the whole body, which its `Content-Disposition` or a type
 * `image/*` tells. Nothing is read before it is asked for, and at most what an image may have.
 */
export const toUpload = (ctx: Context): Upload => ({
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
    return isForm ? readForm(ctx) : { name: fileNameOf(disposition), bytes: await readWhole(ctx) };
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

/** One piece of memory for all that comes, instead of thousands that are freed some time later. */
interface Collector {
  add(chunk: Uint8Array): void;
  bytes(): Uint8Array;
}

/** `expected`: how much it will be about, in bytes; nothing is taken up before it is there. */
const createCollector = (expected: number): Collector => {
  let kept = Buffer.allocUnsafeSlow(Math.min(Math.max(expected, FRAMING), MAX_IMAGE_BYTES + FRAMING));
  let length = 0;
  return {
    add(chunk) {
      if (length + chunk.length > kept.length) {
        const larger = Buffer.allocUnsafeSlow((length + chunk.length) * 2);
        kept.copy(larger, 0, 0, length);
        kept = larger;
      }
      kept.set(chunk, length);
      length += chunk.length;
    },
    bytes: () => kept.subarray(0, length),
  };
};

const lengthOf = ({ req }: Context): number => Number(req.headers["content-length"] ?? 0);

const readWhole = async (ctx: Context): Promise<Uint8Array> => {
  const { req } = ctx;
  const collector = createCollector(lengthOf(ctx));
  let length = 0;
  return new Promise((resolve, reject) => {
    req.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_IMAGE_BYTES) reject(tooLarge());
      else collector.add(chunk);
    });
    req.on("end", () => resolve(collector.bytes()));
    onBreak(req, () => reject(unreadable(BROKEN_OFF)));
  });
};

const readForm = async (ctx: Context): Promise<UploadedFile> => {
  const { req } = ctx;
  // With the first upload: most processes never see one.
  const { default: busboy } = await import("busboy");
  return new Promise((resolve, reject) => {
    const fail = (error: CalendarError): void => {
      req.unpipe();
      reject(error);
    };
    const broken = (): void => fail(unreadable("The multipart body cannot be decoded"));
    let form: ReturnType<typeof busboy>;
    try {
      form = busboy({
        headers: req.headers,
        limits: { ...FORM_LIMITS, fileSize: MAX_IMAGE_BYTES + 1 },
        defParamCharset: "utf8",
      });
    } catch {
      broken();
      return;
    }
    const found: UploadedFile[] = [];
    let received = 0;
    req.on("data", (chunk: Buffer) => {
      received += chunk.length;
      if (received > MAX_IMAGE_BYTES + FRAMING) fail(tooLarge());
    });
    form.on("file", (field, stream, { filename }) => {
      const collector = createCollector(found.length === 0 ? lengthOf(ctx) : 0);
      stream.on("limit", () => fail(tooLarge()));
      stream.on("data", (chunk: Buffer) => {
        if (field === "file") collector.add(chunk);
      });
      stream.on("end", () => {
        if (field === "file") found.push({ name: filename ?? "", bytes: collector.bytes() });
      });
      // A form that breaks off says so itself.
      stream.on("error", () => undefined);
    });
    form.on("error", broken);
    form.on("close", () => {
      const [file, second] = found;
      if (file === undefined) fail(missing());
      else if (second !== undefined) {
        fail(invalidParameter("file", { reason: "too-many", values: { maximum: 1 } }));
      } else resolve(file);
    });
    onBreak(req, broken);
    req.pipe(form);
  });
};
