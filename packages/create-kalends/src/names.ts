import { existsSync, readdirSync } from "node:fs";

const NAME = /^[a-z][a-z0-9-]{0,99}$/;

/**
 * Names that a plugin must not have, because they are the first path segments of the API's own routes. A
 * plugin with such a name could not add routes.
 */
const RESERVED: readonly string[] = [
  "events",
  "venues",
  "organizers",
  "categories",
  "tags",
  "images",
  "audit",
  "fields",
  "jobs",
  "status",
  "accounts",
  "batch",
  "changes",
  "doc",
  "me",
  "password-links",
  "roles",
  "session",
];

/**
 * Returns the reason why a name is not valid, as a sentence without a full stop; `undefined` if it is valid.
 */
export const problemOfName = (name: string): string | undefined => {
  if (!NAME.test(name))
    return `The name ${name} is not valid: use lower-case letters, digits and -. Set the folder with --dir`;
  // Names such as `toString` exist on every JavaScript object, so plugins cannot have such names.
  if (RESERVED.includes(name) || name in {} || name === "kalends")
    return `The name ${name} is reserved by Kalends`;
  return undefined;
};

/** True if the folder is empty or does not exist. */
export const isEmptyFolder = (path: string): boolean => !existsSync(path) || readdirSync(path).length === 0;
