import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { type Dockerfile, DockerfileParser } from "dockerfile-ast";
import { validate } from "dockerfile-utils";
import { SETTINGS } from "kalends/internals";
import { parse } from "yaml";
import { ROOT, readJson } from "./published-packages.ts";

const textOf = (name: string): string => readFileSync(join(ROOT, name), "utf8");

/** Image name with a complete version, so that builds are reproducible. */
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
  for (const name of ["Dockerfile", "compose.yaml", "docs/how-to/deploy.md"]) {
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
  readonly profiles?: readonly string[];
  readonly command?: readonly string[];
  readonly configs?: readonly { readonly source: string; readonly target: string }[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string; readonly required?: false }>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly configs: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/**
 * Returns the file as Compose reads it: with these variables of `.env`, and only the services of the active
 * profiles.
 */
const composed = (variables: Readonly<Record<string, string>> = {}): Compose => {
  const compose = parse(
    textOf("compose.yaml").replaceAll(
      /\$\{(\w+):-([^}]*)\}/g,
      (_, name: string, fallback: string) => variables[name] || fallback,
    ),
  ) as Compose;
  const isOn = ({ profiles = [] }: Service): boolean =>
    profiles.length === 0 || profiles.some((profile) => variables.COMPOSE_PROFILES?.includes(profile));
  const services = Object.fromEntries(Object.entries(compose.services).filter(([, one]) => isOn(one)));
  return { ...compose, services };
};

/** Returns the variables in a block of docs/how-to/deploy.md that consists of lines for `.env`. */
const envOfTheDocs = (name: string): Readonly<Record<string, string>> => {
  const blocks = [...textOf("docs/how-to/deploy.md").matchAll(/^```sh\n((?:[A-Z_]+=.*\n)+)```/gm)];
  const lines = blocks.map(([, block = ""]) => block).find((block) => block.includes(`${name}=`)) ?? "";
  return Object.fromEntries(lines.split("\n").map((line) => line.split(/=(.*)/, 2) as [string, string]));
};

describe("compose.yaml", () => {
  const { services, configs, volumes } = composed();
  const { kalends, proxy } = services;

  it("has a calendar in a SQLite file with web pages, and a proxy, unless something else is asked for", () => {
    expect(Object.keys(services)).to.have.members(["kalends", "proxy"]);
    expect(kalends?.environment?.KALENDS_STORAGE).to.match(/^sqlite:\/data\//);
    expect(kalends?.environment).to.not.have.property("KALENDS_PLUGINS");
    expect(SETTINGS.plugins.standaloneDefault).to.include("@kalends/pages");
  });

  it("lets the proxy alone reach the calendar, which trusts that one", () => {
    expect(kalends?.ports).to.equal(undefined);
    expect(kalends?.environment?.KALENDS_TRUST_PROXY).to.equal("1");
    expect(proxy?.depends_on).to.deep.equal({ kalends: { condition: "service_healthy" } });
    expect(proxy?.environment).to.deep.equal({ CALENDAR_ADDRESS: "http://localhost" });
    expect(proxy?.ports?.map((port) => port.split(":")[0])).to.deep.equal(["80", "443", "443"]);
    const [config] = proxy?.configs ?? [];
    expect(config?.target).to.equal("/etc/caddy/Caddyfile");
    const caddyfile = textOf(configs[config?.source ?? ""]?.file ?? "");
    const { CALENDAR_ADDRESS = "" } = envOfTheDocs("CALENDAR_ADDRESS");
    const [, documented] = /^```caddy\n(.*?)^```/ms.exec(textOf("docs/how-to/deploy.md")) ?? [];
    expect(
      caddyfile
        .replace(/^#.*\n/m, "")
        .replace("{$CALENDAR_ADDRESS}", CALENDAR_ADDRESS)
        .replace("kalends:8080", "127.0.0.1:8080"),
      "the one of the documents",
    ).to.equal(documented);
  });

  it("has MongoDB as a profile: a replica set that it makes itself, and waits for", () => {
    const set = composed(envOfTheDocs("COMPOSE_PROFILES")).services;
    expect(Object.keys(set)).to.have.members(["kalends", "mongodb", "proxy"]);
    const { mongodb } = set;
    const [, name] = /--replSet (\S+)/.exec(mongodb?.command?.join(" ") ?? "") ?? [];
    expect(set.kalends?.environment?.KALENDS_STORAGE).to.equal(
      `mongodb://mongodb:27017/kalends?replicaSet=${name}`,
    );
    expect(mongodb?.healthcheck?.test.join(" ")).to.include(`rs.initiate({ _id: "${name}"`);
    expect(set.kalends?.depends_on).to.deep.equal({
      mongodb: { condition: "service_healthy", required: false },
    });
    expect(mongodb?.ports).to.equal(undefined);
  });

  it("builds the image, takes others in exact versions, and keeps what is written in volumes", () => {
    const all = composed({ COMPOSE_PROFILES: "mongodb" }).services;
    expect(kalends?.build).to.equal(".");
    expect(kalends?.volumes.map((volume) => volume.split(":")[1])).to.deep.equal(["/data"]);
    for (const [name, service] of Object.entries(all)) {
      if (service.build === undefined) expect(service.image, name).to.match(PINNED);
      for (const volume of service.volumes) expect(volumes).to.have.property(volume.split(":")[0] ?? "");
    }
  });
});
