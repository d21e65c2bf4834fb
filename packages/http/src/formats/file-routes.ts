import type { Parameters } from "@kalends/core";
import type { JsonSchema } from "@kalends/core/interface";
import { documentRecords, type RecordName } from "../document/record-documents.ts";
import type { EndpointDocument } from "../route/endpoint-document.ts";
import type { Endpoint, Route } from "../route/route.ts";
import type { FileFormat, FileFormats } from "./file-formats.ts";

const escapeDots = (text: string): string => text.replaceAll(".", "\\.");

const OF_LIST = "operation.listEventsAsFile.summary";
const OF_RECORD: Readonly<Record<RecordName, string>> = {
  events: "operation.getEventAsFile.summary",
  venues: "operation.getVenueAsFile.summary",
  organizers: "operation.getOrganizerAsFile.summary",
  categories: "operation.getCategoryAsFile.summary",
  tags: "operation.getTagAsFile.summary",
};

/** Returns the operation id of a file format: `list` becomes `listAsIcs`. */
const toOperationId = (operationId: string, extension: string): string =>
  `${operationId}As${extension.replace(/(?:^|\.)(.?)/g, (_, letter: string) => letter.toUpperCase())}`;

/** Returns the schema of a file: an object for JSON formats, a string for all others. */
const formOf = (mediaType: string): JsonSchema => ({
  type: /[/+]json$/.test(mediaType) ? "object" : "string",
});

const documentOf = (
  { mediaType, extension, description }: FileFormat,
  { operationId, tag, errors, answers: { 301: merged } }: EndpointDocument,
  summary: string,
): EndpointDocument => ({
  operationId: toOperationId(operationId, extension),
  tag,
  summary,
  description,
  answers: {
    200: { description: "answer.file", otherForms: { [mediaType]: formOf(mediaType) } },
    ...(merged && { 301: merged }),
  },
  errors,
});

/** Adds the file formats to the documentation of an endpoint. */
export const withFiles = (document: EndpointDocument, files: readonly FileFormat[]): EndpointDocument => {
  const { 200: answer, ...others } = document.answers;
  if (files.length === 0 || answer === undefined) return document;
  const forms = files.map(({ mediaType, description }) => [mediaType, { ...formOf(mediaType), description }]);
  const otherForms = { ...answer.otherForms, ...Object.fromEntries(forms) };
  return { ...document, answers: { ...others, 200: { ...answer, otherForms } } };
};

const toRoute = (pattern: string, format: FileFormat, about: Pick<Endpoint, "document" | "path">): Route => ({
  pattern: `${pattern}${escapeDots(`.${format.extension}`)}`,
  endpoints: [
    {
      methods: ["GET"],
      ...about,
      parameters: format.parameters,
      handle: format.handle,
      isPure: format.isPure,
    },
  ],
  allow: async () => ["GET"],
});

/** Creates the routes with a file extension: for the list of events and for single records. */
export const createFileRoutes = (
  name: RecordName,
  { list, ofRecords }: FileFormats,
  path: Parameters,
): readonly Route[] => {
  const documents = documentRecords(name);
  // A file contains the complete list, so the error for missing pages cannot occur.
  const all = { ...documents.list, errors: [] };
  return [
    ...(name === "events" ? list : []).map((format) =>
      toRoute(`/${name}`, format, { document: documentOf(format, all, OF_LIST) }),
    ),
    ...ofRecords(name).map((format) =>
      toRoute(`/${name}/(\\d+)`, format, {
        path,
        document: documentOf(format, documents.get, OF_RECORD[name]),
      }),
    ),
  ];
};
