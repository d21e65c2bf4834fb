import { type Actor, type Image, revisionOf } from "@kalends/core";
import { type ImageOperations, type Operations, perform } from "@kalends/core/interface";
import { IMAGE_DOCUMENTS } from "../../document/record-documents.ts";
import { imageFragment } from "../../presenters/fragments/record-fragments.ts";
import { presentImage } from "../../presenters/image-presenter.ts";
import { presentList } from "../../presenters/list-presenter.ts";
import { createRecords } from "../../representation/records.ts";
import type { CalendarRequest, Endpoint, EndpointResponse, Handle, Route } from "../../route/route.ts";
import { findNamed } from "./named-target.ts";
import { FIELDS, listRequest } from "./record-routes.ts";
import { readCreated } from "./repeat-response.ts";

type Of = (operations: Operations) => ImageOperations;

export const createImageRoutes = (of: Of, declared: Operations): readonly Route[] => [
  collectionRoute(of, of(declared)),
  itemRoute(of, of(declared)),
];

const created = (request: CalendarRequest, image: Image): EndpointResponse => ({
  status: 201,
  body: presentImage(image, request.presentation(false)),
  revision: revisionOf(image),
  headers: { Location: `${request.addresses.namespace}/images/${image.id}` },
});

const collectionRoute = (of: Of, { list, create }: ImageOperations): Route => {
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
    const { exchange, actor, operations } = request;
    const image = await perform(of(operations).create, { file: exchange.upload() }, actor, {
      trace: exchange.trace(),
    });
    return created(request, image);
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
        document: IMAGE_DOCUMENTS.list,
        handle: showList,
        isList: true,
      },
      {
        methods: ["POST"],
        parameters: create.parameters,
        document: IMAGE_DOCUMENTS.create,
        handle: upload,
        again: uploadedAgain,
        isUpload: true,
      },
    ],
    allow: async ({ actor }) => (create.permits(actor) ? ["GET", "POST"] : ["GET"]),
  };
};

const itemRoute = (of: Of, { get, delete: remove }: ImageOperations): Route => {
  const allowed = (actor: Actor, image: Image | undefined): readonly string[] =>
    image !== undefined && remove.permits(actor, { name: "id", record: image }) ? ["GET", "DELETE"] : ["GET"];
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
        document: IMAGE_DOCUMENTS.get,
        handle: handle("get"),
      },
      { methods: ["DELETE"], ...described, document: IMAGE_DOCUMENTS.delete, handle: handle("delete") },
    ],
    allow: async (request) =>
      allowed(request.actor, (await findNamed(request, of(request.operations).get)).record),
  };
};
