import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fromTarballs } from "./from-tarballs.ts";
import { type Manifest, merged, readManifest, writeManifest } from "./manifest.ts";

/**
 * Kind of project: a standalone calendar, an application that contains one, a plugin, or a storage adapter.
 */
export type ProjectKind = "calendar" | "koa" | "express" | "fastify" | "plugin" | "storage-adapter";

export interface Project {
  readonly kind: ProjectKind;
  /** Name of the project and of its package. */
  readonly name: string;
  /** Version of the Kalends packages that the project depends on; the version of this package by default. */
  readonly version?: string;
  /** Folder of tarballs to install the Kalends packages from; the registry by default. */
  readonly packages?: string | undefined;
}

const TEMPLATES = fileURLToPath(new URL("../template/", import.meta.url));

/**
 * Folder of the storage adapter to copy: `adapter` in the published package, or `examples/custom-storage` in
 * the repository.
 */
const ADAPTER = fileURLToPath(
  existsSync(new URL("../src/", import.meta.url))
    ? new URL("../../../examples/custom-storage/", import.meta.url)
    : new URL("../adapter/", import.meta.url),
);

/** Template folders of each kind of project. Files of a later folder replace files of an earlier one. */
const LAYERS: Readonly<Record<ProjectKind, readonly string[]>> = {
  calendar: ["calendar"],
  koa: ["host", "koa"],
  express: ["host", "express"],
  fastify: ["host", "fastify"],
  plugin: ["plugin"],
  "storage-adapter": ["storage-adapter"],
};

const OWN: Manifest = readManifest(fileURLToPath(new URL("../", import.meta.url)));

/** Placeholder for the version in the templates; `personalize` replaces it with the real version. */
const TEMPLATE_VERSION = "0.0.0";

const personalize = (text: string, { name, version = OWN.version ?? "" }: Project): string => {
  const identifier = name.replaceAll("-", "_");
  return text
    .replaceAll("my-plugin", name)
    .replaceAll("my_plugin", identifier)
    .replaceAll("MY_PLUGIN", identifier.toUpperCase())
    .replaceAll(TEMPLATE_VERSION, version);
};

/** Returns the package.json of a project: all template folders merged, with the real names and versions. */
const toManifest = (project: Project): Manifest => {
  const layers = LAYERS[project.kind].map((layer) => readManifest(join(TEMPLATES, layer)));
  const manifest: Manifest = JSON.parse(personalize(JSON.stringify(layers.reduce(merged, {})), project));
  return project.packages === undefined ? manifest : fromTarballs(manifest, project.packages);
};

/**
 * Writes a project to an empty folder. Throws an `Error` and writes nothing if a required tarball is missing.
 */
export const writeProject = (folder: string, project: Project): void => {
  const manifest = toManifest(project);
  for (const layer of LAYERS[project.kind]) cpSync(join(TEMPLATES, layer), folder, { recursive: true });
  // npm does not publish files named `.gitignore`, so the templates use another name.
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
