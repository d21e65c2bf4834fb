import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromTarballs } from "./from-tarballs.ts";
import { type Manifest, merged, readManifest, writeManifest } from "./manifest.ts";

/** What a project is: a calendar of its own, one inside another application, or what extends calendars. */
export type ProjectKind = "calendar" | "koa" | "express" | "fastify" | "plugin" | "storage-adapter";

export interface Project {
  readonly kind: ProjectKind;
  /** Of the project and its package. */
  readonly name: string;
  /** Of the packages of Kalends that it asks for; by default that of this package. */
  readonly version?: string;
  /** A folder with tarballs to take them from instead. */
  readonly packages?: string | undefined;
}

const TEMPLATES = fileURLToPath(new URL("../template/", import.meta.url));

/** Published, this package brings the adapter along; in the repository it is an example. */
const ADAPTER = fileURLToPath(
  existsSync(new URL("../src/", import.meta.url))
    ? new URL("../../../examples/custom-storage/", import.meta.url)
    : new URL("../adapter/", import.meta.url),
);

/** Folders of templates, each laid over the one before. */
const LAYERS: Readonly<Record<ProjectKind, readonly string[]>> = {
  calendar: ["calendar"],
  koa: ["host", "koa"],
  express: ["host", "express"],
  fastify: ["host", "fastify"],
  plugin: ["plugin"],
  "storage-adapter": ["storage-adapter"],
};

const OWN: Manifest = readManifest(fileURLToPath(new URL("../", import.meta.url)));

/** In templates and the names of their files stand these instead of the name and the version. */
const TEMPLATE_VERSION = "0.0.0";

const personalize = (text: string, { name, version = OWN.version ?? "" }: Project): string => {
  const identifier = name.replaceAll("-", "_");
  return text
    .replaceAll("my-plugin", name)
    .replaceAll("my_plugin", identifier)
    .replaceAll("MY_PLUGIN", identifier.toUpperCase())
    .replaceAll(TEMPLATE_VERSION, version);
};

/** Of the layers together, personalized. */
const toManifest = (project: Project): Manifest => {
  const layers = LAYERS[project.kind].map((layer) => readManifest(join(TEMPLATES, layer)));
  const manifest: Manifest = JSON.parse(personalize(JSON.stringify(layers.reduce(merged, {})), project));
  return project.packages === undefined ? manifest : fromTarballs(manifest, project.packages);
};

/** Writes a project to an empty folder. Throws a plain `Error`, and writes nothing, when the tarballs lack what it asks for. */
export const writeProject = (folder: string, project: Project): void => {
  const manifest = toManifest(project);
  for (const layer of LAYERS[project.kind]) cpSync(join(TEMPLATES, layer), folder, { recursive: true });
  // Packages are published without files of the other name.
  renameSync(join(folder, "gitignore"), join(folder, ".gitignore"));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    writeFileSync(path, personalize(readFileSync(path, "utf8"), project));
    renameSync(path, join(entry.parentPath, personalize(entry.name, project)));
  }
  writeManifest(folder, manifest);
  if (project.kind === "storage-adapter") {
    cpSync(join(ADAPTER, "src"), join(folder, "src"), { recursive: true });
    cpSync(join(ADAPTER, "test/new-folders.ts"), join(folder, "test/new-folders.ts"));
  }
};
