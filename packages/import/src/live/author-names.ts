import { isObject } from "@kalends/core";
import { ImportError } from "../import-error.ts";
import { numberOf } from "../records/source-record.ts";
import { addressOf } from "./addresses.ts";
import type { Asking } from "./asking.ts";

/** What a site calls an author, such as login and full name, where its own interface of users says it; none elsewhere. */
export const namesOf = async (root: URL, asking: Asking, author: number): Promise<readonly string[]> => {
  try {
    const { status, json } = await asking.anything(addressOf(root, `wp/v2/users/${author}`));
    if (status !== 200 || !isObject(json) || numberOf(json.id) !== author) return [];
    const names = [json.username, json.slug, json.name];
    return [...new Set(names.filter((name): name is string => typeof name === "string" && name !== ""))];
  } catch (error) {
    // Whoever is closed to such questions has said so.
    if (error instanceof ImportError) return [];
    throw error;
  }
};
