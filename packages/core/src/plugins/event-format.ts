import type { EventView, OrganizerView, TermView, VenueView } from "../model/views.ts";
import type { Parameters, ParametersFor, ParameterValues } from "../parameter.ts";
import type { Actor } from "../rights/actor.ts";
import type { Purity } from "./contributions.ts";
import type { Presenter } from "./presenter.ts";

/** Single event, or a series with the occurrences that differ from it. The view has no `nextOccurrence`. */
export interface FormattedEvent {
  readonly view: EventView;
  /**
   * Occurrences that differ from their series, ordered by recurrence id. Empty for a single event.
   * An occurrence with `occurrence.gone` does not take place or is not visible to the caller: use only its
   * `recurrenceId`.
   */
  readonly occurrences: readonly EventView[];
}

/**
 * Events of a feed, read in batches of about 100. Each iteration reads them again from the store. Do not
 * collect them all in memory. Leave the loop to stop reading.
 */
export interface FeedEvents extends AsyncIterable<FormattedEvent> {
  /**
   * Identifier of the storage's state, the actor and the query. Equal identifiers mean equal events. Absent
   * if the storage cannot identify its state.
   */
  readonly key?: string;
}

/** Record in the URL of the file, whose events the file contains. Absent for files of lists. */
export type FormatSubject =
  | { readonly kind: "event"; readonly view: EventView }
  | { readonly kind: "venue"; readonly view: VenueView }
  | { readonly kind: "organizer"; readonly view: OrganizerView }
  | { readonly kind: "category" | "tag"; readonly view: TermView };

/** Information about the request for which a file is written. */
export interface FormatContext {
  /** Renders URLs, HTML and costs as in the JSON interface. */
  readonly present: Presenter;
  /** Absolute URL of the request, without credentials. */
  readonly address: string;
  /** Record in the URL; `undefined` for lists. If it is an occurrence, the file contains its series. */
  readonly subject: FormatSubject | undefined;
  readonly actor: Actor;
}

/**
 * File format for events, such as calendar files.
 *
 * - `GET /events.EXTENSION` accepts every list filter. It has no paging and no default date range.
 * - `GET /{events,venues,organizers,categories,tags}/{id}.EXTENSION` has the events of one record.
 * - The same URLs without the extension return the file if `Accept` prefers its media type.
 *
 * `write` gets only events that the caller may read. If the format, the filters and the members are all pure,
 * files for visitors are cached.
 */
export interface EventFormat extends Purity {
  /**
   * Media type in lower case, without parameters, such as `text/calendar`. It must be unique. Files are sent
   * as UTF-8.
   */
  readonly mediaType: string;
  /** File extension of lower-case letters, digits and `.`, such as `ics`. It must be unique. */
  readonly extension: string;
  readonly description: string;
  /**
   * Parameters of the format, in addition to those of list filters. Their names must differ from the names of
   * filters.
   */
  readonly parameters: Parameters;
  /**
   * Selection and order of events. `"id"` selects all matching events by id, each series once. `{ newest: 20
   * }` selects the 20 events that were published last, the most recent first.
   */
  readonly order: "id" | { readonly newest: number };
  /**
   * Returns true if the file should contain matching occurrences one by one instead of their series. False by
   * default.
   */
  expands?(values: ParameterValues): boolean;
  /** Returns additional response headers, such as `Content-Disposition`. */
  headers?(values: ParameterValues, context: FormatContext): Readonly<Record<string, string>>;
  /**
   * Yields the content of the file in portions. The same arguments must give the same bytes, so do not use
   * random ids or the current time.
   * A file over 4 MiB is written twice, the first time to compute its ETag. An error in the first 4 MiB gives
   * an error response; a later one closes the connection.
   */
  write(
    events: AsyncIterable<FormattedEvent>,
    values: ParameterValues,
    context: FormatContext,
  ): AsyncIterable<string>;
}

/** Declares an event format. The compiler checks its parameters against the type of its values. */
export const eventFormat = <V>(
  format: Omit<EventFormat, "parameters" | "expands" | "headers" | "write"> & {
    readonly parameters: ParametersFor<V>;
    expands?(values: Readonly<V>): boolean;
    headers?(values: Readonly<V>, context: FormatContext): Readonly<Record<string, string>>;
    write(
      events: AsyncIterable<FormattedEvent>,
      values: Readonly<V>,
      context: FormatContext,
    ): AsyncIterable<string>;
  },
): EventFormat => format;
