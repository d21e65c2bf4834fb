import type { Parameters } from "@kalends/core";
import type { JsonSchema, ListFormat } from "@kalends/core/interface";
import type { HttpErrorCode } from "../errors/error-codes.ts";
import type { ListName } from "../presenters/list-presenter.ts";
import type { EndpointDocument, HeaderName } from "../route/endpoint-document.ts";
import { IMAGE_FILE, toProperties } from "./parameters.ts";
import { ref } from "./schemas/schema.ts";

/**
 * Kind of record whose endpoints have the five actions of `Action`. Images have other endpoints; see
 * `documentImages`.
 */
export type RecordName = Exclude<ListName, "images">;

type Action = "list" | "create" | "get" | "update" | "delete";

/** Documentation of the endpoints of one kind of record. */
export type RecordDocuments = Readonly<Record<Action, EndpointDocument>>;

/**
 * For each action, the name of the text that describes its endpoint, and the error codes specific to the
 * endpoint.
 */
type Described<Actions extends string = Action> = Readonly<
  Record<Actions, readonly [description: string, ...errors: HttpErrorCode[]]>
>;

export const WRITING: readonly HttpErrorCode[] = [
  "rest_forbidden",
  "rest_cannot_edit_others",
  "rest_external_id_taken",
];
export const INLINE: readonly HttpErrorCode[] = ["could-not-create-venue", "could-not-create-organizer"];
export const NO_EVENT: readonly HttpErrorCode[] = ["rest-event-not-found", "rest-invalid-event-id"];
const TERM: readonly HttpErrorCode[] = [
  "rest_forbidden",
  "rest_term_invalid",
  "term_exists",
  "empty_term_name",
  "duplicate_term_slug",
  "rest_external_id_taken",
];

const linked = (one: "venue" | "organizer"): Described => ({
  list: ["operation.listLinked.description", `${one}-archive-page-not-found`],
  create: ["operation.createLinked.description", ...WRITING, `could-not-create-${one}`],
  get: ["operation.getLinked.description", `${one}-not-accessible`],
  update: ["operation.updateLinked.description", ...WRITING],
  delete: [
    "operation.deleteLinked.description",
    "rest_forbidden",
    `${one}-is-in-trash`,
    "rest_record_merged",
  ],
});

const term = (one: "Category" | "Tag", refusal: HttpErrorCode): Described => ({
  list: ["operation.listTerms.description"],
  create: [`operation.create${one}.description`, ...TERM, refusal],
  get: ["operation.getTerm.description", "rest_term_invalid"],
  update: [`operation.update${one}.description`, ...TERM, refusal],
  delete: [`operation.delete${one}.description`, "rest_forbidden", "rest_term_invalid", "rest_record_merged"],
});

const EVENT: Described = {
  list: ["operation.listEvents.description", "rest_forbidden", "event-archive-page-not-found"],
  create: ["operation.createEvent.description", ...WRITING, ...INLINE],
  get: ["operation.getEvent.description", ...NO_EVENT, "event-not-accessible", "event-no-longer-available"],
  update: ["operation.updateEvent.description", ...WRITING, ...INLINE, ...NO_EVENT],
  delete: ["operation.deleteEvent.description", "rest_forbidden", ...NO_EVENT, "event-is-in-trash"],
};

const IMAGES: Described = {
  list: ["operation.listImages.description", "rest_forbidden"],
  create: ["operation.createImage.description", "rest_forbidden"],
  get: ["operation.getImage.description"],
  update: ["operation.updateImage.description", "rest_forbidden"],
  delete: ["operation.deleteImage.description", "rest_forbidden", "rest_image_in_use"],
};

const DESCRIBED: Readonly<Record<RecordName, Described>> = {
  events: EVENT,
  venues: linked("venue"),
  organizers: linked("organizer"),
  categories: term("Category", "missing_parent"),
  tags: term("Tag", "rest_taxonomy_not_hierarchical"),
};

