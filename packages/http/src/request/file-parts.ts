import { type Actor, can, invalidParameter, type Parameters, type Problem } from "@kalends/core";
import { NO_TEXT, toKeys } from "./bracketed-pairs.ts";

export interface FilePartsDeps {
  readonly actor: Actor;
  /** Forms count on writes alone. */
  readonly isWrite: boolean;
  readonly parameters: Parameters;
}

/** Files that one form may bring. */
const MAX_FILES = 10;

const INDEX = /^\d{0,6}$/;

const matches = (keys: readonly string[], pattern: readonly string[]): boolean =>
  keys.length === pattern.length &&
  pattern.every((wanted, at) => (wanted === "*" ? INDEX.test(keys[at] ?? "") : wanted === keys[at]));

/**
 * Whether a part of a form that is a file, asked by its name, is read: where a parameter takes one. Throws
 * `rest_invalid_param` for the name of any other, of one too many, and when the caller may not upload.
 */
export const createFileParts = ({
  actor,
  isWrite,
  parameters,
}: FilePartsDeps): ((name: string) => boolean) => {
  let count = 0;
  return (name) => {
    if (!isWrite) return false;
    const [top = "", ...keys] = toKeys(name);
    const refuse = (problem: Problem): never => {
      throw invalidParameter(name.replaceAll(NO_TEXT, "\ufffd"), problem);
    };
    const patterns = Object.hasOwn(parameters, top) ? (parameters[top]?.files ?? []) : [];
    if (!patterns.some((pattern) => matches(keys, pattern))) refuse({ reason: "no-file" });
    if (!can(actor, "upload")) refuse({ reason: "upload-not-allowed" });
    count += 1;
    if (count > MAX_FILES) refuse({ reason: "too-many", values: { maximum: MAX_FILES } });
    return true;
  };
};
