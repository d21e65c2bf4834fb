import { toVerificationKey } from "@kalends/accounts";
import type { Config } from "./settings.ts";
import { STORAGE_SCHEMES, splitStorage } from "./storage-schemes.ts";

/** What single settings cannot know: how they fit together, and what this version can do. */
interface Findings {
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  readonly changes: Partial<Config>;
}

/** Which settings somebody set, and under which name: messages speak of that name. */
export type Origins = Readonly<Partial<Record<keyof Config, string>>>;

/** Settings that would change what callers get, but that nothing behind them serves: better no start than half a one. */
const REFUSED: Partial<Record<keyof Config, string>> = {
  plugins: "cannot be used: this version loads no plugins",
  licenses: "cannot be used: this version loads no plugins that could ask for a licence",
  locales: "cannot be used: this version serves no locales",
};

/** Settings that are harmless while nothing looks at them. */
const IDLE: Partial<Record<keyof Config, string>> = {
  docDialect: "has no effect: this version serves no interface document",
};

/** Looks at all settings together; `read` lacks those that were refused one by one. */
export const checkConfig = (read: Partial<Config>, origins: Origins): Findings => {
  const problems: string[] = [];
  const warnings: string[] = [];
  let changes: Partial<Config> = {};
  for (const [key, reason] of Object.entries(REFUSED)) {
    const origin = origins[key as keyof Config];
    if (origin !== undefined && !isEmpty(read[key as keyof Config])) problems.push(`${origin} ${reason}`);
  }
  for (const [key, reason] of Object.entries(IDLE)) {
    const origin = origins[key as keyof Config];
    if (origin !== undefined) warnings.push(`${origin} ${reason}`);
  }
  problems.push(
    ...storageProblems(read, origins),
    ...jwtProblems(read, origins),
    ...languageProblems(read, origins),
  );
  const { scheme } = splitStorage(read.storage ?? ":");
  if (origins.mongodbStandalone !== undefined && !scheme.startsWith("mongodb")) {
    warnings.push(`${origins.mongodbStandalone} has no effect: the storage is not MongoDB`);
  }
  const { perPage, maxPerPage } = read;
  if (perPage !== undefined && maxPerPage !== undefined && maxPerPage < perPage) {
    if (origins.maxPerPage !== undefined) {
      warnings.push(`${origins.maxPerPage} is below the default page size and counts as ${perPage}`);
    }
    changes = { maxPerPage: perPage };
  }
  return { problems, warnings, changes };
};

const isEmpty = (value: unknown): boolean =>
  value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0);

const storageProblems = ({ storage }: Partial<Config>, origins: Origins): string[] => {
  if (storage === undefined) return [];
  const { scheme, place } = splitStorage(storage);
  if (Object.hasOwn(STORAGE_SCHEMES, scheme))
    return place.trim() === "" ? [`${origins.storage} names no place`] : [];
  const known = Object.keys(STORAGE_SCHEMES).join(", ");
  return [`${origins.storage} has the unknown scheme ${scheme}; known schemes: ${known}`];
};

const jwtProblems = (read: Partial<Config>, origins: Origins): string[] => {
  const { jwtKey, jwksUrl, jwtIssuer, jwtAudience } = origins;
  if (jwtKey !== undefined && jwksUrl !== undefined)
    return [`${jwksUrl} cannot be used together with ${jwtKey}`];
  if (jwtKey !== undefined && read.jwtKey !== undefined) return keyProblems(read.jwtKey, jwtKey);
  if (jwtKey !== undefined || jwksUrl !== undefined) return [];
  return [jwtIssuer, jwtAudience]
    .filter((origin) => origin !== undefined)
    .map((origin) => `${origin} needs a key: set KALENDS_JWT_KEY or KALENDS_JWKS_URL`);
};

const keyProblems = (key: string, origin: string): string[] => {
  try {
    toVerificationKey(key);
    return [];
  } catch (error) {
    return [`${origin} cannot be used: ${error instanceof Error ? error.message : String(error)}`];
  }
};

const languageProblems = ({ language }: Partial<Config>, origins: Origins): string[] =>
  language === undefined || language === "en" || origins.language === undefined
    ? []
    : [`${origins.language} must be en: this version has no other texts`];