/** For each kind of record, the name of a single record in operation ids, and the name of its schema. */
const KINDS = {
  events: ["Event", "Event"],
  venues: ["Venue", "Venue"],
  organizers: ["Organizer", "Organizer"],
  categories: ["Category", "Term"],
  tags: ["Tag", "Term"],
  images: ["Image", "Image"],
} as const;

export const LIST_HEADERS: readonly HeaderName[] = ["X-TEC-Total", "X-TEC-TotalPages"];
/** Headers of responses to requests that create or update a record. */
export const WRITE_HEADERS: readonly HeaderName[] = [
  "X-Kalends-Adjusted",
  "X-Kalends-Notice",
  "Preference-Applied",
  "ETag",
];

/**
 * For each action, the HTTP status of a successful response, and the name of the text that describes the
 * response.
 */
const ACTIONS: Readonly<Record<Action, readonly [status: number, answer: (thing: string) => string]>> = {
  list: [200, () => "answer.list"],
  create: [201, (thing) => `answer.new_${thing}`],
  get: [200, (thing) => `answer.${thing}`],
  update: [200, (thing) => `answer.changed_${thing}`],
  delete: [200, (thing) => `answer.deleted_${thing}`],
};

type Additions = Pick<EndpointDocument["answers"][number], "headers" | "otherForms">;

const documentAction = (
  action: Action,
  name: ListName,
  [description, ...errors]: Described[Action],
  additions: Additions = {},
): EndpointDocument => {
  const [status, answer] = ACTIONS[action];
  const [one, shown] = KINDS[name];
  const tag = name.charAt(0).toUpperCase() + name.slice(1);
  const isList = action === "list";
  const schema = ref(isList ? `${one}List` : shown);
  const answered: EndpointDocument["answers"] = {
    [status]: { description: answer(name === "images" ? "image" : "record"), schema, ...additions },
  };
  const operationId = action + (isList ? tag : one);
  return {
    operationId,
    tag,
    summary: `operation.${operationId}.summary`,
    description,
    errors,
    ...((action === "update" || action === "delete") && { isConditional: true }),
    answers:
      action === "create" && name !== "images"
        ? { 200: { description: "answer.dry_run", schema, headers: WRITE_HEADERS }, ...answered }
        : answered,
  };
};

const toForm = ({ mediaType, description, schema = { type: "object" } }: ListFormat) =>
  [mediaType, { ...schema, description }] as const;

/**
 * Returns the documentation of the endpoints for one kind of record. `formats`: additional formats of its
 * list.
 */
export const documentRecords = (name: RecordName, formats: readonly ListFormat[] = []): RecordDocuments => {
  const toDocument = (action: Action, additions?: Additions): EndpointDocument =>
    documentAction(action, name, DESCRIBED[name][action], additions);
  return {
    list: toDocument("list", {
      otherForms: Object.fromEntries(formats.map(toForm)),
      headers: LIST_HEADERS,
    }),
    create: toDocument("create", { headers: ["Location", ...WRITE_HEADERS] }),
    get: name === "events" ? toDocument("get") : withRedirect(toDocument("get")),
    update: toDocument("update", { headers: WRITE_HEADERS }),
    delete: toDocument("delete", name === "categories" || name === "tags" ? {} : { headers: ["ETag"] }),
  };
};

/** Documentation of the endpoint that detaches an event from its source. */
export const DETACH_DOCUMENT: EndpointDocument = {
  operationId: "detachEvent",
  tag: "Events",
  summary: "operation.detachEvent.summary",
  description: "operation.detachEvent.description",
  errors: ["rest_forbidden", ...NO_EVENT],
  isConditional: true,
  answers: { 200: { description: "answer.changed_record", schema: ref("Event"), headers: ["ETag"] } },
};

/**
 * Returns the documentation of an endpoint with an additional 301 response, which redirects from a merged
 * record to its target.
 */
const withRedirect = (document: EndpointDocument): EndpointDocument => ({
  ...document,
  answers: {
    ...document.answers,
    301: { description: "answer.merged", schema: MERGED_INTO, headers: ["Location"] },
  },
});

