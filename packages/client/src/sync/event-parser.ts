/** An event of a `text/event-stream`. */
export interface ServerEvent {
  /** Event type; `message` by default. */
  readonly type: string;
  readonly data: string;
}

/**
 * Maximum characters of one event. The server limits pages to about as many bytes, plus the rest of the last
 * record.
 */
const MAX_BUFFER = 2 ** 26;

/**
 * Returns a parser for the text of a stream. It takes pieces of any size and returns the events that each
 * piece completes. Throws a `RangeError` for an event without an end.
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
    // Earlier pieces are parsed once their line is complete.
    if (isWithin) return [];
    // A carriage return at the end may be the first half of a line break.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    return lines.flatMap(readLine);
  };
};
