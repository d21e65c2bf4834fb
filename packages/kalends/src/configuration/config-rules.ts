import { toVerificationKey } from "@kalends/accounts";
import { formOfTemplate, PAGE_KINDS, USUAL_TEMPLATES } from "@kalends/http";
import { messageOf } from "../operator-error.ts";
import { STORAGE_SCHEMES, splitStorage } from "../storage/storage-schemes.ts";
import type { Config } from "./config.ts";
import { toLocale, toPageTemplates } from "./settings.ts";

/**
 * Source of each setting that has a value, for messages: a variable, or a key of the options, such as
 * `kalends.config.json: storage`.
 */
export type Origins = Readonly<Partial<Record<keyof Config, string>>>;

/**
 * Checks settings that must fit together. Returns the problems, the warnings, and changed values of settings.
 * `read` lacks settings that are invalid by themselves.
 */
export const checkConfig = (
  read: Partial<Config>,
  origins: Origins,
): {
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
  readonly changes: Partial<Config>;
} => {
  const warnings: string[] = [];
  const { scheme } = splitStorage(read.storage ?? ":");
  if (origins.mongodbStandalone !== undefined && !scheme.startsWith("mongodb")) {
    warnings.push(`${origins.mongodbStandalone} has no effect: the storage is not MongoDB`);
  }
  const { perPage, maxPerPage, locales = [] } = read;
  const largest = Math.max(perPage ?? 0, ...locales.map((locale) => toLocale(locale).perPage ?? 0));
  const isTooSmall = maxPerPage !== undefined && maxPerPage < largest;
  if (isTooSmall && origins.maxPerPage !== undefined) {
    warnings.push(`${origins.maxPerPage} is below the default page size and counts as ${largest}`);
  }
  return {
    problems: [
      storageProblems,
      prefixProblems,
      workerProblems,
      jwtProblems,
      localeProblems,
      pageUrlProblems,
      metricsProblems,
      mailProblems,
    ].flatMap((check) => check(read, origins)),
    warnings,
    changes: isTooSmall ? { maxPerPage: largest } : {},
  };
};

/**
 * Returns the problems with the storage scheme. With plugins, which may add schemes, an unknown scheme is
 * reported when the storage is opened.
 */
const storageProblems = ({ storage, plugins = [] }: Partial<Config>, origins: Origins): string[] => {
  if (storage === undefined) return [];
  const { scheme, place } = splitStorage(storage);
  if (Object.hasOwn(STORAGE_SCHEMES, scheme))
    return place.trim() === ""
      ? [`${origins.storage} has no place after the scheme, such as sqlite:./kalends.db`]
      : [];
  // The default plugins add no schemes.
  if (origins.plugins !== undefined && plugins.length > 0) return [];
  const known = Object.keys(STORAGE_SCHEMES).join(", ");
  return [`${origins.storage} has the unknown scheme ${scheme}; known schemes: ${known}`];
};

const metricsProblems = ({ metrics, port }: Partial<Config>, origins: Origins): string[] =>
  typeof metrics === "number" && metrics === port && port !== 0
    ? [`${origins.metrics} is the port of the calendar itself: set another port, or on`]
    : [];

const prefixProblems = (
  { storage = "", collectionPrefix = "" }: Partial<Config>,
  origins: Origins,
): string[] =>
  collectionPrefix === "" || splitStorage(storage).scheme.startsWith("mongodb")
    ? []
    : [
        `${origins.collectionPrefix} only works with a MongoDB address (mongodb://...): a SQLite file contains one calendar`,
      ];

const workerProblems = ({ storage, workers = 1 }: Partial<Config>, origins: Origins): string[] =>
  workers > 1 && storage === "sqlite::memory:"
    ? [`${origins.workers} must be 1, because sqlite::memory: exists in the memory of one process`]
    : [];

const jwtProblems = (read: Partial<Config>, origins: Origins): string[] => {
  const { jwtKey, jwksUrl, jwtIssuer, jwtAudience, jwtMaxLifetime } = origins;
  if (jwtKey !== undefined && jwksUrl !== undefined)
    return [`${jwksUrl} cannot be used together with ${jwtKey}`];
  if (jwtKey !== undefined && read.jwtKey !== undefined) return keyProblems(read.jwtKey, jwtKey);
  if (jwtKey !== undefined || jwksUrl !== undefined) return [];
  return [jwtIssuer, jwtAudience, jwtMaxLifetime]
    .filter((origin) => origin !== undefined)
    .map((origin) => `${origin} needs a key: set KALENDS_JWT_KEY or KALENDS_JWKS_URL`);
};

const keyProblems = (key: string, origin: string): string[] => {
  try {
    toVerificationKey(key);
    return [];
  } catch (error) {
    return [`${origin} cannot be used: ${messageOf(error)}`];
  }
};

const mailProblems = (read: Partial<Config>, origins: Origins): string[] => {
  const { smtpUrl: server, smtpTls, mailFrom } = origins;
  if (server === undefined)
    return (["smtpTls", "mailFrom"] as const)
      .filter((key) => origins[key] !== undefined && read[key] !== undefined)
      .map((key) => `${origins[key]} needs a mail server: set KALENDS_SMTP_URL`);
  if (read.smtpUrl === undefined) return [];
  return [
    ...(mailFrom === undefined ? [`${server} needs a sender: set KALENDS_MAIL_FROM`] : []),
    ...(smtpTls !== undefined && read.smtpUrl.toLowerCase().startsWith("smtps:")
      ? [`${smtpTls} only works with an address that begins with smtp://, because smtps:// is encrypted`]
      : []),
  ];
};

const localeProblems = ({ locales = [], restRoot }: Partial<Config>, origins: Origins): string[] => {
  const names = locales.map((locale) => toLocale(locale).name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  const ambiguous = names.filter((name) => restRoot === `/${name}` || restRoot?.startsWith(`/${name}/`));
  return [
    ...[...new Set(twice)].map((name) => `${origins.locales} names ${name} more than once`),
    ...ambiguous.map((name) => `${origins.locales} has ${name}, but the REST root starts with it`),
  ];
};

/**
 * Returns the problems with the URL templates of web pages. Two kinds of record must not have the same URLs,
 * and no URL may be below the root of the REST interface.
 */
const pageUrlProblems = (read: Partial<Config>, origins: Origins): string[] => {
  const own = toPageTemplates(read);
  const forms = new Map(
    PAGE_KINDS.map((kind) => [kind, formOfTemplate(own[kind] ?? USUAL_TEMPLATES[kind])] as const),
  );
  return PAGE_KINDS.flatMap((kind) => {
    const origin = origins[`${kind}Url`];
    const template = own[kind];
    if (origin === undefined || template === undefined) return [];
    const others = [...forms].filter(([other, form]) => other !== kind && form === forms.get(kind));
    return [
      ...others.map(([other]) => `${origin} gives the same addresses as the web pages of kind ${other}`),
      ...(template.startsWith(`${read.restRoot}/`)
        ? [`${origin} is below ${read.restRoot}, which is reserved for the REST interface`]
        : []),
    ];
  });
};
