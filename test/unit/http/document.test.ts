import type { Operations, Parameter } from "@kalends/core/interface";
import { CATALOGUES, createDocument, createInterfaceRoutes } from "@kalends/http/internals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { openCalendar, type TestCalendar } from "../events/calendar.ts";

const documentOf = (
  operations: Operations,
  extraMembers: Parameters<typeof createDocument>[0]["extraMembers"] = {},
): ReturnType<typeof createDocument> => {
  const settings = { docDialect: "openapi-3.0" as const };
  const { routes } = createInterfaceRoutes({
    stopwatch: { now: () => 0 },
    operations,
    settings,
    namespace: "tribe/events/v1",
    logger: { error() {} },
  });
  const [index, ...others] = routes;
  return createDocument({ routes: index === undefined ? others : [...others, index], extraMembers });
};

/** Returns the operations after a change to the parameters of a list. */
const withList = (
  operations: Operations,
  change: (parameters: Readonly<Record<string, Parameter>>) => Readonly<Record<string, Parameter>>,
): Operations => {
  const { list } = operations.tags;
  return {
    ...operations,
    tags: { ...operations.tags, list: { ...list, parameters: change(list.parameters) } },
  };
};

describe("the interface document", () => {
  let calendar: TestCalendar;
  let document: ReturnType<typeof documentOf>;

  before(async () => {
    calendar = await openCalendar();
    document = documentOf(calendar.operations);
  });
  after(() => calendar.store.close());

  const namesOf = (path: string, method: string, from = document): readonly string[] =>
    (from.paths[path]?.[method]?.parameters ?? [])
      .filter(({ name }) => name !== "If-Match")
      .map(({ name }) => name);

  it("has the paths in their order, with their methods", () => {
    const item = (path: string): readonly (readonly [string, string])[] => [
      [path, "get post put patch delete"],
    ];
    const occurrences = (path: string): readonly (readonly [string, string])[] => [
      [`${path}/occurrences`, "get"],
      ...item(`${path}/occurrences/{recurrence_id}`),
    ];
    const records = (name: string, ...more: readonly string[]) => [
      [`/${name}`, "get post"] as const,
      ...[`/${name}/{id}`, ...more].flatMap(item),
      [`/${name}/by-external-id/{source}/{external_id}`, "put"] as const,
      ...(name === "events" ? [] : [[`/${name}/{id}/merge`, "post"] as const]),
    ];
    const versions = (name: string) => [
      [`/${name}/{id}/revisions`, "get"] as const,
      [`/${name}/{id}/revisions/{revision}`, "get"] as const,
      [`/${name}/{id}/revisions/{revision}/restore`, "post"] as const,
    ];
    const expected = [
      ["/doc", "get"],
      ...records("events", "/events/by-slug/{slug}"),
      ...["/events/{id}", "/events/by-slug/{slug}"].flatMap(occurrences),
      ["/events/{id}/detach", "post"],
      ...versions("events"),
      ...records("venues", "/venues/by-slug/{slug}"),
      ["/venues/{id}/busy", "get"],
      ["/venues/duplicates", "get"],
      ...versions("venues"),
      ...records("organizers", "/organizers/by-slug/{slug}"),
      ...versions("organizers"),
      ...["categories", "tags"].flatMap((name) => records(name)),
      ["/images", "get post"],
      ["/images/{id}", "get patch delete"],
      ["/images/{id}/file", "put"],
      ["/images/{id}/usage", "get"],
      ["/fields", "get"],
      ["/session", "get"],
      ["/me/preferences", "get patch"],
      ["/jobs/{job}", "get"],
      ["/", "get"],
    ];
    expect(Object.keys(document.paths)).to.deep.equal(expected.map(([path]) => path));
    for (const [path = "", methods = ""] of expected) {
      expect(Object.keys(document.paths[path] ?? {}), path).to.have.members(methods.split(" "));
    }
  });

  it("is made of the declarations that requests are read by", () => {
    expect(namesOf("/tags", "get")).to.include("search").and.not.to.include("colour");
    const { search: _, ...rest } = calendar.operations.tags.list.parameters;
    const without = documentOf(withList(calendar.operations, () => rest));
    expect(namesOf("/tags", "get", without)).to.deep.equal(
      namesOf("/tags", "get").filter((name) => name !== "search"),
    );
    const colour: Parameter = { description: "Only those of this colour.", type: "string" };
    const more = documentOf(withList(calendar.operations, (parameters) => ({ ...parameters, colour })));
    expect(namesOf("/tags", "get", more)).to.include("colour");
    expect(JSON.stringify(more)).to.include(colour.description);
  });

  it("tells of every published parameter of every operation, and of no other", () => {
    const {
      images,
      audit: _absent,
      preferences: _apart,
      fields: _described,
      jobs: _jobs,
      status: _status,
      ...records
    } = calendar.operations;
    for (const [name, operations] of Object.entries(records)) {
      const path = `/${name}`;
      const published = (parameters: Readonly<Record<string, Parameter>>): readonly string[] =>
        Object.entries(parameters).flatMap(([key, { undocumented }]) => (undocumented ? [] : [key]));
      const bodyOf = (at: string): readonly string[] => {
        const body = document.paths[at]?.post?.requestBody?.content["application/json"]?.schema.$ref ?? "";
        return Object.keys(document.components.schemas[body.split("/").at(-1) ?? ""]?.properties ?? {});
      };
      expect(namesOf(path, "get"), name).to.deep.equal([
        ...published(operations.list.parameters),
        "_fields",
        "context",
      ]);
      expect(bodyOf(path), name).to.deep.equal(published(operations.create.parameters));
      expect(bodyOf(`${path}/{id}`), name).to.deep.equal(published(operations.update.parameters));
      expect(namesOf(`${path}/{id}`, "patch"), name).to.deep.equal(["id"]);
    }
    expect(namesOf("/images", "get")).to.deep.equal([
      ...Object.keys(images.list.parameters),
      "_fields",
      "context",
    ]);
    expect(namesOf("/images", "post")).to.deep.equal(["Idempotency-Key"]);
    expect(namesOf("/images/{id}", "get")).to.deep.equal(["id", "_fields", "context"]);
    expect(namesOf("/images/{id}", "delete")).to.deep.equal(["id"]);
    expect(namesOf("/events/by-slug/{slug}", "post")).to.deep.equal(["slug", "Idempotency-Key"]);
    expect(JSON.stringify(document)).to.not.include("ticketed");
  });

  it("tells which parts of a form may be files", () => {
    const filesOf = (path: string, method: "post" | "put"): readonly string[] => {
      const { allOf } =
        document.paths[path]?.[method]?.requestBody?.content["multipart/form-data"]?.schema ?? {};
      const files = Object.entries(allOf?.[1]?.properties ?? {});
      expect(files.map(([, { format }]) => format)).to.deep.equal(files.map(() => "binary"));
      return files.map(([name]) => name);
    };
    const inEvents = ["image", "venue[0][image]", "organizer[0][image]"];
    expect(filesOf("/events", "post")).to.have.members(inEvents);
    expect(filesOf("/events/by-slug/{slug}", "put")).to.have.members(inEvents);
    expect(filesOf("/venues/{id}", "put")).to.deep.equal(["image"]);
    expect(filesOf("/organizers", "post")).to.deep.equal(["image"]);
    expect(filesOf("/tags", "post")).to.deep.equal([]);
  });

  it("names each operation once, and says what it and its parameters mean", () => {
    const { descriptions } = CATALOGUES.en;
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).to.equal(ids.length);
    for (const { operationId, summary, description, parameters = [], tags } of operations) {
      expect([summary, description, ...tags], operationId).to.not.include("");
      for (const parameter of parameters) {
        expect(descriptions[parameter.description], `${operationId} ${parameter.name}`).to.match(/\.$/);
      }
    }
  });

  it("tells that a path with something else than an id is none", () => {
    const isDescribed = (path: string): boolean =>
      JSON.stringify(document.paths[path]?.get?.responses["404"] ?? "").includes("rest_no_route");
    expect(isDescribed("/venues/{id}")).to.equal(true);
    expect(isDescribed("/venues")).to.equal(false);
  });

  it("lists missing parameters among the errors only where one is needed beside the path", () => {
    const isDescribed = (path: string, method: string): boolean =>
      JSON.stringify(document.paths[path]?.[method]?.responses["400"]).includes(
        "rest_missing_callback_param",
      );
    expect(isDescribed("/events", "post")).to.equal(true);
    expect(isDescribed("/events/{id}", "get")).to.equal(false);
    expect(isDescribed("/events/{id}", "patch")).to.equal(false);
  });

  it("says what each member of an answer means", () => {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      for (const [member, { $ref, description }] of Object.entries(schema.properties ?? {})) {
        expect($ref ?? description, `${name}.${member}`)
          .to.be.a("string")
          .and.not.equal("");
      }
    }
  });

  it("shows examples that have the form they are examples of", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, "document");
    const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
    const check = (schema: object, examples: readonly unknown[], what: string): void => {
      // Most responses have equal schemas, so the compiled schemas are reused.
      const text = JSON.stringify(schema).replaceAll('"#/components', '"document#/components');
      const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
      compiled.set(text, validate);
      for (const example of examples) {
        expect(validate(example), `${what}: ${JSON.stringify([example, validate.errors])}`).to.equal(true);
      }
    };
    const visit = (value: unknown, what: string): void => {
      if (typeof value !== "object" || value === null) return;
      const { examples, example, schema } = value as Readonly<Record<string, unknown>>;
      if (Array.isArray(examples)) check(value, examples, what);
      if (example !== undefined && typeof schema === "object" && schema !== null) {
        check(schema, [example], what);
      }
      if (typeof examples === "object" && !Array.isArray(examples) && typeof schema === "object") {
        const named: readonly { readonly value: unknown }[] = Object.values(examples ?? {});
        check(
          schema ?? {},
          named.map((one) => one.value),
          what,
        );
      }
      for (const [name, member] of Object.entries(value)) visit(member, `${what}/${name}`);
    };
    visit(document, "");
  });

  it("shows each error by itself, with its code and status", () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { responses }] of Object.entries(operations)) {
        for (const [status, { content }] of Object.entries(responses)) {
          if (Number(status) < 400) continue;
          const { schema, examples = {} } = content?.["application/json"] ?? {};
          const codes = schema?.allOf?.[1]?.properties?.code?.enum;
          expect(Object.keys(examples), `${method} ${path}: ${status}`).to.deep.equal(codes);
          for (const [code, { value }] of Object.entries(examples)) {
            expect(value).to.include({ code }).and.to.have.nested.property("data.status", Number(status));
          }
        }
      }
    }
  });

  it("has the members that others add to records", () => {
    const distance = { type: "number", description: "How far away it is, in kilometres." } as const;
    const { Event: event, Venue: venue } = documentOf(calendar.operations, { Event: { distance } }).components
      .schemas;
    expect(event?.properties?.distance).to.deep.equal(distance);
    expect(event?.required).to.not.include("distance");
    expect(venue?.properties).to.not.have.property("distance");
  });
});
