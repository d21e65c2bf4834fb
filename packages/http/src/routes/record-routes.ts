import {
  type AnyOperation,
  CalendarError,
  createParser,
  type JsonObject,
  type ListFormat,
  type Parameters,
  type Parser,
  type PathTarget,
} from "@kalends/core";
import { bySlug, documentRecords } from "../document/record-documents.ts";
import { presentList } from "../presenters/list-presenter.ts";
import { decodePercent } from "../request/bracketed-pairs.ts";
import { prefersStrict } from "../request/preference.ts";
import { adjustedHeaders } from "../response/adjusted-headers.ts";
import { materialize } from "../response/lazy-list.ts";
import type { Resource } from "./resource.ts";
import type { Answer, CalendarRequest, Endpoint, Handle, Route } from "./route.ts";

const isStrict = ({ ctx }: CalendarRequest): boolean => prefersStrict(ctx.get("Prefer"));

/** Step 7 of the pipeline. */
export const demand = async (
  operation: AnyOperation,
  { actor }: CalendarRequest,
  id?: number,
): Promise<void> => {
  if (!(await operation.permits(actor, id))) throw new CalendarError("rest_forbidden");
};

/** What everybody may send with a read. Source: 00-overview section 5. */
export const FIELDS: Parameters = {
  _fields: {
    description:
      "Names of members to keep of the answer, as a comma list; dots lead into members: id,venue.city.",
    documented: { type: "string" },
  },
};

/** How the path names the record; digits beyond what a number can tell apart are those of an id that no record has. */
export const toTarget = (name: PathTarget["name"], captured: string): PathTarget => {
  if (name === "slug") return { name, text: decodePercent(captured) };
  return { name, text: Number.isSafeInteger(Number(captured)) ? captured : "0" };
};

/** The routes of one kind of record. Source: 00-overview section 1.1. */
export const createRecordRoutes = <View>(
  resource: Resource<View>,
  formats: readonly ListFormat[],
): readonly Route[] => {
  const { name, operations } = resource;
  const ownFormats = formats.filter(({ list }) => list === name);
  const routes = [collectionRoute(resource, ownFormats), itemRoute(resource, "id", `/${name}/(\\d+)`)];
  return operations.get.target.slug === undefined
    ? routes
    : [...routes, itemRoute(resource, "slug", `/${name}/by-slug/([^/]+)`)];
};

/** The form that the caller likes best, `undefined` for JSON: also where none is liked. */
const negotiate = ({ ctx }: CalendarRequest, formats: readonly ListFormat[]): ListFormat | undefined => {
  if (formats.length === 0) return undefined;
  ctx.vary("Accept");
  const accepted = ctx.accepts("application/json", ...formats.map(({ mediaType }) => mediaType));
  return formats.find(({ mediaType }) => mediaType === accepted);
};

const collectionRoute = <View>(
  { name, operations, present, idOf }: Resource<View>,
  formats: readonly ListFormat[],
): Route => {
  const { list, create } = operations;
  const documents = documentRecords(name, formats);
  const listParser = createParser(list);
  const createParserOfNew = createParser(create);
  const showList: Handle = async (request) => {
    const format = negotiate(request, formats);
    const { values } = await listParser.parse(await request.values(), request.actor);
    await demand(list, request);
    const result = await list.run(values, request.actor);
    const presentation = request.presentation(false);
    const presented = presentList(
      name,
      result,
      (view) => present(view, presentation),
      request.addresses.namespace,
      request.query.per_page !== undefined,
    );
    const ignored = result.ignored ?? [];
    return {
      status: 200,
      // What is presented is JSON.
      body: format === undefined ? presented.body : format.present(materialize(presented.body) as JsonObject),
      headers: {
        ...presented.headers,
        ...(format !== undefined && { "Content-Type": format.mediaType }),
        ...(ignored.length > 0 && { "X-Kalends-Ignored": ignored.join(",") }),
      },
    };
  };
  const createNew: Handle = async (request) => {
    const { values, adjustments } = await createParserOfNew.parse(
      await request.values(),
      request.actor,
      undefined,
      request.addresses.media,
    );
    await demand(create, request);
    const strict = isStrict(request);
    const view = await create.run(values, request.actor, { strict, adjustments });
    return {
      status: 201,
      body: present(view, request.presentation(false)),
      headers: {
        Location: `${request.addresses.namespace}/${name}/${idOf(view)}`,
        ...adjustedHeaders(view, strict),
      },
    };
  };
  return {
    pattern: `/${name}`,
    endpoints: [
      {
        methods: ["GET"],
        parameters: list.parameters,
        unlisted: FIELDS,
        document: documents.list,
        handle: showList,
        isList: true,
      },
      {
        methods: ["POST"],
        parameters: create.parameters,
        document: documents.create,
        handle: createNew,
      },
    ],
    async allow({ actor }) {
      const mayCreate = actor.id !== undefined && (await create.permits(actor));
      return mayCreate ? ["GET", "POST"] : ["GET"];
    },
  };
};

