const LONGEST = 200;
const NAME = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/**
 * Whether bytes can be kept under this name: a relative path of at most 200 characters, its segments of lower-case letters,
 * digits, `.`, `_` and `-`, beginning with a letter or digit. So it cannot leave the place where the bytes are kept.
 */
export const isBlobName = (name: string): boolean => name.length <= LONGEST && NAME.test(name);
