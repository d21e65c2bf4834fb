import { createAdjustments, type NoteAdjustment, type Written } from "../../adjustment.ts";
import { CalendarError, invalidParameter } from "../../errors.ts";
import { type Actor, can } from "../../model/actor.ts";
import { toWallClock } from "../../model/time/time-zone.ts";
import { utcText } from "../../model/time/wall-clock.ts";
import type { Call, Found } from "../../operation.ts";
import type { PostOperations } from "../../operations.ts";
import type { Parameters, ParameterValues } from "../../parameter.ts";
import type { Repositories } from "../../ports/store.ts";
import type { WriteWithImages } from "../images/record-images.ts";
import type { PostFields } from "../posts/post-fields.ts";
import { createPostTarget, permitsOnPost } from "../posts/post-target.ts";
import { moveToTrash } from "../posts/trash.ts";
import type { Transact } from "../transact.ts";
import type { LinkedDraft, LinkedKind, LinkedRecord, LinkedView } from "./linked-kind.ts";
import { optional } from "./linked-parameters.ts";
import { createViewLinked, type LinkedViewsDeps } from "./linked-views.ts";
import { type LinkedWriter, settleDraft } from "./linked-writer.ts";
import { createListLinked, type ListLinkedDeps } from "./list-linked.ts";

export interface LinkedOperationsDeps<R extends LinkedRecord, Details>
  extends Omit<ListLinkedDeps<R, never>, "viewAll">,
    LinkedViewsDeps {
  /** What the kind itself declares for a new record. */
  readonly own: Parameters;
  readonly fields: PostFields;
  readonly writer: LinkedWriter<R, Details>;
  readonly transact: Transact;
  readonly writeWithImages: WriteWithImages;
}

/** The operations on venues or on organizers. Source: rules/venues-organizers.md#linked-endpoints. */
export const createLinkedOperations = <R extends LinkedRecord, Details, View extends LinkedView>(
  kind: LinkedKind<R, Details, View>,
  deps: LinkedOperationsDeps<R, Details>,
): PostOperations<View, R> => {
  const { store, postStatuses, clock, site, own, fields, writer, transact, writeWithImages } = deps;
  const views = createViewLinked(kind, deps);
  const { list, own: ownList } = createListLinked(kind, { ...deps, viewAll: views.all });
  /** An unknown id or slug is a bad parameter. Source: rules/venues-organizers.md#unknown-target. */
  const target = createPostTarget(kind.name, kind.repositoryOf(store), store, {
    id: kind.unknown,
    slug: "unknown-slug",
  });

  const write = async (
    values: ParameterValues,
    { actor, ...request }: Call<unknown>,
    writeDraft: (
      draft: LinkedDraft<Details, number>,
      repositories: Repositories,
      note: NoteAdjustment,
    ) => Promise<R>,
  ): Promise<Written<View>> => {
    const adjustments = createAdjustments(request);
    const { note } = adjustments;
    const draft = writer.toDraft(values, note);
    const written = await writeWithImages({
      actor,
      adjustments,
      settle: (images) => settleDraft(draft, actor, images, note),
      write: (settled) => async (repositories, note) =>
        views.read(await writeDraft(settled, repositories, note), repositories),
    });
    return { ...(await views.complete(written.stored, actor)), adjustments: written.adjustments };
  };

  const demandRecord = (record: R | undefined): R => {
    if (record === undefined) throw invalidParameter("id", { reason: kind.unknown });
    return record;
  };

  /** The record as it is now, inside the transaction that changes it. */
  const findAgain = async (found: Found<R> | undefined, repositories: Repositories): Promise<R> =>
    demandRecord(found?.record && (await kind.repositoryOf(repositories).find(found.record.id)));

  const viewOf = async (record: R, actor: Actor): Promise<View> => {
    const [view] = await views.all([record], actor);
    if (view === undefined) throw new Error(`No view of ${kind.name} ${record.id}.`);
    return view;
  };

  return {
    own: { list: ownList, fields: own },
    list,
    create: {
      method: "create",
      parameters: { ...own, ...fields.added.new },
      shown: fields.shown,
      permits: (actor) => can(actor, "edit"),
      run: (values, call) =>
        write(values, call, (draft, work, note) => writer.createOrReuse(draft, call.actor, work, note)),
    },
    get: {
      method: "read",
      parameters: {},
      target,
      permits: () => true,
      run: async (_values, { actor, found }) => {
        const record = demandRecord(found?.record);
        // Source: rules/venues-organizers.md#read-linked.
        if (!postStatuses.canRead(record, actor)) throw new CalendarError(kind.codes.notAccessible);
        return viewOf(record, actor);
      },
    },
    update: {
      method: "update",
      parameters: { ...optional(own), ...fields.added.existing },
      shown: fields.shown,
      target,
      permits: permitsOnPost("edit", postStatuses.canEdit),
      run: (values, call) =>
        write(values, call, async (draft, work, note) => {
          const { actor, found } = call;
          const current = await findAgain(found, work);
          if (!postStatuses.canEdit(current, actor)) throw new CalendarError("rest_forbidden");
          return writer.update(current, draft, actor, work, note);
        }),
    },
    delete: {
      method: "delete",
      parameters: {},
      target,
      permits: permitsOnPost("delete", postStatuses.canDelete),
      run: async (_values, { actor, found }) => {
        const written = await transact(
          async (work) => {
            const current = await findAgain(found, work);
            if (!postStatuses.canDelete(current, actor)) throw new CalendarError("rest_forbidden");
            if (current.status === "trash") throw new CalendarError(kind.codes.inTrash);
            const modifiedUtc = utcText(clock.now());
            const modified = toWallClock(modifiedUtc, site.timezone);
            await kind.unlink(work.events, current.id);
            const trashed = await moveToTrash(kind.repositoryOf(work), current, { modified, modifiedUtc });
            return views.read(trashed, work);
          },
          { actor },
        );
        return views.complete(written, actor);
      },
    },
  };
};
