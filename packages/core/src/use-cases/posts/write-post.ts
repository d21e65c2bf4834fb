import type { WriteResult } from "../../adjustment.ts";
import { CalendarError } from "../../errors.ts";
import { requireMatch } from "../../model/optimistic-locking.ts";
import type { Post } from "../../model/post.ts";
import type { Notice } from "../../notice.ts";
import type { Call } from "../../operation.ts";
import type { ParameterValues } from "../../parameter.ts";
import { isDryRun } from "../../parameters/dry-run.ts";
import type { Actor } from "../../rights/actor.ts";
import { asStored } from "../../unit-of-work/new-revisions.ts";
import type { Checked } from "../../unit-of-work/rehearsal.ts";
import type { WriteUnit } from "../../unit-of-work/transact.ts";
import type { WriteWithImages, Writing } from "../images/record-images.ts";
import type { PostViews } from "./post-views.ts";

/** Result of a write inside the transaction. */
export interface Stored<R> {
  readonly record: R;
  /**
   * Occurrences that the write of a series moved to the trash. Contains only occurrences that a user had
   * changed.
   */
  readonly trashed?: readonly R[];
}

/** Write of an event, venue or organizer. */
export type PostWriting<R, Result> = Writing<Stored<R>, Result>;

/**
 * Finds the notices of a written record. It is called inside the transaction, after the record was written.
 */
export type NoticesOf<R> = (record: R, unit: WriteUnit, isUpdate: boolean) => Promise<readonly Notice[]>;

export interface WritePostDeps {
  /** Runs a write after the write hooks have checked it. */
  readonly checked: Checked;
  readonly writeWithImages: WriteWithImages;
}

/** View of a record that was written, and the notices of the write. */
interface Written<View> {
  readonly view: View;
  readonly notices: readonly Notice[];
}

/**
 * Functions that write records of one kind and return their views. The stored data of a view is read inside
 * the transaction.
 */
export interface WritePost<R, View> {
  save(
    values: ParameterValues,
    call: Call<R> | Call,
    save: <Result>(writing: PostWriting<R, Result>) => Promise<Result>,
  ): Promise<WriteResult<View>>;
  /** Runs a write that needs no steps before the transaction, such as a deletion. */
  remove(
    values: ParameterValues,
    call: Call<R>,
    work: (unit: WriteUnit) => Promise<Stored<R>>,
  ): Promise<View>;
}

export const createWritePost = <R extends Post, View extends object>(
  views: PostViews<R, View>,
  { checked, writeWithImages }: WritePostDeps,
  noticesOf: NoticesOf<R> = async () => [],
): WritePost<R, View> => {
  const viewOf = async (
    { record, trashed = [] }: Stored<R>,
    values: ParameterValues,
    actor: Actor,
    unit: WriteUnit,
  ): Promise<View> => {
    const view = await views.read(isDryRun(values) ? record : asStored(record, unit), actor, unit);
    return trashed.length === 0 ? view : { ...view, trashed };
  };
  return {
    async save(values, call, save) {
      const { actor, trace, recordOrigin, isGone, ifMatch, found, ...request } = call;
      const options = { isDryRun: isDryRun(values), isConditional: ifMatch !== undefined };
      const origin = { actor, trace, recordOrigin, isGone };
      const { stored, adjustments } = await writeWithImages<Written<View>>(
        request,
        origin,
        options,
        (writing) =>
          save({
            ...writing,
            transact: (work) =>
              writing.transact(async (unit, note) => {
                const written = await work(unit, note);
                // Stores combine reads that run at the same time.
                const [view, notices] = await Promise.all([
                  viewOf(written, values, actor, unit),
                  noticesOf(written.record, unit, found !== undefined),
                ]);
                return { view, notices };
              }),
          }),
      );
      const { notices } = stored;
      const view = await views.complete(stored.view, actor);
      return {
        ...view,
        adjustments,
        ...(notices.length > 0 && { notices }),
        ...(options.isDryRun && { isDryRun: true }),
      };
    },
    async remove(values, { actor, trace, isGone }, work) {
      const view = await checked(
        async (unit) => viewOf(await work(unit), values, actor, unit),
        { actor, trace, isGone },
        { isDryRun: isDryRun(values) },
      );
      return views.complete(view, actor);
    },
  };
};

/**
 * Checks the rights on the current record again and returns it. Call it inside the transaction that changes
 * the record.
 * Throws `rest_forbidden` without the right, and the errors of `requireMatch` if the request requires another
 * revision.
 */
export const requireChangeable = <R extends Post>(
  current: R,
  { actor, ifMatch }: Pick<Call, "actor" | "ifMatch">,
  mayChange: (post: Post, actor: Actor) => boolean,
): R => {
  if (!mayChange(current, actor)) throw new CalendarError("rest_forbidden");
  requireMatch(current, ifMatch);
  return current;
};
