import { readFileSync } from "node:fs";
import { expect } from "chai";

interface LockedPackage {
  readonly name?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(
  readFileSync(new URL("../../../package-lock.json", import.meta.url), "utf8"),
) as { readonly packages: Readonly<Record<string, LockedPackage>> };

/** Where a package finds another one: in the nearest `node_modules`. */
const placeOf = (name: string, from: string): string | undefined => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const place = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const found = packages[place];
    if (found !== undefined) return found.link === true ? found.resolved : place;
    if (folder === "") return undefined;
  }
};

const installedWith = (place: string, found: Set<string> = new Set()): ReadonlySet<string> => {
  if (found.has(place)) return found;
  found.add(place);
  for (const name of Object.keys(packages[place]?.dependencies ?? {})) {
    const next = placeOf(name, place);
    if (next !== undefined) installedWith(next, found);
  }
  return found;
};

describe("what is installed with kalends in a host", () => {
  it("is no package that reports installations", () => {
    const places = [...installedWith("packages/kalends")];
    expect(places).to.include.members(["packages/http", "node_modules/koa"]);
    expect(places.filter((place) => /node_modules\/@scarf\/|swagger-ui/.test(place))).to.deep.equal([]);
  });
});
