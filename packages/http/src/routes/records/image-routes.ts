import { type Actor, type Image, revisionOf } from "@kalends/core";
import { type ImageOperations, type Operations, perform } from "@kalends/core/interface";
import { documentImages } from "../../document/record-documents.ts";
import { imageFragment } from "../../presenters/fragments/record-fragments.ts";
import { presentImage, presentImageUsage } from "../../presenters/image-presenter.ts";
import { presentList } from "../../presenters/list-presenter.ts";
import { presentUnstored } from "../../presenters/unstored.ts";
import { createRecords } from "../../representation/records.ts";
import { adjustedHeaders } from "../../response/adjusted-headers.ts";
import type { CalendarRequest, Endpoint, EndpointResponse, Handle, Route } from "../../route/route.ts";
import { findNamed } from "./named-target.ts";
import { FIELDS, listRequest } from "./record-routes.ts";
import { readCreated } from "./repeat-response.ts";

type Of = (operations: Operations) => ImageOperations;

type Documents = ReturnType<typeof documentImages>;

/** Creates the routes of the image library. Source: rules/images.md#image-rights. */
export const createImageRoutes = (of: Of, declared: Operations): readonly Route[] => {
  const operations = of(declared);
  const { file: _file, ...details } = operations.create.parameters;
  const documents = documentImages(details);
  return [
    collectionRoute(of, operations, documents),
    itemRoute(of, operations, documents),
    fileRoute(of, operations, documents),
    usageRoute(of, operations, documents),
  ];
};

const created = (request: CalendarRequest, image: Image): EndpointResponse => ({
  status: 201,
  body: presentImage(image, request.presentation(false)),
  revision: revisionOf(image),
  headers: { Location: `${request.addresses.namespace}/images/${image.id}` },
});

const collectionRoute = (of: Of, { list, create }: ImageOperations, documents: Documents): Route => {
  const showList: Handle = async (request) => {
    const result = await perform(of(request.operations).list, await request.values(), request.actor);
    const presentation = request.presentation(false);
    const { body, headers } = presentList(
      "images",
      result,
      createRecords(
        result.items,
        (image) => presentImage(image, presentation),
        (image) => imageFragment(image, presentation),
      ),
      listRequest(request, list.parameters),
    );
    return { status: 200, body, headers };
  };
  const upload: Handle = async (request) => {
    // The upload is read only after the permission check, so callers without permission use no memory
    // (rules/images.md#upload-order).
    const { exchange, actor, operations, query } = request;
    const strict = exchange.isStrict();
    const image = await perform(of(operations).create, { ...query, file: exchange.upload() }, actor, {
      strict,
      trace: exchange.trace(),
    });
    const response = created(request, image);
    return { ...response, headers: { ...response.headers, ...adjustedHeaders(image, strict) } };
  };
  const uploadedAgain: Endpoint["again"] = async (request, written) =>
    created(request, await readCreated("images", of(request.operations), request, written));
  return {
    pattern: "/images",
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
        handle: upload,
        again: uploadedAgain,
        isUpload: true,
      },
    ],
    allow: async ({ actor }) => (create.permits(actor) ? ["GET", "POST"] : ["GET"]),
  };
};

const itemRoute = (of: Of, { get, update, delete: remove }: ImageOperations, documents: Documents): Route => {
  const allowed = (actor: Actor, record: Image | undefined): readonly string[] => {
    if (record === undefined) return ["GET"];
    const found = { name: "id", record } as const;
    return [
      "GET",
      ...(update.permits(actor, found) ? ["PATCH"] : []),
      ...(remove.permits(actor, found) ? ["DELETE"] : []),
    ];
  };
  const change: Handle = async (request) => {
    const { actor, exchange, operations } = request;
    const operation = of(operations).update;
    const strict = exchange.isStrict();
    const raw = await request.values();
    const image = await perform(operation, raw, actor, {
      found: await findNamed(request, operation),
      strict,
      ifMatch: exchange.ifMatch(),
      trace: exchange.trace(),
    });
    const body = presentImage(image, request.presentation(false));
    const [headers, allow] = [adjustedHeaders(image, strict), allowed(actor, image)];
    return image.isDryRun === true
      ? { status: 200, body: presentUnstored(body), headers, allow }
      : { status: 200, body, revision: revisionOf(image), headers, allow };
  };
  const handle =
    (action: "get" | "delete"): Handle =>
    async (request) => {
      const { actor, exchange } = request;
      const operation = of(request.operations)[action];
      const isRead = action === "get";
      const raw = await request.values();
      const image = await perform(operation, raw, actor, {
        found: await findNamed(request, operation),
        ...(!isRead && { ifMatch: exchange.ifMatch() }),
        trace: exchange.trace(),
      });
      return {
        status: 200,
        body: presentImage(image, request.presentation(false)),
        ...(isRead && { revision: revisionOf(image) }),
        allow: allowed(actor, isRead ? image : undefined),
      };
    };
  const described = { path: { id: get.target.id }, parameters: {} };
  return {
    pattern: "/images/(\\d+)",
    endpoints: [
      {
        methods: ["GET"],
        ...described,
        unlisted: FIELDS,
        document: documents.get,
        handle: handle("get"),
      },
      {
        methods: ["PATCH"],
        ...described,
        parameters: update.parameters,
        document: documents.update,
        handle: change,
      },
      { methods: ["DELETE"], ...described, document: documents.delete, handle: handle("delete") },
    ],
    allow: async (request) =>
      allowed(request.actor, (await findNamed(request, of(request.operations).get)).record),
  };
};

const fileRoute = (of: Of, { replaceFile }: ImageOperations, documents: Documents): Route => ({
  pattern: "/images/(\\d+)/file",
  endpoints: [
    {
      methods: ["PUT"],
      path: { id: replaceFile.target.id },
      parameters: replaceFile.parameters,
      document: documents.replaceFile,
      async handle(request) {
        const { actor, exchange, operations } = request;
        const operation = of(operations).replaceFile;
        const image = await perform(operation, { file: exchange.upload() }, actor, {
          found: await findNamed(request, operation),
          ifMatch: exchange.ifMatch(),
          trace: exchange.trace(),
        });
        const body = presentImage(image, request.presentation(false));
        return { status: 200, body, revision: revisionOf(image) };
      },
      isUpload: true,
    },
  ],
  async allow(request) {
    const found = await findNamed(request, of(request.operations).replaceFile);
    return found.record !== undefined && replaceFile.permits(request.actor, found) ? ["PUT"] : [];
  },
});

const usageRoute = (of: Of, { usage }: ImageOperations, documents: Documents): Route => ({
  pattern: "/images/(\\d+)/usage",
  endpoints: [
    {
      methods: ["GET"],
      path: { id: usage.target.id },
      parameters: usage.parameters,
      unlisted: FIELDS,
      document: documents.usage,
      async handle(request) {
        const operation = of(request.operations).usage;
        const raw = await request.values();
        const found = await findNamed(request, operation);
        const page = await perform(operation, raw, request.actor, { found });
        return { status: 200, body: presentImageUsage(page, request.presentation(false)) };
      },
      isList: true,
    },
  ],
  allow: async () => ["GET"],
});
