import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { ImportError } from "../import-error.ts";

/** Character encoding of a file. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Characters of Windows-1252 for the bytes 0x80 to 0x9F. A space marks an unassigned byte. */
const WINDOWS = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";
const NOT_WINDOWS = /[\x81\x8d\x8f\x90\x9d]/;

const HEAD = 4096;

const headOf = async (file: string): Promise<Buffer> => {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new ImportError(`${file} cannot be read: ${error.code ?? error.message}.`);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};

/**
 * Returns the UTF-16 variant of a file, or `undefined` if the file is not UTF-16. `head` is the start of the
 * file. The detection uses the byte order mark, or else the zero bytes: UTF-16 stores each Latin letter with
 * one.
 */
const wideEncodingOf = (head: Buffer): Encoding | undefined => {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const many = head.length / 8;
  if (odd > many && even < odd / 8) return "utf-16le";
  return even > many && odd < even / 8 ? "utf-16be" : undefined;
};

/**
 * Detects the character encoding of a text file. Detects UTF-16 from the start of the file. Otherwise reads
 * the complete file, because a single letter at the end can distinguish UTF-8 from Windows-1252. Rejects with
 * an `ImportError` if no supported encoding matches.
 * Source: rules/choices.md#csv-encoding.
 */
export const encodingOf = async (file: string): Promise<Encoding> => {
  const head = await headOf(file);
  if (head.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004")))
    throw new ImportError(`${file} is a workbook or an archive: save its tables as CSV first.`);
  const wide = wideEncodingOf(head);
  if (wide !== undefined) return wide;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isUtf8 = true;
  let isWindows = true;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    const text = chunk.toString("latin1");
    if (text.includes("\0")) throw new ImportError(`${file} is not a text file: it contains zero bytes.`);
    isWindows &&= !NOT_WINDOWS.test(text);
    try {
      if (isUtf8) decoder.decode(chunk, { stream: true });
    } catch {
      isUtf8 = false;
    }
    if (!(isUtf8 || isWindows)) break;
  }
  try {
    if (isUtf8) decoder.decode();
  } catch {
    isUtf8 = false;
  }
  if (isUtf8) return "utf-8";
  if (isWindows) return "windows-1252";
  throw new ImportError(`${file} is not encoded in UTF-8, UTF-16 or Windows-1252. Save it as UTF-8.`);
};

const fromWindows = (chunk: Buffer): string =>
  chunk
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, (character) => WINDOWS[character.charCodeAt(0) - 128] ?? "");

/**
 * Yields the text of a file in chunks, without a byte order mark. Rejects with an `ImportError` if the file
 * is not valid in the given encoding.
 */
export async function* decodedText(file: string, encoding: Encoding): AsyncGenerator<string> {
  const chunks = createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>;
  if (encoding === "windows-1252") {
    for await (const chunk of chunks) yield fromWindows(chunk);
    return;
  }
  // The decoder removes the byte order mark.
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError)
      throw new ImportError(`${file} is damaged: its text does not match its encoding.`);
    throw error;
  }
}
