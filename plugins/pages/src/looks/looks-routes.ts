import {
  can,
  checkText,
  invalidParameter,
  type JsonObject,
  type JsonSchema,
  type Parameter,
  type PluginRoute,
  type Problem,
  pluginRoute,
  toNumber,
} from "@kalends/core/plugin";
import { LINK, VARIABLE } from "../options.ts";
import { english } from "../texts.ts";
import { isReadable } from "./contrast.ts";
import type { LookName, Looks, StoredLooks } from "./looks.ts";

const [MAX_TITLE, MAX_ENTRIES, MAX_ENTRY] = [200, 50, 500];

/** Names of the looks in requests and responses. */
const SENT_NAMES: Readonly<Record<LookName, string>> = {
  title: "title",
  weekStart: "week_start",
  theme: "theme",
  links: "links",
};

const LIST: JsonSchema = { type: ["array", "null"], items: { type: "string" } };

const SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    title: { type: ["string", "null"], description: english("looks.title") },
    week_start: { type: ["integer", "null"], description: english("looks.week_start") },
    theme: { ...LIST, description: english("looks.theme") },
    links: { ...LIST, description: english("looks.links") },
    fixed: { type: "array", items: { type: "string" }, description: english("looks.fixed") },
  },
  required: ["title", "week_start", "theme", "links", "fixed"],
};

const refuse = (text: string): { readonly problem: Problem } => ({
  problem: { reason: "not-acceptable", text: english(text) },
});

const entries = (
  name: "theme" | "links",
  bad: string,
  form: RegExp,
  check: (list: readonly string[]) => { readonly problem: Problem } | undefined = () => undefined,
): Parameter<readonly string[] | null | undefined> => ({
  description: english(`looks.${name}`),
  documented: { type: "array", items: { type: "string" }, maxItems: MAX_ENTRIES },
  nullable: true,
  resolve(raw) {
    if (raw === null) return { value: null };
    const isEntry = (entry: unknown): entry is string =>
      typeof entry === "string" && entry.length <= MAX_ENTRY && !/\p{Cc}/u.test(entry) && form.test(entry);
    if (!Array.isArray(raw) || raw.length > MAX_ENTRIES || !raw.every(isEntry)) return refuse(bad);
    return check(raw) ?? { value: raw };
  },
});

interface LooksValues {
  readonly title: string | null | undefined;
  readonly week_start: number | null | undefined;
  readonly theme: readonly string[] | null | undefined;
  readonly links: readonly string[] | null | undefined;
}

/** Creates the routes that read and change the looks of the pages. */
export const createLooksRoutes = ({ fixed, read, change }: StoredLooks): readonly PluginRoute[] => {
  const present = ({ title, weekStart, theme, links }: Looks): JsonObject => ({
    ...{ title: title ?? null, week_start: weekStart ?? null, theme: theme ?? null, links: links ?? null },
    fixed: fixed.map((name) => SENT_NAMES[name]),
  });
  return [
    pluginRoute({
      method: "GET",
      path: "/pages/looks",
      description: english("looks.read"),
      parameters: {},
      schema: SCHEMA,
      permits: (actor) => can(actor, "manage_settings"),
      run: async () => ({ body: present(await read()) }),
    }),
    pluginRoute<LooksValues>({
      method: "PATCH",
      path: "/pages/looks",
      description: english("looks.change"),
      parameters: {
        title: {
          description: english("looks.title"),
          documented: { type: "string", maxLength: MAX_TITLE },
          nullable: true,
          resolve: (raw) => (raw === null ? { value: null } : checkText(raw, MAX_TITLE)),
        },
        week_start: {
          description: english("looks.week_start"),
          documented: { type: "integer", minimum: 0, maximum: 6 },
          nullable: true,
          resolve(raw) {
            if (raw === null) return { value: null };
            const day = toNumber(raw) ?? -1;
            return Number.isInteger(day) && day >= 0 && day <= 6
              ? { value: day }
              : refuse("looks.bad_week_start");
          },
        },
        theme: entries("theme", "looks.bad_theme", VARIABLE, (list) =>
          isReadable(list) ? undefined : refuse("looks.bad_contrast"),
        ),
        links: entries("links", "looks.bad_links", LINK),
      },
      schema: SCHEMA,
      permits: (actor) => can(actor, "manage_settings"),
      async run({ week_start: weekStart, ...others }) {
        const sent = { ...others, weekStart };
        for (const name of fixed)
          if (sent[name] !== undefined)
            throw invalidParameter(SENT_NAMES[name], refuse("looks.is_fixed").problem);
        const changes = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
        return { body: present(await change(changes)) };
      },
    }),
  ];
};
