/** An event of a `text/event-stream`. */
export interface ServerEvent {
  /** `message` unless the stream says otherwise. */
  readonly type: string;
  readonly data: string;
}

/** Takes the text of a stream in pieces of any size; answers the events that are complete with each. */
export const createEventParser = (): ((piece: string) => readonly ServerEvent[]) => {
  let rest = "";
  let type = "";
  let data: string[] = [];

  const readLine = (line: string): readonly ServerEvent[] => {
    if (line === "") {
      const event = { type: type || "message", data: data.join("\n") };
      const isEvent = data.length > 0;
      type = "";
      data = [];
      return isEvent ? [event] : [];
    }
    const [, name, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === "event") type = value;
    if (name === "data") data.push(value);
    return [];
  };

  return (piece) => {
    // A carriage return at the end may be half of a line's end.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    return lines.flatMap(readLine);
  };
};
