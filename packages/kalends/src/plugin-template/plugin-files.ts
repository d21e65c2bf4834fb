import { packageFiles } from "./package-files.ts";
import type { PluginTemplate } from "./plugin-template.ts";
import { sourceFiles } from "./source-files.ts";

/** The files of a package that compiles and whose test passes, by path. */
export const pluginFiles = (template: PluginTemplate): Readonly<Record<string, string>> => ({
  ...packageFiles(template),
  ...sourceFiles(template),
});
