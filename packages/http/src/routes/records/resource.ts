import type {
  HistoryOperations,
  Mergeable,
  Operations,
  PostOperations,
  RecordOperations,
} from "@kalends/core/interface";
import type { HistorySchema } from "../../document/history-documents.ts";
import type { RecordName } from "../../document/record-documents.ts";
import type { TableName } from "../../formats/table-columns.ts";
import { presentEvent } from "../../presenters/event-presenter.ts";
import { eventFragment } from "../../presenters/fragments/event-fragment.ts";
import {
  organizerFragment,
  termFragment,
  venueFragment,
} from "../../presenters/fragments/record-fragments.ts";
import { presentOrganizer, presentVenue } from "../../presenters/linked-presenter.ts";
import type { Members, Presentation } from "../../presenters/presentation.ts";
import { presentTerm } from "../../presenters/term-presenter.ts";
import type { Fragment } from "../../representation/records.ts";

/** Kind of record. It contains everything in which the routes of the five kinds differ. */
export interface Resource<View, R> {
  readonly name: RecordName;
  /** Selects the operations of this kind of record. */
  readonly of: (operations: Operations) => RecordOperations<View, R>;
  /** Operations on earlier contents, and the schema of the record; absent if this kind has no history. */
  readonly history?: {
    readonly schema: HistorySchema;
    readonly of: (operations: Operations) => HistoryOperations<View, R>;
  };
  /** Name of the table of such records, and its operation; absent if this kind has no table. */
  readonly table?: {
    readonly name: TableName;
    readonly of: (operations: Operations) => Pick<PostOperations<View, R>, "complete">;
  };
  readonly present: (view: View, presentation: Presentation) => Members;
  /**
   * Returns the JSON text of the presented record; `undefined` if it must be presented as an object instead.
   */
  readonly toFragment: (view: View, presentation: Presentation) => Fragment | undefined;
  readonly recordOf: (view: View) => R;
  /** Selects the operation that merges such records. Events cannot be merged. */
  readonly mergeOf?: (operations: Operations) => Mergeable<View, R>["merge"];
  /** HTTP methods that write a single record, in the order in which `Allow` lists them. */
  readonly writes: readonly ("DELETE" | "POST" | "PUT" | "PATCH")[];
}

const POST_WRITES: Resource<never, never>["writes"] = ["DELETE", "POST", "PUT", "PATCH"];
const TERM_WRITES: Resource<never, never>["writes"] = ["POST", "PUT", "PATCH", "DELETE"];

/**
 * Calls `visit` with each of the five kinds of record. A function is needed because each kind has different
 * types.
 */
export const forEachResource = (
  visit: <View, R extends { readonly id: number; readonly slug: string }>(
    resource: Resource<View, R>,
  ) => void,
): void => {
  visit({
    name: "events",
    of: ({ events }) => events,
    history: { schema: "Event", of: ({ events }) => events.history },
    table: { name: "events", of: ({ events }) => events },
    present: presentEvent,
    toFragment: eventFragment,
    recordOf: ({ event }) => event,
    writes: POST_WRITES,
  });
  visit({
    name: "venues",
    of: ({ venues }) => venues,
    history: { schema: "Venue", of: ({ venues }) => venues.history },
    table: { name: "venues", of: ({ venues }) => venues },
    present: presentVenue,
    toFragment: venueFragment,
    recordOf: ({ venue }) => venue,
    mergeOf: ({ venues }) => venues.merge,
    writes: POST_WRITES,
  });
  visit({
    name: "organizers",
    of: ({ organizers }) => organizers,
    history: { schema: "Organizer", of: ({ organizers }) => organizers.history },
    table: { name: "organizers", of: ({ organizers }) => organizers },
    present: presentOrganizer,
    toFragment: organizerFragment,
    recordOf: ({ organizer }) => organizer,
    mergeOf: ({ organizers }) => organizers.merge,
    writes: POST_WRITES,
  });
  visit({
    name: "categories",
    of: ({ categories }) => categories,
    present: presentTerm,
    toFragment: termFragment,
    recordOf: ({ term }) => term,
    mergeOf: ({ categories }) => categories.merge,
    writes: TERM_WRITES,
  });
  visit({
    name: "tags",
    of: ({ tags }) => tags,
    present: presentTerm,
    toFragment: termFragment,
    recordOf: ({ term }) => term,
    mergeOf: ({ tags }) => tags.merge,
    writes: TERM_WRITES,
  });
};

export type ItemAction = "get" | "update" | "delete";

/** Kind of record whose records are read and written one by one. */
export interface ItemResource<View, R>
  extends Pick<Resource<View, R>, "present" | "toFragment" | "recordOf" | "writes"> {
  readonly of: (operations: Operations) => Pick<RecordOperations<View, R>, ItemAction>;
}
