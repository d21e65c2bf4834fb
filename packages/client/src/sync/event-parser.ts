/** An event of a `text/event-stream`. */
export interface ServerEvent {
  /** `message` unless the stream says otherwise. */
  readonly type: string;
  readonly data: string;
}

/** Characters of an event: a calendar sends about as many bytes of a page at most, and whole records beyond. */
const LONGEST = 2 ** 26;

/** Takes the text of a stream in pieces of any size; answers the events that are complete with each. Throws for one without an end. */
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
    if (length + rest.length > LONGEST) throw new RangeError("An event of a stream has no end");
    // What has come before is looked at once the line is there.
    if (isWithin) return [];
    // A carriage return at the end may be half of a line's end.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    return lines.flatMap(readLine);
  };
};
