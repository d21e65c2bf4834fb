import { type KnownEventFields, utcText } from "@kalends/core/plugin";
import type { SourceEvent } from "../../read/event/event-of-component.ts";
import type { YieldToEventLoop } from "../../read/yield-to-event-loop.ts";
import { recurs } from "../event-as-sent.ts";
import { withDefaults } from "../event-values.ts";
import type { ImportContext } from "../import-deps.ts";
import type { Imported } from "../import-fields.ts";
import { followedIn } from "../occurrences/followed-values.ts";
import { type ChangedOccurrence, changedOccurrences } from "../occurrences/occurrences.ts";
import { LEFT_OUT, withoutPrivate } from "../occurrences/private-occurrences.ts";
import { digestOfList } from "./groups.ts";
import type { SourceGroup } from "./split-group.ts";

/** Components of one UID that include the event or series itself, not only changed occurrences. */
export type MainGroup = SourceGroup & { readonly main: SourceEvent };

/** State that an event should have after the import. */
export interface WantedEvent {
  readonly uid: string;
  readonly name: string;
  readonly main: SourceEvent;
  readonly values: KnownEventFields;
  readonly changed: readonly ChangedOccurrence[];
  /** Changed occurrences as parsed from the calendar file. */
  readonly dates: readonly SourceEvent[];
  readonly imported: Imported;
  /** Sentences about this event for the report of the import. */
  readonly notes: string[];
}

export const createToWantedEvent =
  (context: Pick<ImportContext, "deps" | "settings">, yieldToEventLoop: YieldToEventLoop) =>
  async ({ uid, name, main, changed }: MainGroup): Promise<WantedEvent> => {
    const { deps, settings } = context;
    const notes = [...new Set([main, ...changed].flatMap((event) => event.notes))];
    const read = await withoutPrivate(main.values, main, changed, yieldToEventLoop);
    if (read.changed.length < changed.length) notes.push(LEFT_OUT);
    const values = withDefaults(read.values, settings);
    const others = await changedOccurrences(
      read.changed,
      main.times,
      { ...context, yieldToEventLoop },
      (text) => notes.push(text),
    );
    const { sequence, modified } = main;
    const digested = [
      ...[values, others, ...(main.isPrivate ? ["private"] : [])],
      // Earlier versions did not import changed occurrences. The marker gives the event another digest than
      // those versions stored, so that it is imported again.
      ...(others.length > 0 ? ["own-dates"] : []),
      // A change to all following occurrences must be repeated for occurrences that are stored later. With
      // the month in the digest, the event is imported again each month.
      ...(others.some(({ isFollowing }) => isFollowing) ? [utcText(deps.clock.now()).slice(0, 7)] : []),
    ];
    const digest = await digestOfList(digested, yieldToEventLoop);
    const imported: Imported = {
      ...{ sequence, digest },
      ...(modified !== undefined && { modified }),
      ...(recurs(values) && { isAbsolute: true }),
      ...(others.length > 0 && { followed: followedIn(others) }),
    };
    return { uid, name, main, values, changed: others, dates: read.changed, imported, notes };
  };
