import { problemAt } from "../../errors.ts";
import { isSameJson, type JsonObject, type JsonValue } from "../../model/json.ts";
import { LANGUAGES } from "../../model/language.ts";
import type { Parameter, ParametersFor, Resolution } from "../../parameter.ts";
import { checkText, refuse, resolveText, toNumber } from "../../parameters/scalars.ts";
import { LARGEST_DOCUMENT } from "../../queries/document-query.ts";
import { type Preferences, type SavedView, THEMES, TIME_FORMATS } from "./preferences.ts";

/** Maximum number of saved views, and of query parameters in one view. */
const [MAX_VIEWS, MAX_QUERY] = [50, 50];
/** Maximum lengths in characters: of the name of a view, and of the value of a query parameter. */
const [MAX_VIEW_NAME, MAX_VALUE] = [100, 1_000];

const LIST = /^[a-z][a-z0-9_/-]{0,63}$/;
const QUERY_NAME = /^[A-Za-z_][\w.[\]-]{0,99}$/;

/** Values of a change of preferences. `null` removes a preference; absent ones stay unchanged. */
export type PreferenceChanges = {
  readonly [Name in keyof Preferences]-?: Exclude<Preferences[Name], undefined> | null | undefined;
};

type Read<T> = Resolution<T>;

/** Returns the result of a nested validator. If the result is a problem, its position begins with `place`. */
const at = <T>(place: string, resolution: Read<T>): Read<T> =>
  "problem" in resolution ? { problem: problemAt(resolution.problem, place) } : resolution;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const oneOf =
  <T extends string | number>(all: readonly T[], toValue: (raw: unknown) => unknown) =>
  (raw: unknown): Read<T | null> => {
    if (raw === null) return { value: null };
    const value = all.find((one) => one === toValue(raw));
    return value === undefined ? refuse("not-one-of", { names: all.join(", ") }) : { value };
  };

const resolveQuery = (raw: unknown): Read<SavedView["query"]> => {
  if (!isRecord(raw)) return refuse("not-acceptable");
  const entries = Object.entries(raw);
  if (entries.length > MAX_QUERY) return refuse("too-many", { maximum: MAX_QUERY });
  const query: Record<string, string> = {};
  for (const [name, sent] of entries) {
    if (!QUERY_NAME.test(name) || name === "__proto__") return refuse("not-acceptable");
    const checked = at(`[${name}]`, checkText(sent, MAX_VALUE));
    if ("problem" in checked) return checked;
    query[name] = checked.value;
  }
  return { value: query };
};

const resolveList = (raw: unknown): Read<string> =>
  typeof raw === "string" && LIST.test(raw) ? { value: raw } : refuse("not-acceptable");

const VIEW_MEMBERS: {
  readonly [Name in keyof SavedView]: (raw: unknown) => Read<SavedView[Name]>;
} = { name: resolveText(MAX_VIEW_NAME), list: resolveList, query: resolveQuery };

const resolveView = (raw: unknown): Read<SavedView> => {
  if (!isRecord(raw)) return refuse("not-acceptable");
  const unknown = Object.keys(raw).find((name) => !Object.hasOwn(VIEW_MEMBERS, name));
  if (unknown !== undefined) return at(`[${unknown.slice(0, MAX_VIEW_NAME)}]`, refuse("unknown-parameter"));
  const view: Record<string, unknown> = {};
  for (const name of ["name", "list", "query"] as const) {
    const sent = raw[name];
    const read = at<unknown>(`[${name}]`, sent === undefined ? refuse("missing") : VIEW_MEMBERS[name](sent));
    if ("problem" in read) return read;
    view[name] = read.value;
  }
  // The type is safe, because each member was validated above.
  return { value: view as SavedView };
};

const resolveViews = (raw: unknown): Read<readonly SavedView[] | null> => {
  if (raw === null) return { value: null };
  if (!Array.isArray(raw)) return refuse("not-acceptable");
  if (raw.length > MAX_VIEWS) return refuse("too-many", { maximum: MAX_VIEWS });
  const views: SavedView[] = [];
  for (const [index, sent] of raw.entries()) {
    const read = at(`[${index}]`, resolveView(sent));
    if ("problem" in read) return read;
    views.push(read.value);
  }
  return { value: views };
};

const nullable = <T>(parameter: Omit<Parameter<T>, "nullable" | "default">): Parameter<T> => ({
  ...parameter,
  nullable: true,
});

const RESOLVERS: {
  readonly [Name in keyof PreferenceChanges]: (
    raw: unknown,
  ) => Read<Exclude<PreferenceChanges[Name], undefined>>;
} = {
  language: oneOf(LANGUAGES, (raw) => raw),
  time_format: oneOf(TIME_FORMATS, toNumber),
  theme: oneOf(THEMES, (raw) => raw),
  views: resolveViews,
};

/** Parameters of a change of preferences, one for each preference. Source: rules/sign-in.md#preferences. */
export const PREFERENCE_FIELDS: ParametersFor<PreferenceChanges> = {
  language: nullable({
    description: "preferences.language",
    documented: {
      body: { type: ["string", "null"], enum: [...LANGUAGES, null] },
      example: "fr",
    },
    resolve: RESOLVERS.language,
  }),
  time_format: nullable({
    description: "preferences.time_format",
    documented: {
      body: { type: ["integer", "null"], enum: [...TIME_FORMATS, null] },
      example: 24,
    },
    resolve: RESOLVERS.time_format,
  }),
  theme: nullable({
    description: "preferences.theme",
    documented: { body: { type: ["string", "null"], enum: [...THEMES, null] }, example: "dark" },
    resolve: RESOLVERS.theme,
  }),
  views: nullable({
    description: "preferences.views",
    documented: {
      type: "array",
      body: {
        type: ["array", "null"],
        maxItems: MAX_VIEWS,
        items: { $ref: "#/components/schemas/SavedView" },
      },
      example: [{ name: "Drafts", list: "events", query: { status: "draft" } }],
    },
    resolve: RESOLVERS.views,
  }),
};

/** True if the value, such as one from an archive, has the form in which preferences are stored. */
export const isPreferences = (value: JsonObject): boolean =>
  JSON.stringify(value).length <= LARGEST_DOCUMENT &&
  Object.entries(value).every(([name, raw]) => {
    if (raw === null || !Object.hasOwn(RESOLVERS, name)) return false;
    const resolution = RESOLVERS[name as keyof Preferences](raw);
    return "value" in resolution && isSameJson(resolution.value as JsonValue, raw);
  });
