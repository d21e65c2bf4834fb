import type { Taxonomy } from "../../model/term.ts";
import type { Parameters } from "../../parameter.ts";
import type { ImageParameterDeps } from "../../parameters/image.ts";
import type { ExtensibleKind, MemberSchemas } from "../../plugins/contributions.ts";
import type { RecordExtensions } from "../../plugins/record-extensions.ts";
import type { Authors } from "../../ports/accounts.ts";
import type { Clock } from "../../ports/clock.ts";
import type { PostStatuses } from "../../rights/post-statuses.ts";

/** What the validators of the fields of posts ask. */
export interface PostParameterDeps {
  readonly authors: Authors;
  readonly clock: Clock;
  readonly postStatuses: PostStatuses;
  readonly images: ImageParameterDeps;
}

/** The fields that plugins add to the posts of a kind, and all that these show. */
export interface PostFields {
  readonly added: { readonly new: Parameters; readonly existing: Parameters };
  /**
   * The members of their views, those that plugins add included: what a client read and sends back is nothing unknown, whether
   * it can be written or not.
   */
  readonly shown: ReadonlySet<string>;
}

/** The names of the members that the interface shows of each kind of record, those of plugins not counted. */
export type MemberNames = Readonly<Record<ExtensibleKind | Taxonomy, readonly string[]>>;

export interface PostFieldsDeps {
  /** What clients read and send back is nothing unknown. */
  readonly memberNames: MemberNames;
  /** What plugins add to records; nothing by default. */
  readonly extensions?: RecordExtensions | undefined;
}

/** `decorations` are the members that filters of plugins add to lists. */
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
