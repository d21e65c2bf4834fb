import type { Taxonomy } from "../../model/term.ts";
import type { Parameters } from "../../parameter.ts";
import type { ImageParameterDeps } from "../../parameters/image.ts";
import type { ExtensibleKind, MemberSchemas } from "../../plugins/contributions.ts";
import type { RecordExtensions } from "../../plugins/record-extensions.ts";
import type { Authors } from "../../ports/accounts.ts";
import type { Clock } from "../../ports/clock.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";

/** Objects that validators of post fields need. */
export interface PostParameterDeps {
  readonly authors: Authors;
  readonly clock: Clock;
  readonly postStatuses: PostStatuses;
  readonly images: ImageParameterDeps;
}

/** Plugin fields of one kind of record, and the names of all members in its responses. */
export interface PostFields {
  readonly added: { readonly new: Parameters; readonly existing: Parameters };
  /**
   * Names of the members in responses, including those of plugins. A client may send all of them back, even
   * those that it cannot write.
   */
  readonly shown: ReadonlySet<string>;
}

/** Names of the members in the responses of each kind, without those of plugins. */
export type MemberNames = Readonly<Record<ExtensibleKind | Taxonomy, readonly string[]>>;

export interface PostFieldsDeps {
  /** Names of the members that clients read and may send back. */
  readonly memberNames: MemberNames;
  /** Fields and members that plugins add to records; absent if there are none. */
  readonly extensions?: RecordExtensions | undefined;
}

/**
 * Returns the plugin fields of a kind. `decorations` are the schemas of the members that filters of plugins
 * add to lists.
 */
export const createPostFields = (
  kind: ExtensibleKind,
  { memberNames, extensions }: PostFieldsDeps,
  decorations: readonly (MemberSchemas | undefined)[],
): PostFields => ({
  added: {
    new: extensions?.parameters(kind, "new") ?? {},
    existing: extensions?.parameters(kind, "existing") ?? {},
  },
  shown: new Set([
    ...memberNames[kind],
    ...(extensions?.memberNames(kind) ?? []),
    ...decorations.flatMap((schemas = {}) => Object.keys(schemas)),
  ]),
});
