import type { ListFormat } from "@kalends/core";
import type { ListName } from "../presenters/list-links.ts";
import type { HttpErrorCode } from "../response/errors/error-codes.ts";
import type { EndpointDocument, HeaderName } from "./endpoint-document.ts";
import { IMAGE_FILE } from "./parameters.ts";
import { ref } from "./schemas/schema.ts";

/** Images have documents of their own. */
export type RecordName = Exclude<ListName, "images">;

type Action = "list" | "create" | "get" | "update" | "delete";

/** What the document says of the endpoints of one kind of record. */
export type RecordDocuments = Readonly<Record<Action, EndpointDocument>>;

/** Of the endpoint of each action: its description, and the codes that are its own. */
type Described<Actions extends string = Action> = Readonly<
  Record<Actions, readonly [description: string, ...errors: HttpErrorCode[]]>
>;

export const WRITING: readonly HttpErrorCode[] = ["rest_forbidden", "rest_cannot_edit_others"];
export const INLINE: readonly HttpErrorCode[] = ["could-not-create-venue", "could-not-create-organizer"];
export const NO_EVENT: readonly HttpErrorCode[] = ["rest-event-not-found", "rest-invalid-event-id"];
const TERM: readonly HttpErrorCode[] = [
  "rest_forbidden",
  "rest_term_invalid",
  "term_exists",
  "empty_term_name",
  "duplicate_term_slug",
];

const linked = (one: "venue" | "organizer"): Described => ({
  list: [
    "Everybody sees published records, signed-in callers also others that they may read. The newest publication comes first.",
    `${one}-archive-page-not-found`,
  ],
  create: [
    "Needs the right to write. When one like it exists already, that one is answered instead of a second one.",
    ...WRITING,
    `could-not-create-${one}`,
  ],
  get: ["Everybody may read published records; others need the rights to see them.", `${one}-not-accessible`],
  update: [
    "Changes what is sent and leaves the rest alone. Needs the right to edit this record.",
    ...WRITING,
  ],
  delete: [
    "Moves the record to the trash, takes it off all events and answers with it. Needs the right to delete this record.",
    "rest_forbidden",
    `${one}-is-in-trash`,
  ],
});

const term = (role: string, refusal: HttpErrorCode): Described => ({
  list: ["By name, unless orderby says otherwise. A page beyond the last one is empty."],
  create: [role, ...TERM, refusal],
  get: ["Everybody may read it.", "rest_term_invalid"],
  update: [`Changes what is sent and leaves the rest alone. ${role}`, ...TERM, refusal],
  delete: [
    `Deletes it for good, takes it off all events and answers with it. ${role}`,
    "rest_forbidden",
    "rest_term_invalid",
  ],
});

const EVENT: Described = {
  list: [
    "Everybody sees published events, signed-in callers also others that they may read. By start; without dates, those from yesterday to 24 months ahead. Hidden events are never listed.",
    "event-archive-page-not-found",
  ],
  create: [
    "Needs the right to write. Venues, organizers, categories and tags that come with it are created together with it, or nothing at all is.",
    ...WRITING,
    ...INLINE,
  ],
  get: [
    "Everybody may read published events; others need the rights to see them.",
    ...NO_EVENT,
    "event-not-accessible",
    "event-no-longer-available",
  ],
  update: [
    "Changes what is sent and leaves the rest alone. Needs the right to edit this event. A status takes it out of the trash.",
    ...WRITING,
    ...INLINE,
    ...NO_EVENT,
  ],
  delete: [
    "Moves the event to the trash and answers with it. Needs the right to delete this event.",
    "rest_forbidden",
    ...NO_EVENT,
    "event-is-in-trash",
  ],
};

const IMAGES: Described<Exclude<Action, "update">> = {
  list: [
    "The newest first. Needs the right to upload: authors have it. A page beyond the last one is empty.",
    "rest_forbidden",
  ],
  create: [
    "The file is the field file of a form, or the body itself with its name in Content-Disposition; its content decides what it is. Needs the right to upload: authors have it.",
    "rest_forbidden",
  ],
  get: ["Whoever may upload reads all images, others those of records that they may read, and their own."],
  delete: [
    "Deletes the image with its files and answers with it. Own images need the right to delete, others the right to delete what others wrote. While a record shows it, also one in the trash, it stays: data.records names those that the caller may know of.",
    "rest_forbidden",
    "rest_image_in_use",
  ],
};