const itemRoute = <View>(resource: Resource<View>, named: PathTarget["name"], pattern: string): Route => {
  const { name, operations, present, writes } = resource;
  const targetOf = ({ captured }: CalendarRequest): PathTarget => toTarget(named, captured);

  const handle =
    (operation: Resource<View>["operations"]["get"], parser: Parser, structured: boolean): Handle =>
    async (request): Promise<Answer> => {
      const { actor, addresses } = request;
      const { values, id } = await parser.parse(
        await request.values(),
        actor,
        targetOf(request),
        addresses.media,
      );
      await demand(operation, request, id);
      // The parser refuses a path that names no record.
      const view = await operation.run(id as number, values, actor);
      return {
        status: 200,
        body: present(view, request.presentation(structured)),
        allow: allowed((change) => operations[change].permitsOn(view, actor)),
      };
    };

  const allowed = (isPermitted: (change: "update" | "delete") => boolean): readonly string[] => {
    const [mayUpdate, mayDelete] = [isPermitted("update"), isPermitted("delete")];
    return ["GET", ...writes.filter((method) => (method === "DELETE" ? mayDelete : mayUpdate))];
  };

  const updateParser = createParser(operations.update);
  const update: Handle = async (request) => {
    const { actor, addresses } = request;
    const { values, id, adjustments } = await updateParser.parse(
      await request.values(),
      actor,
      targetOf(request),
      addresses.media,
    );
    await demand(operations.update, request, id);
    const strict = isStrict(request);
    // The parser refuses a path that names no record.
    const view = await operations.update.run(id as number, values, actor, { strict, adjustments });
    return {
      status: 200,
      body: present(view, request.presentation(false)),
      headers: adjustedHeaders(view, strict),
      allow: allowed((change) => operations[change].permitsOn(view, actor)),
    };
  };
  const documents = documentRecords(name);
  const toldOf = (
    action: "get" | "update" | "delete",
  ): Pick<Endpoint, "path" | "parameters" | "document"> => {
    const { target, parameters } = operations[action];
    return {
      path: { ...(target[named] && { [named]: target[named] }) },
      parameters,
      document: named === "slug" ? bySlug(documents[action]) : documents[action],
    };
  };
  const edit: Endpoint = {
    methods: writes.filter((method) => method !== "DELETE"),
    ...toldOf("update"),
    handle: update,
  };
  const removal: Endpoint = {
    methods: ["DELETE"],
    ...toldOf("delete"),
    handle: handle(operations.delete, createParser(operations.delete), false),
  };
  return {
    pattern,
    endpoints: [
      {
        methods: ["GET"],
        ...toldOf("get"),
        unlisted: FIELDS,
        handle: handle(operations.get, createParser(operations.get), true),
      },
      ...(writes[0] === "DELETE" ? [removal, edit] : [edit, removal]),
    ],
    async allow(request) {
      const { actor } = request;
      // Anonymous callers never cost a look into the store.
      if (actor.id === undefined) return ["GET"];
      const target = targetOf(request);
      const known = await updateParser.resolve(target, {}, actor);
      const id = known ?? (target.name === "id" ? Number(target.text) : undefined);
      const [mayDelete, mayUpdate] = await Promise.all([
        operations.delete.permits(actor, id),
        operations.update.permits(actor, id),
      ]);
      return allowed((change) => (change === "update" ? mayUpdate : mayDelete));
    },
  };
};
