/**
 * Characters that are removed from lines: control characters except tabs, and noncharacters of Unicode.
 * Windows-1252 text that was decoded as Latin-1 contains such control characters.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters
const CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/g;
/** CHARSET parameter of a property. vCalendar 1.0 allows it. */
const PROPERTY_CHARSET = /^[A-Z0-9-]+(?:;[^:]*?)?;CHARSET="?([\w.-]{1,40})"?[;:]/i;

type Decode = (bytes: Uint8Array) => string;
type Decoder = InstanceType<typeof TextDecoder>;

/**
 * Creates a function that decodes the lines of a calendar file. A valid UTF-8 line is decoded as UTF-8,
 * whatever charset the server declares. For other lines, the CHARSET of the property is used, then `charset`,
 * then Windows-1252.
 * In a line that is mostly UTF-8, only the invalid bytes are decoded with that other charset.
 */
export const createDecodeLine = (charset?: string): Decode => {
  const decode = createDecode(charset);
  return (bytes) => decode(bytes).replace(CONTROLS, "");
};

/**
 * Decodes a value and removes control characters from its lines. Bytes that are not valid UTF-8 are decoded
 * with `charset`.
 */
export const decodeBytes = (bytes: Uint8Array, charset: string | undefined): string =>
  createDecode(charset)(bytes)
    .split(/\r\n?|\n/)
    .map((line) => line.replace(CONTROLS, ""))
    .join("\n");

const createDecode = (charset?: string): Decode => {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  const usual = decoderOf(charset);
  return (bytes) => {
    try {
      return utf8.decode(bytes);
    } catch {
      const head = usual(bytes.subarray(0, 200));
      const [, own] = PROPERTY_CHARSET.exec(head) ?? [];
      const decode = own === undefined ? usual : decoderOf(own, usual);
      return mostlyUtf8(bytes, decode);
    }
  };
};

const decoderOf = (label: string | undefined, fallback?: Decode): Decode => {
  const decoder = toDecoder(label);
  if (decoder === undefined) return fallback ?? decoderOf("windows-1252");
  return (bytes) => {
    // Node.js 20 decodes Windows-1252 as Latin-1 if all bytes are decoded in one call. Streaming decodes it
    // correctly.
    const text = decoder.decode(bytes, { stream: true });
    return text + decoder.decode();
  };
};

/**
 * Returns the decoder for a charset label. Returns `undefined` if the label is missing or unknown. Labels of
 * Unicode charsets are ignored too, because the bytes are already known to be invalid UTF-8.
 */
const toDecoder = (label: string | undefined): Decoder | undefined => {
  if (label === undefined) return undefined;
  try {
    const decoder = new TextDecoder(label);
    return /^utf-(?:8|16)/.test(decoder.encoding) ? undefined : decoder;
  } catch {
    return undefined;
  }
};

/** Valid UTF-8 sequence of two or more bytes. The text to search has one character per byte. */
const CHARACTERS =
  /(?:[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})/g;
const HIGH = /[\x80-\xff]/g;

const mostlyUtf8 = (bytes: Uint8Array, decode: Decode): string => {
  const latin = Buffer.from(bytes).toString("latin1");
  const characters = latin.match(CHARACTERS)?.length ?? 0;
  const invalid = latin.replace(CHARACTERS, "").match(HIGH)?.length ?? 0;
  if (characters <= invalid) return decode(bytes);
  let text = "";
  let from = 0;
  const single = (until: number): string =>
    latin.slice(from, until).replace(HIGH, (byte) => decode(Uint8Array.of(byte.charCodeAt(0))));
  for (const { 0: found, index } of latin.matchAll(CHARACTERS)) {
    text += single(index) + Buffer.from(found, "latin1").toString("utf8");
    from = index + found.length;
  }
  return text + single(latin.length);
};

/**
 * Converts a UTF-16 calendar file to UTF-8. A byte order mark or `charset` shows that the file is UTF-16.
 * Other files are yielded unchanged.
 */
export async function* narrowed(
  chunks: AsyncIterable<Uint8Array>,
  charset: string | undefined,
): AsyncGenerator<Uint8Array> {
  let decoder: Decoder | undefined;
  let isFirst = true;
  const encoder = new TextEncoder();
  for await (const chunk of chunks) {
    if (isFirst) decoder = wideDecoder(chunk, charset);
    isFirst = false;
    yield decoder === undefined ? chunk : encoder.encode(decoder.decode(chunk, { stream: true }));
  }
}

const wideDecoder = ([first, second]: Uint8Array, charset = ""): Decoder | undefined => {
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le");
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be");
  return /^utf-16(?:le|be)?$/i.test(charset) ? new TextDecoder(charset) : undefined;
};
