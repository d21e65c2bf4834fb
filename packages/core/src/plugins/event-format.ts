import type { EventView, OrganizerView, TermView, VenueView } from "../model/views.ts";
import type { Parameters, ParametersFor, ParameterValues } from "../parameter.ts";
import type { Actor } from "../rights/actor.ts";
import type { Purity } from "./contributions.ts";
import type { Presenter } from "./presenter.ts";

/** A single event, or a series with the occurrences that differ from it. Views have no `nextOccurrence`. */
export interface FormattedEvent {
  readonly view: EventView;
  /**
   * Occurrences of a series that differ from it, by recurrence id; empty for a single event. An occurrence with `occurrence.gone` is called off or not
   * visible to the caller: use only its `recurrenceId`.
   */
  readonly occurrences: readonly EventView[];
}

/** Events, read in portions of about 100. Each iteration reads again. Do not collect them; leave the loop to stop reading. */
export interface FeedEvents extends AsyncIterable<FormattedEvent> {
  /** Key of the storage's state, the actor and the query: equal keys mean equal events. Absent if the storage has no name for its state. */
  readonly key?: string;
}

/** Record whose events a file has; absent for lists. */
export type FormatSubject =
  | { readonly kind: "event"; readonly view: EventView }
  | { readonly kind: "venue"; readonly view: VenueView }
  | { readonly kind: "organizer"; readonly view: OrganizerView }
  | { readonly kind: "category" | "tag"; readonly view: TermView };

/** Context in which a format writes a file. */
export interface FormatContext {
  /** Writes addresses, HTML and costs like the API. */
  readonly present: Presenter;
  /** Absolute address of the request, without credentials. */
  readonly address: string;
  /** Record in the address; `undefined` for lists. For an occurrence, the events are its series. */
  readonly subject: FormatSubject | undefined;
  readonly actor: Actor;
}

/**
 * File format of events. Serves `GET /events.EXTENSION` with every list filter, without pages and without a default window, and
 * `GET /{events,venues,organizers,categories,tags}/{id}.EXTENSION`. The addresses without extension serve it if `Accept` prefers its media type.
 *
 * `write` gets only events that the caller may read. With `pure: true` and pure filters and members, files are cached for visitors.
 */
export interface EventFormat extends Purity {
  /** Media type in lower case, without parameters, such as `text/calendar`; unique. Sent as UTF-8. */
  readonly mediaType: string;
  /** Extension of lower-case letters, digits and `.`, such as `ics`; unique. */
  readonly extension: string;
  readonly description: string;
  /** Parameters in addition to those of list filters, with other names. */
  readonly parameters: Parameters;
  /** Selection and order: `"id"` is all matching events, each series once; `{ newest: 20 }` the last 20 published, the latest first. */
  readonly order: "id" | { readonly newest: number };
  /** True if matching occurrences come one by one in place of their series; false by default. */
  expands?(values: ParameterValues): boolean;
  /** Returns response headers, such as `Content-Disposition`. */
  headers?(values: ParameterValues, context: FormatContext): Readonly<Record<string, string>>;
  /**
   * Yields the file in portions. The same arguments must yield the same bytes, so use no random ids and no clock. A file
   * over 4 MiB is written twice, the first time for its ETag. An error before the first 4 MiB becomes an error response; a later one cuts the connection.
   */
  write(
    events: AsyncIterable<FormattedEvent>,
    values: ParameterValues,
    context: FormatContext,
  ): AsyncIterable<string>;
}

/** Declares an event format with the types of its own values. */
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
