import { existsSync, readdirSync } from "node:fs";

const NAME = /^[a-z][a-z0-9-]{0,99}$/;

/** First words of addresses that the interface has: a plugin of that name could have no route of its own. */
const RESERVED: readonly string[] = [
  "events",
  "venues",
  "organizers",
  "categories",
  "tags",
  "images",
  "audit",
  "batch",
  "changes",
  "doc",
];

/** Why nothing can be called so, as a sentence without a full stop; `undefined` when it can. */
export const problemOfName = (name: string): string | undefined => {
  if (!NAME.test(name))
    return `The name must be lower-case letters, digits and -, not ${name}; --dir says where to write it`;
  // Every object has some members, such as `toString`: no plugin can be called like them.
  if (RESERVED.includes(name) || name in {} || name === "kalends")
    return `${name} is a name of Kalends itself`;
  return undefined;
};

/** Also one that does not exist yet. */
export const isEmptyFolder = (path: string): boolean => !existsSync(path) || readdirSync(path).length === 0;
