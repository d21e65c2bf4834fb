/** The members that something must have: the type of each, or the texts that it may be. */
export type Shape = Readonly<Record<string, "string" | "object" | "function" | readonly string[]>>;

const RECORDS = ["event", "venue", "organizer"] as const;

type ShapeName =
  | "filter"
  | "field"
  | "members"
  | "format"
  | "route"
  | "job"
  | "listener"
  | "command"
  | "storageScheme"
  | "option";

/** What plugins add comes from JavaScript, too: without these members nothing could be done with it. */
export const SHAPES: Readonly<Record<ShapeName, Shape>> = {
  filter: { parameters: "object", narrow: "function" },
  field: { record: RECORDS, name: "string", parameter: "object" },
  members: { record: RECORDS, schemas: "object", membersOf: "function" },
  format: { list: "string", mediaType: "string", present: "function" },
  route: {
    method: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    path: "string",
    parameters: "object",
    permits: "function",
    run: "function",
  },
  job: { name: "string", run: "function" },
  listener: { on: "string", handle: "function" },
  command: { name: "string", description: "string", run: "function" },
  storageScheme: { scheme: "string", open: "function" },
  option: { variable: "string", type: ["string", "integer", "number", "boolean", "list"] },
};

/** Why the value does not have the shape; `undefined` when it does. */
export const problemOfShape = (value: unknown, shape: Shape): string | undefined => {
  const isObject = typeof value === "object" && value !== null;
  const members = isObject ? (value as Readonly<Record<string, unknown>>) : {};
  for (const [name, expected] of Object.entries(shape)) {
    const member = members[name];
    if (typeof expected !== "string") {
      if (!expected.some((text) => text === member)) return `${name} must be one of ${expected.join(", ")}`;
    } else if (typeof member !== expected || member === null) return `${name} must be of type ${expected}`;
  }
  return undefined;
};
