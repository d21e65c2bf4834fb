import type { EventView, ListResult, OrganizerView, TermView, VenueView } from "./model/views.ts";
import type { CollectionOperation, ItemOperation } from "./operation.ts";
import type { ParameterValues } from "./parameter.ts";

/** The operations on one kind of record. Their values are checked by their own declarations; outside they are opaque. */
export interface RecordOperations<View> {
  readonly list: CollectionOperation<ParameterValues, ListResult<View>>;
  readonly create: CollectionOperation<ParameterValues, View>;
  readonly get: ItemOperation<ParameterValues, View>;
  readonly update: ItemOperation<ParameterValues, View>;
  readonly delete: ItemOperation<ParameterValues, View>;
}

/** Everything the calendar can do. */
export interface Operations {
  readonly events: RecordOperations<EventView>;
  readonly venues: RecordOperations<VenueView>;
  readonly organizers: RecordOperations<OrganizerView>;
  readonly categories: RecordOperations<TermView>;
  readonly tags: RecordOperations<TermView>;
}
