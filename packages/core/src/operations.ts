import type { Written } from "./adjustment.ts";
import type { Image } from "./model/image.ts";
import type { Upload } from "./model/upload.ts";
import type { EventView, ListResult, OrganizerView, TermView, VenueView } from "./model/views.ts";
import type { ChangeOperation, CollectionOperation, ItemOperation } from "./operation.ts";
import type { ParameterValues } from "./parameter.ts";

/** The operations on one kind of record. Their values are checked by their own declarations; outside they are opaque. */
export interface RecordOperations<View> {
  readonly list: CollectionOperation<ParameterValues, ListResult<View>>;
  readonly create: CollectionOperation<ParameterValues, Written<View>>;
  readonly get: ItemOperation<ParameterValues, View>;
  readonly update: ChangeOperation<ParameterValues, Written<View>, View>;
  readonly delete: ChangeOperation<ParameterValues, View>;
}

/** The operations on images; what a record shows of them is the record's business. */
export interface ImageOperations {
  /** The newest first. */
  readonly list: CollectionOperation<{ readonly page: number; readonly per_page: number }, ListResult<Image>>;
  readonly create: CollectionOperation<{ readonly file: Upload }, Image>;
  readonly get: ItemOperation<ParameterValues, Image>;
  readonly delete: ChangeOperation<ParameterValues, Image>;
}

/** Everything the calendar can do. */
export interface Operations {
  readonly events: RecordOperations<EventView>;
  readonly venues: RecordOperations<VenueView>;
  readonly organizers: RecordOperations<OrganizerView>;
  readonly categories: RecordOperations<TermView>;
  readonly tags: RecordOperations<TermView>;
  readonly images: ImageOperations;
}