const MERGED_INTO: JsonSchema = {
  type: "object",
  properties: { merged_into: { type: "integer" } },
  required: ["merged_into"],
};

/** Returns the documentation of the endpoint that merges records of a kind. */
export const mergeDocument = (name: Exclude<RecordName, "events">): EndpointDocument => {
  const [one, shown] = KINDS[name];
  const isTerm = name === "categories" || name === "tags";
  const tag = name.charAt(0).toUpperCase() + name.slice(1);
  const events: JsonSchema = {
    type: "object",
    properties: { events: { type: "integer", minimum: 0 } },
    required: ["events"],
  };
  return {
    operationId: `merge${tag}`,
    tag,
    summary: `operation.merge${one}.summary`,
    description: isTerm ? "operation.mergeTerms.description" : "operation.mergeLinked.description",
    errors: ["rest_forbidden", ...(isTerm ? (["rest_term_invalid"] as const) : [])],
    isConditional: true,
    answers: {
      200: {
        description: "answer.merge",
        schema: { anyOf: [ref(shown), events] },
        headers: ["ETag"],
      },
    },
  };
};

/**
 * Returns the documentation of an endpoint, changed for its variant whose path contains a slug instead of an
 * id.
 */
export const bySlug = (document: EndpointDocument): EndpointDocument => ({
  ...document,
  operationId: `${document.operationId}BySlug`,
});

/** Returns the documentation of the endpoint that creates or updates the record with an external id. */
export const byExternalId = (name: RecordName): EndpointDocument => {
  const { create, update } = documentRecords(name);
  const [one] = KINDS[name];
  const operationId = `put${one}ByExternalId`;
  return {
    ...update,
    operationId,
    summary: `operation.${operationId}.summary`,
    description: "operation.putByExternalId.description",
    // No member is required of an update, but some are for a new record.
    errors: [...new Set([...create.errors, ...update.errors, "rest_missing_callback_param" as const])],
    answers: { ...update.answers, 201: create.answers[201] ?? { description: "answer.new_record" } },
  };
};

/**
 * Returns the schemas of a body that contains an image file, by media type. `details`: parameters that the
 * form contains in addition to the file.
 */
const toFileBodies = (details: Parameters = {}): NonNullable<EndpointDocument["bodies"]> => ({
  "multipart/form-data": {
    type: "object",
    properties: { ...toProperties(details), file: IMAGE_FILE },
    required: ["file"],
  },
  "image/*": IMAGE_FILE,
  "application/octet-stream": IMAGE_FILE,
});

type ImageAction = Action | "replaceFile" | "usage";

/**
 * Returns the documentation of the endpoints of the image library. `details`: parameters of an upload in
 * addition to its file.
 */
export const documentImages = (details: Parameters): Readonly<Record<ImageAction, EndpointDocument>> => ({
  list: documentAction("list", "images", IMAGES.list, { headers: LIST_HEADERS }),
  create: {
    ...documentAction("create", "images", IMAGES.create, { headers: ["Location", ...WRITE_HEADERS] }),
    bodies: toFileBodies(details),
  },
  get: documentAction("get", "images", IMAGES.get),
  update: documentAction("update", "images", IMAGES.update, { headers: WRITE_HEADERS }),
  delete: documentAction("delete", "images", IMAGES.delete),
  replaceFile: {
    operationId: "replaceImageFile",
    tag: "Images",
    summary: "operation.replaceImageFile.summary",
    description: "operation.replaceImageFile.description",
    answers: { 200: { description: "answer.changed_image", schema: ref("Image"), headers: ["ETag"] } },
    errors: ["rest_forbidden"],
    isConditional: true,
    bodies: toFileBodies(),
  },
  usage: {
    operationId: "listImageUsage",
    tag: "Images",
    summary: "operation.listImageUsage.summary",
    description: "operation.listImageUsage.description",
    answers: { 200: { description: "answer.image_usage", schema: ref("ImageUsage") } },
    errors: [],
  },
});
