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
import type { SentPublication } from "../posts/resolve-publication.ts";
import type { Texts } from "../posts/texts.ts";

/** Record that events link to: a venue or an organizer, which behave alike. */
export interface LinkedRecord extends Post {
  readonly name: string;
}

/**
 * Values of the fields that venues and organizers have in common, except the name, by public name;
 * `undefined` if not sent. `Image` is a number once the chosen image is stored.
 */
export type SharedValues<Image = ImageChoice> = SentPublication & {
  readonly description: string | undefined;
  /** `null` removes the image. */
  readonly image: Image | null | undefined;
};

/** Declarations of the shared fields. */
export type SharedParameters = ParametersFor<SharedValues & { readonly name: string }>;

/** Values of a venue or an organizer in a request, validated but not yet cleaned. */
export interface LinkedDraft<Details, Image = ImageChoice> extends SharedValues<Image> {
  readonly name: string | undefined;
  readonly details: Details;
  /** All values by public name, including those of plugins. */
  readonly fields: ParameterValues;
}

/** Members that the views of venues and organizers have in common. */
export interface LinkedView {
  readonly members?: JsonObject;
}

/** Differences between venues and organizers. */
export interface LinkedKind<R extends LinkedRecord, Details, View extends LinkedView = LinkedView> {
  /** Name of the kind, and public name of the field that contains the record's name. */
  readonly name: "venue" | "organizer";
  repositoryOf(repositories: Repositories): LinkedRepository<R>;
  /** See `WriteUnit.amended`. */
  amended(unit: WriteUnit, record: R, before: R | undefined, note?: NoteAdjustment): Promise<R>;
  /** See `RecordExtensions.membersOf`. */
  membersOf(
    extensions: RecordExtensions,
    records: readonly R[],
    actor: Actor,
  ): ReturnType<RecordExtensions["membersOf"]>;
  /** Returns the parameters of create, in which the name is required, in the order of the documentation. */
  parameters(shared: SharedParameters): Parameters;
  /** Returns the faulty parameter and its problem for a check that involves several values. */
  problemAmong(values: ParameterValues): { readonly name: string; readonly problem: Problem } | undefined;
  toDetails(values: ParameterValues, texts: Texts): Details;
  /** Returns a record with only the members that all posts have. */
  blank(post: Post, name: string): R;
  /** Members of a record for the fields of this kind, by public name. */
  readonly members: Readonly<Record<string, keyof R & string>>;
  /** Returns the record with these details; others are kept. */
  withDetails(record: R, details: Details): R;
  /** Returns the view without image and plugin members. */
  toView(record: R): View;
  recordOf(view: View): R;
  /** Removes the record from every event. */
  unlink(events: EventRepository, id: number): Promise<void>;
}
