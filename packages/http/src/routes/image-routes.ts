import type { Image, ImageOperations } from "@kalends/core";
import { createParser, type Parser } from "@kalends/core";
import { IMAGE_DOCUMENTS } from "../document/image-documents.ts";
import { presentImage } from "../presenters/image-presenter.ts";
import { presentList } from "../presenters/list-presenter.ts";
import { toUpload } from "../request/upload-body.ts";
import { demand, FIELDS, toTarget } from "./record-routes.ts";
import type { CalendarRequest, Handle, Route } from "./route.ts";

/** The library of images. */
export const createImageRoutes = (operations: ImageOperations): readonly Route[] => [
  collectionRoute(operations),
  itemRoute(operations),
];

const collectionRoute = ({ list, create }: ImageOperations): Route => {
  const parser = createParser(list);
  const showList: Handle = async (request) => {
    const { actor, addresses, query } = request;
    const { values } = await parser.parse(await request.values(), actor);
    await demand(list, request);
    // The operation's own parameters are what gave these values their types.
    const result = await list.run(values as Parameters<typeof list.run>[0], actor);
    const presentation = request.presentation(false);
    const { body, headers } = presentList(
      "images",
      result,
      (image) => presentImage(image, presentation),
      addresses.namespace,
      query.per_page !== undefined,
    );
    return { status: 200, body, headers };
  };
  const upload: Handle = async (request) => {
    // Before the body: whoever may not upload keeps no memory.
    await demand(create, request);
    const image = await create.run({ file: toUpload(request.ctx) }, request.actor);
    return {
      status: 201,
      body: presentImage(image, request.presentation(false)),
      headers: { Location: `${request.addresses.namespace}/images/${image.id}` },
    };
  };
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
      { methods: ["POST"], parameters: create.parameters, document: IMAGE_DOCUMENTS.create, handle: upload },
    ],
    allow: async ({ actor }) => ((await create.permits(actor)) ? ["GET", "POST"] : ["GET"]),
  };
};

const itemRoute = ({ get, delete: remove }: ImageOperations): Route => {
  const handle =
    (operation: ImageOperations["get"], parser: Parser, isThere: boolean): Handle =>
    async (request) => {
      const { actor, captured } = request;
      const { values, id } = await parser.parse(await request.values(), actor, toTarget("id", captured));
      await demand(operation, request, id);
      // The parser refuses a path that names no image.
      const image: Image = await operation.run(id as number, values, actor);
      return {
        status: 200,
        body: presentImage(image, request.presentation(false)),
        allow: isThere && remove.permitsOn(image, actor) ? ["GET", "DELETE"] : ["GET"],
      };
    };
  const parser = createParser(get);
  const described = { path: { id: get.target.id }, parameters: {} };
  return {
    pattern: "/images/(\\d+)",
    endpoints: [
      {
        methods: ["GET"],
        ...described,
        unlisted: FIELDS,
        document: IMAGE_DOCUMENTS.get,
        handle: handle(get, parser, true),
      },
      {
        methods: ["DELETE"],
        ...described,
        document: IMAGE_DOCUMENTS.delete,
        handle: handle(remove, createParser(remove), false),
      },
    ],
    async allow({ actor, captured }: CalendarRequest) {
      const id = await parser.resolve(toTarget("id", captured), {}, actor);
      return id !== undefined && (await remove.permits(actor, id)) ? ["GET", "DELETE"] : ["GET"];
    },
  };
};
