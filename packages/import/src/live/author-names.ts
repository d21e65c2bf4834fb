import { isObject } from "@kalends/core";
import { ImportError } from "../import-error.ts";
import { numberOf } from "../records/source-record.ts";
import { addressOf } from "./addresses.ts";
import type { RetryingClient } from "./retrying-client.ts";

/**
 * Returns the names of an author, such as the login and the full name, from the users API of WordPress.
 * Returns an empty list if the site does not return the author.
 */
export const namesOf = async (
  root: URL,
  client: RetryingClient,
  author: number,
): Promise<readonly string[]> => {
  try {
    const { status, json } = await client.anything(addressOf(root, `wp/v2/users/${author}`));
    if (status !== 200 || !isObject(json) || numberOf(json.id) !== author) return [];
    const names = [json.username, json.slug, json.name];
    return [...new Set(names.filter((name): name is string => typeof name === "string" && name !== ""))];
  } catch (error) {
    // A site may refuse this request. The author then has no names.
    if (error instanceof ImportError) return [];
    throw error;
  }
};
