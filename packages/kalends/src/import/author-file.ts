import { readFileSync } from "node:fs";
import type { AuthorsDeps } from "@kalends/import";
import { messageOf, OperatorError } from "../operator-error.ts";

/**
 * Reads the file of `--authors`. Returns an empty object if the option is absent. Rejects with an
 * `OperatorError` or an `ImportError` that names the file.
 */
export const readAuthorFile = async (path: string | undefined): Promise<Pick<AuthorsDeps, "map">> => {
  if (path === undefined) return {};
  const { readAuthorMap } = await import("@kalends/import");
  return { map: { place: path, authors: readAuthorMap(textOf(path), path) } };
};

const textOf = (path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw new OperatorError([`File ${path} of --authors not found.`]);
    throw new OperatorError([`File ${path} of --authors cannot be read: ${messageOf(error)}.`]);
  }
};
