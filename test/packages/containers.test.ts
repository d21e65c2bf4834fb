import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type Dockerfile, DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { SETTINGS } from "kalends/internals";
import { parse } from "yaml";
import { ROOT, readJson } from "./published-packages.ts";

const textOf = (name: string): string => readFileSync(join(ROOT, name), "utf8");

/** A name and at least major, minor and patch: what is built tomorrow is what was built today. */
const PINNED = /^[\w./-]+:\d+\.\d+\.\d+/;

const VARIABLES: ReadonlySet<string> = new Set(Object.values(SETTINGS).map(({ variable }) => variable));

const unknownSettings = (text: string): readonly string[] =>
  [...text.matchAll(/\bKALENDS_[A-Z_]+\b/g)].map(([name]) => name).filter((name) => !VARIABLES.has(name));

const instruction = (dockerfile: Dockerfile, keyword: string): readonly string[] =>
  dockerfile
    .getInstructions()
    .filter((one) => one.getKeyword() === keyword)
    .map((one) => one.getArgumentsContent() ?? "");

describe("what deploys the calendar names real settings:", () => {
  for (const name of ["Dockerfile", "compose.yaml", "docs/deploying.md"]) {
    it(name, () => {
      expect(textOf(name)).to.match(/KALENDS_STORAGE/);
      expect(unknownSettings(textOf(name))).to.deep.equal([]);
    });
  }
});

describe("Dockerfile", () => {
  const text = textOf("Dockerfile");
  const dockerfile = DockerfileParser.parse(text);
  const stages = text.split(/^(?=FROM )/m).slice(1);
  const last = DockerfileParser.parse(stages.at(-1) ?? "");

  it("is sound", () => {
    expect(validate(text).map(({ range, message }) => `${range.start.line + 1}: ${message}`)).to.deep.equal(
      [],
    );
  });

  it("builds on one exact version of Node, which the packages take", () => {
    const images = dockerfile.getFROMs().map((from) => from.getImage() ?? "");
    expect(new Set(images).size).to.equal(1);
    const [image = ""] = images;
    expect(image)
      .to.match(PINNED)
      .and.to.match(/-slim$/);
    expect(Number(/:(\d+)/.exec(image)?.[1])).to.be.at.least(20);
  });

  it("runs as nobody in particular, keeps its data in a volume, and says how it is", () => {
    expect(instruction(last, "USER").at(-1)).to.equal("node");
    const [volume = ""] = instruction(last, "VOLUME");
    expect(volume).to.equal("/data");
    expect(instruction(last, "ENV").join(" ")).to.include(`KALENDS_STORAGE=sqlite:${volume}/`);
    expect(instruction(last, "HEALTHCHECK")).to.have.length(1);
    expect(text).to.include("/healthz");
  });

  it("copies and runs what there is", () => {
    const { scripts } = readJson<{ readonly scripts: Readonly<Record<string, string>> }>(
      join(ROOT, "package.json"),
    );
    for (const [, script = ""] of text.matchAll(/npm run (\w+)/g)) expect(scripts).to.have.property(script);
    const copied = instruction(last, "COPY").map((content) => content.split(" ").slice(-2));
    for (const [from = "", to] of copied) {
      expect(to).to.equal(from);
      expect(existsSync(join(ROOT, from.replace("/app/", ""))), from).to.equal(true);
    }
    const [, program = ""] = /"\/app\/([^"]*kalends\.js)"/.exec(instruction(last, "CMD")[0] ?? "") ?? [];
    expect(existsSync(join(ROOT, program)), program).to.equal(true);
    const ignored = textOf(".dockerignore").split("\n");
    expect(ignored).to.include.members(["**/node_modules", "**/dist", "**/*.db", ".git"]);
  });
});

interface Service {
  readonly image: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
}

describe("compose.yaml", () => {
  const { services, volumes } = parse(textOf("compose.yaml")) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly volumes: Readonly<Record<string, unknown>>;
  };
  const { kalends, mongodb } = services;

  it("keeps the calendar in a replica set that it makes itself, and waits for it", () => {
    const [, set] = /--replSet (\S+)/.exec(mongodb?.command?.join(" ") ?? "") ?? [];
    expect(kalends?.environment?.KALENDS_STORAGE).to.equal(
      `mongodb://mongodb:27017/kalends?replicaSet=${set}`,
    );
    expect(mongodb?.healthcheck?.test.join(" ")).to.include(`rs.initiate({ _id: "${set}"`);
    expect(kalends?.depends_on).to.deep.equal({ mongodb: { condition: "service_healthy" } });
    expect(mongodb?.image).to.match(PINNED);
  });

  it("builds the image, keeps what is written in volumes, and is reached from this machine alone", () => {
    expect(kalends?.build).to.equal(".");
    for (const service of Object.values(services)) {
      for (const volume of service.volumes) expect(volumes).to.have.property(volume.split(":")[0] ?? "");
    }
    expect(kalends?.volumes.map((volume) => volume.split(":")[1])).to.deep.equal(["/data"]);
    expect(mongodb?.ports).to.equal(undefined);
    for (const port of kalends?.ports ?? []) expect(port).to.match(/^127\.0\.0\.1:/);
  });
});
