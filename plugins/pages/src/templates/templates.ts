import type { PluginDeps } from "@kalends/core/plugin";
import { type Html, html, type Part, raw } from "../page/html.ts";

/** Parts of a page that an installation can replace. The file of a part is its name with `.html`. */
export const TEMPLATES = ["head", "header", "footer", "event"] as const;
export type TemplateName = (typeof TEMPLATES)[number];

/** Templates of the installation, by part. */
export type Templates = ReadonlyMap<TemplateName, string>;

const isMissing = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT";

/**
 * Creates a function that returns the templates of a folder. The folder is read at the first call. If a file
 * exists but cannot be read, the error is logged and the built-in part is used.
 */
export const createTemplates = (
  folder: string | undefined,
  { readFile, logger }: { readonly readFile: PluginDeps["readFile"]; readonly logger: PluginDeps["logger"] },
): (() => Promise<Templates>) => {
  const read = async (): Promise<Templates> => {
    const found = new Map<TemplateName, string>();
    for (const name of folder === undefined ? [] : TEMPLATES) {
      try {
        found.set(name, await readFile(`${folder}/${name}.html`));
      } catch (error) {
        if (!isMissing(error)) logger.error("A page template cannot be read", { name, error: String(error) });
      }
    }
    if (folder !== undefined && found.size === 0)
      logger.warn("The template folder has no templates", { folder });
    return found;
  };
  let reading: Promise<Templates> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
};

const PLACEHOLDER = /\{\{ *([a-z]+) *\}\}/g;

/**
 * Replaces the placeholders of a template by `values`. Texts are escaped, and HTML is inserted unchanged.
 * Unknown placeholders are removed.
 */
export const fillTemplate = (template: string, values: Readonly<Record<string, Part>>): Html => {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: placeholder, 1: name = "", index } of template.matchAll(PLACEHOLDER)) {
    parts.push(raw(template.slice(end, index)), Object.hasOwn(values, name) ? values[name] : undefined);
    end = index + placeholder.length;
  }
  return html`${parts}${raw(template.slice(end))}`;
};
