import { isObject } from "@kalends/core";

/**
 * Options of `createCalendar` whose form is checked here: values that only a program can pass, mostly
 * objects.
 */
type Given = Readonly<
  Partial<
    Record<
      "storage" | "media" | "clock" | "logger" | "scheduler" | "pages" | "authors" | "postStatuses",
      unknown
    >
  >
>;

/**
 * Returns a check for an object with these methods. A class passes too, because it may have static methods,
 * such as `Date.now`.
 */
const hasMethods =
  (...names: readonly string[]) =>
  (value: unknown): boolean =>
    (isObject(value) || typeof value === "function") &&
    names.every((name) => typeof Reflect.get(value, name) === "function");

const isBoolean = (value: unknown): boolean => typeof value === "boolean";
const isStore = hasMethods("transaction", "close");
const isDatabase = (value: unknown): boolean => isObject(value) && hasMethods("collection")(value.db);
const isNamed = (value: unknown): boolean => isObject(value) && typeof value.name === "string";
const isBlobStore = hasMethods("put", "close");

/**
 * Check and description of the required form, for each option. URLs and folders are settings, which are
 * validated separately.
 */
const FORMS: Readonly<Record<keyof Given, readonly [isOne: (value: unknown) => boolean, form: string]>> = {
  storage: [
    (value) => isStore(value) || isDatabase(value),
    "an address such as sqlite:./kalends.db, an opened Store, or { db, prefix } with a database of the MongoDB driver",
  ],
  media: [isBlobStore, "a folder, or an opened BlobStore"],
  clock: [hasMethods("now"), "{ now: () => Date.now() }"],
  logger: [hasMethods("debug", "info", "warn", "error"), "{ debug, info, warn, error }, such as console"],
  scheduler: [isBoolean, "true or false"],
  pages: [isBoolean, "true or false"],
  authors: [hasMethods("isAuthor"), "{ isAuthor: async (id) => true }"],
  postStatuses: [
    (value) => Array.isArray(value) && value.every(isNamed),
    'a list of objects, such as [{ name: "archived", isPublic: true }]',
  ],
};

/**
 * Returns the problems with the options, one sentence for each. Callers without TypeScript may pass any
 * value.
 */
export const problemsOfForms = (given: Given): readonly string[] =>
  Object.entries(given)
    .filter(([name, value]) => value !== undefined && !FORMS[name as keyof Given][0](value))
    .map(([name]) => `${name} must be ${FORMS[name as keyof Given][1]}`);
