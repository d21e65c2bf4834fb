import type { Taxonomy } from "../../model/term.ts";
import type { Parameters } from "../../parameter.ts";
import type { ImageParameterDeps } from "../../parameters/image.ts";
import type { ExtensibleKind, MemberSchemas } from "../../plugins/contributions.ts";
import type { RecordExtensions } from "../../plugins/record-extensions.ts";
import type { Authors } from "../../ports/accounts.ts";
import type { Clock } from "../../ports/clock.ts";
import type { PostStatuses } from "../../rights/record-rights.ts";

/** Dependencies of the validators of post fields. */
export interface PostParameterDeps {
  readonly authors: Authors;
  readonly clock: Clock;
  readonly postStatuses: PostStatuses;
  readonly images: ImageParameterDeps;
}

/** Plugin fields of the posts of a kind, and all members of their views. */
export interface PostFields {
  readonly added: { readonly new: Parameters; readonly existing: Parameters };
  /**
   * Members of the views, including those of plugins. A client may send them back, whether they can be
   * written or not.
   */
  readonly shown: ReadonlySet<string>;
}

/** Names of the members in the representation of each kind, without those of plugins. */
export type MemberNames = Readonly<Record<ExtensibleKind | Taxonomy, readonly string[]>>;

export interface PostFieldsDeps {
  /** Members that clients read and may send back. */
  readonly memberNames: MemberNames;
  /** Extensions of records by plugins; absent if there are none. */
  readonly extensions?: RecordExtensions | undefined;
}

/** Returns the fields of a kind. `decorations` are the members that filters of plugins add to lists. */
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
