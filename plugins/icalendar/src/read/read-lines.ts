/** Bytes of one unfolded line, at most: a description as long as may be stored, in characters of several bytes. */
const LONGEST_LINE = 512 * 1024;
const [TAB, NEWLINE, RETURN, BLANK] = [9, 10, 13, 32];

/** What cannot be part of a text: control characters but tabs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f]/g;

/** Takes bytes as they come. */
export interface LineReader {
  push(bytes: Uint8Array): void;
  /** The last line may lack its end. */
  end(): void;
}

/**
 * Tells the unfolded content lines (RFC 5545, 3.1) of bytes, whatever ends them; `undefined` is one that is too long. They are unfolded
 * before they are decoded: folds may part the bytes of one character. What is no UTF-8 is read as Windows-1252.
 */
export const createLineReader = (tell: (line: string | undefined) => void): LineReader => {
  const decode = createDecode();
  let pieces: Uint8Array[] = [];
  let size = 0;
  /** The end of a line has come: whether it goes on is for the next byte to say. */
  let isAtEnd = false;

  const flush = (): void => {
    if (size > 0) tell(size > LONGEST_LINE ? undefined : decode(joined(pieces, size)));
    pieces = [];
    size = 0;
    isAtEnd = false;
  };
  const keep = (bytes: Uint8Array): void => {
    size += bytes.length;
    if (size > LONGEST_LINE) pieces = [];
    else if (bytes.length > 0) pieces.push(bytes);
  };

  return {
    push(bytes) {
      let from = 0;
      while (from < bytes.length) {
        if (isAtEnd) {
          const isFolded = bytes[from] === BLANK || bytes[from] === TAB;
          if (isFolded) {
            isAtEnd = false;
            from += 1;
            dropReturn(pieces);
          } else flush();
        }
        const end = bytes.indexOf(NEWLINE, from);
        // A copy: whoever sends bytes may use their memory again.
        keep(bytes.slice(from, end < 0 ? bytes.length : end));
        if (end < 0) return;
        isAtEnd = true;
        from = end + 1;
      }
    },
    end: flush,
  };
};

const dropReturn = (pieces: Uint8Array[]): void => {
  const last = pieces.at(-1);
  if (last?.at(-1) === RETURN) pieces[pieces.length - 1] = last.subarray(0, -1);
};

const createDecode = (): ((bytes: Uint8Array) => string) => {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  const windows = new TextDecoder("windows-1252");
  return (bytes) => {
    try {
      return utf8.decode(bytes).replace(CONTROLS, "");
    } catch {
      return windows.decode(bytes).replace(CONTROLS, "");
    }
  };
};

const joined = (pieces: readonly Uint8Array[], size: number): Uint8Array => {
  if (pieces.length === 1 && pieces[0]) return pieces[0];
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole.subarray(0, at);
};
