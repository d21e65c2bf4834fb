import type { JsonValue } from "../../model/json.ts";
import type { RecordExtensions } from "../../plugins/record-extensions.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";
import type { LinkedKind, LinkedRecord } from "../linked/linked-kind.ts";
import type { LinkedWriter } from "../linked/linked-writer.ts";
import type { Restore } from "./restore-event.ts";
import { differing, restoredImage, restoredPublication } from "./restored-values.ts";

interface RestoreLinkedDeps<R extends LinkedRecord, Details> {
  readonly writer: LinkedWriter<R, Details>;
  readonly postStatuses: PostStatuses;
  readonly extensions: RecordExtensions | undefined;
}

/**
 * Creates the function that restores venues or organizers. It converts the content to an update, so that all
 * rules of updates apply.
 * Source: rules/history.md#restoring.
 */
export const createRestoreLinked =
  <R extends LinkedRecord, Details>(
    { name: kind, members }: Pick<LinkedKind<R, Details>, "name" | "members">,
    { writer, postStatuses, extensions }: RestoreLinkedDeps<R, Details>,
  ): Restore<R> =>
  async (restoration) => {
    const { content, current, actor, unit, note } = restoration;
    const details = Object.fromEntries(
      Object.values(members).map((member) => [member, (content[member] ?? null) as JsonValue]),
    );
    const draft = {
      ...restoredPublication(restoration, postStatuses),
      name: differing(restoration, "name"),
      description: differing(restoration, "description"),
      image: await restoredImage(restoration),
      // The type is safe, because the members of a kind are those of its details.
      details: details as Details,
      external_ids: undefined,
      fields: extensions?.valuesOf(kind, content.extensions) ?? {},
    };
    return { record: await writer.update(current, draft, actor, unit, note) };
  };
