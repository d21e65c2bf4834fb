import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Manifest, npm, publishedPackages, ROOT, readJson } from "./published-packages.ts";

/** Members of a CycloneDX component that this script reads. npm writes the others. */
interface Component {
  readonly "bom-ref": string;
  readonly name: string;
  readonly version: string;
  readonly purl?: string;
  readonly scope?: string;
  readonly licenses?: readonly unknown[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

export interface BillOfMaterials {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** Browser libraries whose files are copied into packages of this project when they are packed. */
const BUNDLED: readonly string[] = ["swagger-ui-dist"];

const listed = async (): Promise<BillOfMaterials> => {
  const [command, ...parameters] = npm(
    "sbom",
    "--package-lock-only",
    "--sbom-format=cyclonedx",
    "--loglevel=error",
  );
  const { stdout } = await promisify(execFile)(command, parameters, { cwd: ROOT, maxBuffer: 2 ** 26 });
  return JSON.parse(stdout) as BillOfMaterials;
};

const reachedFrom = (
  roots: readonly string[],
  dependencies: BillOfMaterials["dependencies"],
): ReadonlySet<string> => {
  const edges = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const reached = new Set<string>(roots);
  for (const ref of reached) for (const next of edges.get(ref) ?? []) reached.add(next);
  return reached;
};

/**
 * Package that reports installations to its author. It is left out: it is a dependency of a bundled library,
 * from which only files are copied.
 */
const REPORTER = "@scarf/scarf";

const nameOf = (ref: string): string => ref.slice(0, ref.lastIndexOf("@"));

/** Properties with which npm marks development dependencies. Bundled libraries must not have them. */
const MARKS = /^cdx:npm:package:(?:development|extraneous)$/;

/** Returns the licenses in the obsolete member `licenses` of a package.json, which npm ignores. */
const oldLicensesOf = ({ name }: Component): readonly unknown[] => {
  const { licenses = [] } = readJson<{ readonly licenses?: readonly { readonly type: string }[] }>(
    join(ROOT, "node_modules", name, "package.json"),
  );
  return licenses.map(({ type }) => ({ license: { id: type } }));
};

const toBundled = (component: Component): Component => ({
  ...component,
  scope: "required",
  properties: [
    ...(component.properties ?? []).filter(({ name }) => !MARKS.test(name)),
    { name: "kalends:bundled", value: "true" },
  ],
});

/**
 * Returns the bill of materials of a release in the CycloneDX format: published packages, their dependencies
 * and the bundled browser libraries.
 */
export const billOfMaterials = async (): Promise<BillOfMaterials> => {
  const all = await listed();
  const manifests = new Map<string, Manifest>(
    publishedPackages().map(({ manifest }) => [`${manifest.name}@${manifest.version}`, manifest] as const),
  );
  // For packages of this project, npm also lists development dependencies. They are left out.
  const isOf = (ref: string, on: string): boolean => {
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifests.get(ref) ?? {};
    const needs = { ...dependencies, ...optionalDependencies, ...peerDependencies };
    const isNeeded = nameOf(on) in needs || BUNDLED.includes(nameOf(on));
    return nameOf(on) !== REPORTER && (isNeeded || !manifests.has(ref));
  };
  const dependencies = all.dependencies.map(({ ref, dependsOn }) => ({
    ref,
    dependsOn: dependsOn.filter((on) => isOf(ref, on)),
  }));
  const published = [...manifests.keys()];
  const reached = reachedFrom(published, dependencies);
  const { version } = readJson<{ readonly version: string }>(join(ROOT, "lerna.json"));
  const product = { ...all.metadata.component, "bom-ref": `release@${version}`, name: "kalends", version };
  const { purl: _ofThisFolder, ...component } = product;
  return {
    ...all,
    metadata: { ...all.metadata, component },
    components: all.components
      .filter(({ "bom-ref": ref }) => reached.has(ref))
      // npm names the packages of workspaces by their folder instead of their name.
      .map((one) => ({ ...one, name: nameOf(one["bom-ref"]) }))
      .map((one) => (one.licenses === undefined ? { ...one, licenses: oldLicensesOf(one) } : one))
      .map((one) => (BUNDLED.includes(one.name) ? toBundled(one) : one)),
    dependencies: [
      { ref: component["bom-ref"], dependsOn: published },
      ...dependencies.filter(({ ref }) => reached.has(ref)),
    ],
  };
};
