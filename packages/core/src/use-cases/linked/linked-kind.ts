import type { NoteAdjustment } from "../../adjustment.ts";
import type { Problem } from "../../errors.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Post } from "../../model/post.ts";
import type { Parameters, ParametersFor, ParameterValues } from "../../parameter.ts";
import type { ImageChoice } from "../../parameters/image.ts";
import type { RecordExtensions } from "../../plugins/record-extensions.ts";
import type { EventRepository, LinkedRepository } from "../../ports/repositories/post-repository.ts";
import type { Repositories } from "../../ports/store.ts";
import type { Actor } from "../../rights/actor.ts";
import type { WriteUnit } from "../../unit-of-work/transact.ts";
import type { SentExternalIds } from "../posts/resolve-external-ids.ts";
import type { SentPublication } from "../posts/resolve-publication.ts";
import type { Texts } from "../posts/texts.ts";

/** Record to which events can be linked: a venue or an organizer. Both have the same rules. */
export interface LinkedRecord extends Post {
  readonly name: string;
}

/**
 * Values in a request for the fields that venues and organizers have in common, except the name, by public
 * name. `undefined` for values that were not sent.
 * `Image` is `number` after the chosen image has been stored.
 */
export type SharedValues<Image = ImageChoice> = SentPublication &
  SentExternalIds & {
    readonly description: string | undefined;
    /** Featured image; `null` removes it. */
    readonly image: Image | null | undefined;
  };

/** Parameters for the fields that venues and organizers have in common. */
export type SharedParameters = ParametersFor<SharedValues & { readonly name: string }>;

/** Values of a venue or an organizer in a request, validated but not yet in their stored form. */
export interface LinkedDraft<Details, Image = ImageChoice> extends SharedValues<Image> {
  readonly name: string | undefined;
  readonly details: Details;
  /** True if a new record must be stored even if a record with the same name exists. */
  readonly isDistinct?: boolean;
  /** All values by public name, including those of plugin fields. */
  readonly fields: ParameterValues;
}

/** Members that the views of venues and organizers have in common. */
export interface LinkedView {
  readonly members?: JsonObject;
}

/** Functions and names in which venues and organizers differ. */
export interface LinkedKind<R extends LinkedRecord, Details, View extends LinkedView = LinkedView> {
  /** Name of the kind. The parameter for the record's name has the same name. */
  readonly name: "venue" | "organizer";
  repositoryOf(repositories: Repositories): LinkedRepository<R>;
  /** Returns the record after write hooks have changed it: see `WriteUnit.amended`. */
  amended(unit: WriteUnit, record: R, before: R | undefined, note?: NoteAdjustment): Promise<R>;
  /** Returns the members that plugins add to each record: see `RecordExtensions.membersOf`. */
  membersOf(
    extensions: RecordExtensions,
    records: readonly R[],
    actor: Actor,
  ): ReturnType<RecordExtensions["membersOf"]>;
  /** Returns the parameters for a new record, in the order of the documentation. The name is required. */
  parameters(shared: SharedParameters): Parameters;
  /**
   * Checks values that depend on one another, such as latitude and longitude. Returns the name and the
   * problem of an invalid parameter, or `undefined`.
   */
  problemAmong(values: ParameterValues): { readonly name: string; readonly problem: Problem } | undefined;
  toDetails(values: ParameterValues, texts: Texts): Details;
  /** Returns a record with this name and the members of `post`. All other fields have their defaults. */
  blank(post: Post, name: string): R;
  /** Members of the model for the fields of this kind, by public name. */
  readonly members: Readonly<Record<string, keyof R & string>>;
  /** Returns the record with these details. Details that are absent stay unchanged. */
  withDetails(record: R, details: Details): R;
  /** Returns the view of a record, without the image and the members of plugins. */
  toView(record: R): View;
  recordOf(view: View): R;
  /** Removes the record from every event that is linked to it. */
  unlink(events: EventRepository, id: number): Promise<void>;
}
