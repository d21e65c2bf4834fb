/** One event of a `text/event-stream`. */
export interface ServerEvent {
  /** Type of the event; `message` by default. */
  readonly type: string;
  readonly data: string;
}

/**
 * Maximum length of one event in characters. The server limits a page to about this many bytes, but completes
 * its last record.
 */
const MAX_BUFFER = 2 ** 26;

/**
 * Creates a parser for the text of a stream. It accepts pieces of any size, and returns the events that each
 * piece completes. Throws a `RangeError` for an event that is too long.
 */
export const createEventParser = (): ((piece: string) => readonly ServerEvent[]) => {
  let rest = "";
  let type = "";
  let data: string[] = [];
  let length = 0;
  let endsWithReturn = false;

  const readLine = (line: string): readonly ServerEvent[] => {
    if (line === "") {
      const event = { type: type || "message", data: data.join("\n") };
      const isEvent = data.length > 0;
      type = "";
      data = [];
      length = 0;
      return isEvent ? [event] : [];
    }
    const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === "event") type = value;
    if (name === "data") {
      data.push(value);
      length += value.length;
    }
    return [];
  };

  return (piece) => {
    const isWithin = !endsWithReturn && !/[\r\n]/.test(piece);
    endsWithReturn = piece === "" ? endsWithReturn : piece.endsWith("\r");
    rest += piece;
    if (length + rest.length > MAX_BUFFER) throw new RangeError("An event of the stream is too long");
    // The line is not complete yet, so it is parsed with a later piece.
    if (isWithin) return [];
    // A carriage return at the end of a piece may belong to a CRLF line break.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    return lines.flatMap(readLine);
  };
};
