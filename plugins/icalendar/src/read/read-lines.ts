import { createDecodeLine } from "./decode-line.ts";

/**
 * Maximum size of one unfolded line in bytes. The longest description that can be stored fits, even if all
 * characters take several bytes.
 */
const MAX_LINE_LENGTH = 512 * 1024;
const [TAB, NEWLINE, RETURN, BLANK] = [9, 10, 13, 32];

/** Splits a byte stream into content lines. */
export interface LineReader {
  push(bytes: Uint8Array): void;
  /** Ends the input and delivers the last line, even if its line break is missing. */
  end(): void;
}

/**
 * Property of vCalendar 1.0 with a quoted-printable value. Its value can continue on the next line without a
 * leading space.
 */
const QUOTED = /^[A-Z0-9-]+(?:;[^:;]*)*?;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i;

/** Returns the line without the soft line break at its end. Returns `undefined` if the line has none. */
const beforeSoftBreak = (line: string): string | undefined => {
  const text = line.trimEnd();
  return text.endsWith("=") ? text.slice(0, -1) : undefined;
};

/**
 * Creates a reader that calls `onLine` with each unfolded content line (RFC 5545, 3.1). It accepts all kinds
 * of line breaks. For a line that is too long, `onLine` gets `undefined`.
 * Lines are unfolded before they are decoded, because a fold may split the bytes of one character. `charset`
 * is the encoding of lines that are not UTF-8.
 */
export const createLineReader = (
  onLine: (line: string | undefined) => void,
  charset?: string,
): LineReader => {
  const decode = createDecodeLine(charset);
  let pieces: Uint8Array[] = [];
  let size = 0;
  /** True directly after a line break. The next byte decides if the same content line continues. */
  let isAtEnd = false;
  /** True in files of vCalendar 1.0. They fold a line at a space of the text, so that space must be kept. */
  let keepsBlanks = false;
  /**
   * Pieces of a quoted-printable value that continues on the next line. `softLength` is their total length.
   */
  let soft: string[] = [];
  let softLength = 0;

  const deliverSoft = (): void => {
    if (soft.length > 0) onLine(soft.join(""));
    soft = [];
    softLength = 0;
  };
  const deliver = (line: string | undefined): void => {
    if (line === undefined || /^(?:BEGIN|END):/i.test(line)) deliverSoft();
    const continued = line === undefined ? undefined : beforeSoftBreak(line);
    const isQuoted =
      line !== undefined && (soft.length > 0 || (continued !== undefined && QUOTED.test(line)));
    if (isQuoted) {
      softLength += line.length;
      soft.push(continued ?? line);
      if (continued === undefined || softLength > MAX_LINE_LENGTH) deliverSoft();
    } else onLine(line);
  };
  const flush = (): void => {
    if (size > 0) {
      const line = size > MAX_LINE_LENGTH ? undefined : decode(joined(pieces, size));
      if (line !== undefined && /^(?:VERSION:|BEGIN:VCALENDAR)/i.test(line))
        keepsBlanks = /^VERSION:1\.0\s*$/i.test(line);
      deliver(line);
    }
    pieces = [];
    size = 0;
    isAtEnd = false;
  };
  const keep = (bytes: Uint8Array): void => {
    size += bytes.length;
    if (size > MAX_LINE_LENGTH) pieces = [];
    else if (bytes.length > 0) pieces.push(bytes);
  };

  return {
    push(bytes) {
      let from = 0;
      const [newline, carriage] = [createFinder(bytes, NEWLINE), createFinder(bytes, RETURN)];
      while (from < bytes.length) {
        const next = bytes[from];
        if (isAtEnd) {
          if (next === NEWLINE || next === RETURN) {
            from += 1;
            continue;
          }
          if (next === BLANK || next === TAB) {
            isAtEnd = false;
            if (!keepsBlanks) from += 1;
          } else flush();
        }
        const end = Math.min(newline(from), carriage(from));
        // The bytes are copied, because the sender may reuse its buffer.
        keep(bytes.slice(from, end));
        if (end === bytes.length) return;
        isAtEnd = true;
        from = end + 1;
      }
    },
    end() {
      flush();
      deliverSoft();
    },
  };
};

/**
 * Creates a function that finds the next position of a byte in the buffer. It returns the length of the
 * buffer if the byte does not occur. Calls must have ascending positions.
 */
const createFinder = (bytes: Uint8Array, byte: number): ((from: number) => number) => {
  let found = -1;
  return (from) => {
    if (found < from) {
      const index = bytes.indexOf(byte, from);
      found = index < 0 ? bytes.length : index;
    }
    return found;
  };
};

const joined = (pieces: readonly Uint8Array[], size: number): Uint8Array => {
  if (pieces.length === 1 && pieces[0]) return pieces[0];
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
};
