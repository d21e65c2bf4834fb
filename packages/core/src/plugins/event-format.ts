import type { EventView, OrganizerView, TermView, VenueView } from "../model/views.ts";
import type { Parameters, ParametersFor, ParameterValues } from "../parameter.ts";
import type { Actor } from "../rights/actor.ts";
import type { Purity } from "./contributions.ts";
import type { Presenter } from "./presenter.ts";

/** A single event, or a series with what its occurrences have of their own. Views have no `nextOccurrence`. */
export interface FormattedEvent {
  readonly view: EventView;
  /**
   * Of a series: occurrences that differ from it, called-off and moved ones among them; otherwise empty. By recurrence id. Where
   * `occurrence.gone` is there, it does not take place, or the actor does not see it in lists: nothing but its `recurrenceId` counts.
   */
  readonly occurrences: readonly EventView[];
}

/** Events as they are read: each iteration reads anew, and holds no more than a portion. */
export interface FeedEvents extends AsyncIterable<FormattedEvent> {
  /**
   * Names the state of the storage, the actor and the query with its time: events of equal keys are equal. Absent where the storage cannot name
   * its state.
   */
  readonly key?: string;
}

/** What the events of a file are those of: the record whose address was asked; absent for lists. */
export type FormatSubject =
  | { readonly kind: "event"; readonly view: EventView }
  | { readonly kind: "venue"; readonly view: VenueView }
  | { readonly kind: "organizer"; readonly view: OrganizerView }
  | { readonly kind: "category" | "tag"; readonly view: TermView };

export interface FormatContext {
  readonly present: Presenter;
  /** The absolute address that was asked, without credentials. */
  readonly address: string;
  readonly subject: FormatSubject | undefined;
  readonly actor: Actor;
}

/**
 * Another form of events, written as they are read: `GET /events.EXTENSION` with every filter of lists, without the default window and
 * without pages, and `GET /{events,venues,organizers,categories,tags}/{id}.EXTENSION`; also where `Accept` prefers its media type
 * to JSON at the addresses without the extension. Callers may see no more than in JSON.
 */
export interface EventFormat extends Purity {
  /** Without parameters, in lower case, such as `text/calendar`; unique. Sent as UTF-8. */
  readonly mediaType: string;
  /** Lower-case letters, digits and `.`, such as `ics`; unique. */
  readonly extension: string;
  readonly description: string;
  /** In addition to the filters of lists. */
  readonly parameters: Parameters;
  /**
   * What the events are and how they come: all that match, each series once, by id; or the newest that were published, with the
   * last publication first, at most so many.
   */
  readonly order: "id" | { readonly newest: number };
  /** Whether the occurrences that match shall come as single events, instead of their series; never by default. */
  expands?(values: ParameterValues): boolean;
  /** Headers of the answer, such as `Content-Disposition`. */
  headers?(values: ParameterValues, context: FormatContext): Readonly<Record<string, string>>;
  /** The portions of the file. The same events, values and context give the same bytes. */
  write(
    events: AsyncIterable<FormattedEvent>,
    values: ParameterValues,
    context: FormatContext,
  ): AsyncIterable<string>;
}

/** Writes a format with the types of its own values; the parser guarantees them. */
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
