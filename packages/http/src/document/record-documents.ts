import type { ErrorCode, ListFormat } from "@kalends/core";
import type { ListName } from "../presenters/list-presenter.ts";
import type { DocumentedAnswer, EndpointDocument } from "./endpoint-document.ts";
import type { HeaderName } from "./headers.ts";
import { ref, type SchemaName } from "./schemas/schema.ts";

/** Images have documents of their own. */
export type RecordName = Exclude<ListName, "images">;

type Action = "list" | "create" | "get" | "update" | "delete";

/** What the document says of the endpoints of one kind of record. */
export type RecordDocuments = Readonly<Record<Action, EndpointDocument>>;

interface Told {
  readonly description: string;
  readonly errors: readonly ErrorCode[];
}

interface Kind {
  readonly one: string;
  /** With its article. */
  readonly a: string;
  readonly record: SchemaName;
  readonly list: SchemaName;
  readonly tell: Readonly<Record<Action, Told>>;
}

const WRITING: readonly ErrorCode[] = ["rest_forbidden", "rest_cannot_edit_others"];
const INLINE: readonly ErrorCode[] = ["could-not-create-venue", "could-not-create-organizer"];
const NO_EVENT: readonly ErrorCode[] = ["rest-event-not-found", "rest-invalid-event-id"];

const linked = (one: "venue" | "organizer"): Kind["tell"] => ({
  list: {
    description:
      "Everybody sees published records, signed-in callers also others that they may read. The newest publication comes first.",
    errors: [`${one}-archive-page-not-found`],
  },
  create: {
    description:
      "Needs the right to write. When one like it exists already, that one is answered instead of a second one.",
    errors: [...WRITING, `could-not-create-${one}`],
  },
  get: {
    description: "Everybody may read published records; others need the rights to see them.",
    errors: [`${one}-not-accessible`],
  },
  update: {
    description: "Changes what is sent and leaves the rest alone. Needs the right to edit this record.",
    errors: WRITING,
  },
  delete: {
    description:
      "Moves the record to the trash, takes it off all events and answers with it. Needs the right to delete this record.",
    errors: ["rest_forbidden", `${one}-is-in-trash`],
  },
});

const TERM: readonly ErrorCode[] = [
  "rest_term_invalid",
  "term_exists",
  "empty_term_name",
  "duplicate_term_slug",
];

const term = (more: { readonly role: string; readonly writing: readonly ErrorCode[] }): Kind["tell"] => ({
  list: {
    description: "By name, unless orderby says otherwise. A page beyond the last one is empty.",
    errors: [],
  },
  create: { description: more.role, errors: ["rest_forbidden", ...TERM, ...more.writing] },
  get: { description: "Everybody may read it.", errors: ["rest_term_invalid"] },
  update: {
    description: `Changes what is sent and leaves the rest alone. ${more.role}`,
    errors: ["rest_forbidden", ...TERM, ...more.writing],
  },
  delete: {
    description: `Deletes it for good, takes it off all events and answers with it. ${more.role}`,
    errors: ["rest_forbidden", "rest_term_invalid"],
  },
});

const KINDS: Readonly<Record<RecordName, Kind>> = {
  events: {
    one: "event",
    a: "an event",
    record: "Event",
    list: "EventList",
    tell: {
      list: {
        description:
          "Everybody sees published events, signed-in callers also others that they may read. By start; without dates, those from yesterday to 24 months ahead. Hidden events are never listed.",
        errors: ["event-archive-page-not-found"],
      },
      create: {
        description:
          "Needs the right to write. Venues, organizers, categories and tags that come with it are created together with it, or nothing at all is.",
        errors: [...WRITING, ...INLINE],
      },
      get: {
        description: "Everybody may read published events; others need the rights to see them.",
        errors: [...NO_EVENT, "event-not-accessible", "event-no-longer-available"],
      },
      update: {
        description:
          "Changes what is sent and leaves the rest alone. Needs the right to edit this event. A status takes it out of the trash.",
        errors: [...WRITING, ...INLINE, ...NO_EVENT],
      },
      delete: {
        description:
          "Moves the event to the trash and answers with it. Needs the right to delete this event.",
        errors: ["rest_forbidden", ...NO_EVENT, "event-is-in-trash"],
      },
    },
  },
  venues: { one: "venue", a: "a venue", record: "Venue", list: "VenueList", tell: linked("venue") },
  organizers: {
    one: "organizer",
    a: "an organizer",
    record: "Organizer",
    list: "OrganizerList",
    tell: linked("organizer"),
  },
  categories: {
    one: "category",
    a: "a category",
    record: "Term",
    list: "CategoryList",
    tell: term({
      role: "Needs the right to manage categories: authors have it.",
      writing: ["missing_parent"],
    }),
  },
  tags: {
    one: "tag",
    a: "a tag",
    record: "Term",
    list: "TagList",
    tell: term({
      role: "Needs the right to manage tags: editors have it.",
      writing: ["rest_taxonomy_not_hierarchical"],
    }),
  },
};

/** Of creating and changing. */
const WRITE_HEADERS: readonly HeaderName[] = ["X-Kalends-Adjusted", "Preference-Applied"];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What `/doc` says of the endpoints on records of this kind, whose list has these other forms. */
export const documentRecords = (name: RecordName, formats: readonly ListFormat[] = []): RecordDocuments => {
  const { one, a, record, list, tell } = KINDS[name];
  const write = (
    action: Action,
    operationId: string,
    summary: string,
    answers: Readonly<Record<number, DocumentedAnswer>>,
  ): EndpointDocument => ({ operationId, tag: capital(name), summary, ...tell[action], answers });
  const found = (
    description: string,
    headers: readonly HeaderName[] = [],
  ): Readonly<Record<number, DocumentedAnswer>> => ({
    200: { description, schema: ref(record), headers },
  });
  return {
    list: write("list", `list${capital(name)}`, `List ${name}`, {
      200: {
        description: "A page of the list.",
        schema: ref(list),
        otherForms: Object.fromEntries(formats.map(toForm)),
        headers: [
          "X-TEC-Total",
          "X-TEC-TotalPages",
          ...(name === "events" ? (["X-Kalends-Ignored"] as const) : []),
        ],
      },
    }),
    create: write("create", `create${capital(one)}`, `Create ${a}`, {
      201: { description: "The new record.", schema: ref(record), headers: ["Location", ...WRITE_HEADERS] },
    }),
    get: write("get", `get${capital(one)}`, `Read ${a}`, found("The record.")),
    update: write(
      "update",
      `update${capital(one)}`,
      `Change ${a}`,
      found("The changed record.", WRITE_HEADERS),
    ),
    delete: write("delete", `delete${capital(one)}`, `Delete ${a}`, found("The record as it was deleted.")),
  };
};

const toForm = ({ mediaType, description, schema = { type: "object" } }: ListFormat) =>
  [mediaType, { ...schema, description }] as const;

/** The same at paths with a slug. */
export const bySlug = (document: EndpointDocument): EndpointDocument => ({
  ...document,
  operationId: `${document.operationId}BySlug`,
});
