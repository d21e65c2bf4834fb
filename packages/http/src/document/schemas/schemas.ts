import type { JsonSchema, MemberNames } from "@kalends/core/interface";
import { auditPage } from "./audit.ts";
import { batchResponses } from "./batch.ts";
import { bulkResults } from "./bulk.ts";
import { changes } from "./changes.ts";
import { facets } from "./facets.ts";
import { field, fieldsOfRecord } from "./fields.ts";
import { revisionList, revisionOf } from "./history.ts";
import { error, index, list, nestedError, root, routeDescription } from "./interface.ts";
import { job } from "./jobs.ts";
import { costDetails, dateDetails, event, occurrence, organizer, venue } from "./posts.ts";
import { preferences, savedView } from "./preferences.ts";
import { preview, previewList, revokedPreview } from "./previews.ts";
import { recurrence } from "./recurrence.ts";
import { ref, type SchemaName } from "./schema.ts";
import {
  account,
  accountLink,
  endedSessions,
  invitation,
  issuedCredential,
  nothing,
  passkey,
  passkeyCeremony,
  passkeyList,
  passwordList,
  removedItem,
  roleList,
  session,
  sessionList,
  tokenList,
} from "./sign-in.ts";
import { status } from "./status.ts";
import { eventTerm, image, imageSize, imageUsage, term } from "./terms-and-images.ts";
import { busyTimes, duplicateVenues } from "./venues.ts";

/**
 * Schemas of all responses, in the order of the OpenAPI document. The objects that the presenters return
 * conform to these schemas. Source: rules/description.md#document-schemas.
 */
export const SCHEMAS: Readonly<Record<SchemaName, JsonSchema>> = {
  ImageSize: imageSize,
  CostDetails: costDetails,
  Term: term,
  Image: image,
  DateDetails: dateDetails,
  Recurrence: recurrence,
  Event: event,
  Occurrence: occurrence,
  Venue: venue,
  Organizer: organizer,
  EventTerm: eventTerm,
  EventList: list("events", "Event", { facets: ref("Facets") }),
  Facets: facets,
  OccurrenceList: list("events", "Occurrence"),
  VenueList: list("venues", "Venue"),
  OrganizerList: list("organizers", "Organizer"),
  CategoryList: list("categories", "Term"),
  TagList: list("tags", "Term"),
  ImageList: list("images", "Image"),
  ImageUsage: imageUsage,
  RevisionList: revisionList,
  EventRevision: revisionOf("Event"),
  VenueRevision: revisionOf("Venue"),
  OrganizerRevision: revisionOf("Organizer"),
  BusyTimes: busyTimes,
  DuplicateVenue: duplicateVenues,
  DuplicateVenueList: list("duplicates", "DuplicateVenue"),
  Preview: preview,
  PreviewList: previewList,
  RevokedPreview: revokedPreview,
  Changes: changes,
  AuditPage: auditPage,
  RecordField: field,
  FieldsOfRecord: fieldsOfRecord,
  Job: job,
  Preferences: preferences,
  SavedView: savedView,
  Status: status,
  BatchResponses: batchResponses,
  BulkResults: bulkResults,
  Session: session,
  SessionList: sessionList,
  EndedSessions: endedSessions,
  Passkey: passkey,
  PasskeyList: passkeyList,
  PasskeyCeremony: passkeyCeremony,
  PasswordList: passwordList,
  TokenList: tokenList,
  IssuedCredential: issuedCredential,
  RemovedItem: removedItem,
  Account: account,
  Invitation: invitation,
  AccountLink: accountLink,
  RoleList: roleList,
  Nothing: nothing,
  AccountList: list("accounts", "Account"),
  Error: error,
  NestedError: nestedError,
  Root: root,
  Index: index,
  RouteDescription: routeDescription,
};

const namesOf = (...names: readonly SchemaName[]): readonly string[] =>
  names.flatMap((name) => Object.keys(SCHEMAS[name].properties ?? {}));

const TERM = namesOf("Term", "EventTerm");

/** Names of the members of records. Plugins may not add members with these names. */
export const MEMBER_NAMES: MemberNames = {
  event: namesOf("Event"),
  venue: namesOf("Venue"),
  organizer: namesOf("Organizer"),
  category: TERM,
  tag: TERM,
};
