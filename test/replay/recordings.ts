import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject, JsonValue } from "@kalends/core";

/** Recorded request and its response. */
export interface Recording {
  readonly name: string;
  readonly request: RecordedRequest;
  /** Variables for later requests. The value of each one is the path of a member in the response. */
  readonly saves?: Readonly<Record<string, string>>;
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: JsonValue;
  };
}

export interface RecordedRequest {
  readonly method: string;
  /**
   * Path relative to the base path of the API. If it begins with `/wp-json` or `/?`, it is relative to the
   * site.
   */
  readonly target: string;
  /** Name of the user who sent the request. */
  readonly auth?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: JsonValue;
  readonly form?: JsonObject;
  readonly raw?: string;
}

/**
 * Change that was made directly in the database of the recorded site. Only the ids of the records are
 * recorded.
 */
export interface Setup {
  readonly setup: string;
  readonly sets: Readonly<Record<string, number>>;
}

export const isSetup = (line: Recording | Setup): line is Setup => "setup" in line;

/** Reads all `*.jsonl` files of a folder and returns their lines, in the order of file names and lines. */
export const readRecordings = (folder: string): readonly (Recording | Setup)[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"))
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line));

export type Variables = Map<string, JsonValue>;

/**
 * Replaces each `{{name}}` in a value by a variable. If a text consists only of a placeholder, the result is
 * the value of the variable, whatever its type is.
 */
export const fillIn = <T>(value: T, variables: Variables): T => {
  const lookUp = (name: string): JsonValue => {
    const asText = name.endsWith("s") && !variables.has(name) ? variables.get(name.slice(0, -1)) : undefined;
    return asText === undefined ? (variables.get(name) ?? `{{${name}}}`) : String(asText);
  };
  const fill = (part: unknown): unknown => {
    if (typeof part === "string") {
      const whole = /^\{\{(\w+)\}\}$/.exec(part)?.[1];
      if (whole !== undefined) return lookUp(whole);
      return part.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(lookUp(name)));
    }
    if (Array.isArray(part)) return part.map(fill);
    if (typeof part === "object" && part !== null) {
      return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, fill(member)]));
    }
    return part;
  };
  // Cast: texts are replaced by texts or ids, and everything else has the same structure.
  return fill(value) as T;
};

/** Encodes an object as a form in bracket notation. */
export const toForm = (form: JsonObject): string => {
  const pairs: string[] = [];
  const add = (name: string, value: JsonValue): void => {
    if (Array.isArray(value))
      value.forEach((entry: JsonValue, index) => void add(`${name}[${index}]`, entry));
    else if (typeof value === "object" && value !== null) {
      for (const [key, entry] of Object.entries(value)) add(`${name}[${key}]`, entry);
    } else pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(String(value ?? ""))}`);
  };
  for (const [name, value] of Object.entries(form)) add(name, value);
  return pairs.join("&");
};