const DESCRIBED: Readonly<Record<RecordName, Described>> = {
  events: EVENT,
  venues: linked("venue"),
  organizers: linked("organizer"),
  categories: term("Needs the right to manage categories: authors have it.", "missing_parent"),
  tags: term("Needs the right to manage tags: editors have it.", "rest_taxonomy_not_hierarchical"),
};

/** Of each kind: the name of one, and the schema it is shown with. */
const KINDS = {
  events: ["Event", "Event"],
  venues: ["Venue", "Venue"],
  organizers: ["Organizer", "Organizer"],
  categories: ["Category", "Term"],
  tags: ["Tag", "Term"],
  images: ["Image", "Image"],
} as const;

export const LIST_HEADERS: readonly HeaderName[] = ["X-TEC-Total", "X-TEC-TotalPages"];
/** Of creating and changing. */
export const WRITE_HEADERS: readonly HeaderName[] = ["X-Kalends-Adjusted", "Preference-Applied", "ETag"];

/** By action: a verb, and the status and description of the answer, which shows the `thing`. */
const ACTIONS: Readonly<Record<Action, readonly [verb: string, status: number, (thing: string) => string]>> =
  {
    list: ["List", 200, () => "A page of the list."],
    create: ["Create", 201, (thing) => `The new ${thing}.`],
    get: ["Read", 200, (thing) => `The ${thing}.`],
    update: ["Change", 200, (thing) => `The changed ${thing}.`],
    delete: ["Delete", 200, (thing) => `The ${thing} as it was deleted.`],
  };

const DRY_RUN =
  "With dry_run: what would be. Where a record does not exist yet, id, global_id and rest_url are null.";

type Additions = Pick<EndpointDocument["answers"][number], "headers" | "otherForms">;

const documentAction = (
  action: Action,
  name: ListName,
  [description, ...errors]: Described[Action],
  additions: Additions = {},
): EndpointDocument => {
  const [verb, status, answer] = ACTIONS[action];
  const [one, shown] = KINDS[name];
  const tag = name.charAt(0).toUpperCase() + name.slice(1);
  const isList = action === "list";
  const what = isList ? name : `${/^[EIO]/.test(one) ? "an" : "a"} ${one.toLowerCase()}`;
  const schema = ref(isList ? `${one}List` : shown);
  const answered: EndpointDocument["answers"] = {
    [status]: { description: answer(name === "images" ? "image" : "record"), schema, ...additions },
  };
  return {
    operationId: action + (isList ? tag : one),
    tag,
    summary: `${verb} ${what}`,
    description,
    errors,
    ...((action === "update" || action === "delete") && { isConditional: true }),
    answers:
      action === "create" && name !== "images"
        ? { 200: { description: DRY_RUN, schema, headers: WRITE_HEADERS }, ...answered }
        : answered,
  };
};

const toForm = ({ mediaType, description, schema = { type: "object" } }: ListFormat) =>
  [mediaType, { ...schema, description }] as const;

/** What `/doc` says of the endpoints on records of this kind, whose list has these other forms. */
export const documentRecords = (name: RecordName, formats: readonly ListFormat[] = []): RecordDocuments => {
  const toDocument = (action: Action, additions?: Additions): EndpointDocument =>
    documentAction(action, name, DESCRIBED[name][action], additions);
  return {
    list: toDocument("list", {
      otherForms: Object.fromEntries(formats.map(toForm)),
      headers: LIST_HEADERS,
    }),
    create: toDocument("create", { headers: ["Location", ...WRITE_HEADERS] }),
    get: toDocument("get"),
    update: toDocument("update", { headers: WRITE_HEADERS }),
    delete: toDocument("delete", name === "categories" || name === "tags" ? {} : { headers: ["ETag"] }),
  };
};

/** The same at paths with a slug. */
export const bySlug = (document: EndpointDocument): EndpointDocument => ({
  ...document,
  operationId: `${document.operationId}BySlug`,
});

/** What `/doc` says of the library of images. */
export const IMAGE_DOCUMENTS: Readonly<Record<keyof typeof IMAGES, EndpointDocument>> = {
  list: documentAction("list", "images", IMAGES.list, { headers: LIST_HEADERS }),
  create: {
    ...documentAction("create", "images", IMAGES.create, { headers: ["Location", "ETag"] }),
    summary: "Upload an image",
    bodies: {
      "multipart/form-data": { type: "object", properties: { file: IMAGE_FILE }, required: ["file"] },
      "image/*": IMAGE_FILE,
      "application/octet-stream": IMAGE_FILE,
    },
  },
  get: documentAction("get", "images", IMAGES.get),
  delete: documentAction("delete", "images", IMAGES.delete),
};
