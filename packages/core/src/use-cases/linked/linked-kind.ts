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
import type { SentPublication } from "../posts/settle-publication.ts";
import type { Texts } from "../posts/texts.ts";

/** What events are linked to: venues and organizers, which behave alike. */
export interface LinkedRecord extends Post {
  readonly name: string;
}

/**
 * The values of the fields that venues and organizers have in common, but the name, by public name; `undefined`: not
 * sent. `Image` is a number once the chosen image is stored.
 */
export type SharedValues<Image = ImageChoice> = SentPublication & {
  readonly description: string | undefined;
  /** `null`: no image. */
  readonly image: Image | null | undefined;
};

/** Their declarations. */
export type SharedParameters = ParametersFor<SharedValues & { readonly name: string }>;

/** What a request says about a venue or an organizer, checked but not yet cleaned. */
export interface LinkedDraft<Details, Image = ImageChoice> extends SharedValues<Image> {
  readonly name: string | undefined;
  readonly details: Details;
  /** All values by public name: the fields of plugins are among them. */
  readonly fields: ParameterValues;
}

/** What the views of venues and organizers have in common. */
export interface LinkedView {
  readonly members?: JsonObject;
}

/** What sets venues and organizers apart. */
export interface LinkedKind<R extends LinkedRecord, Details, View extends LinkedView = LinkedView> {
  /** Also the public name of the field that holds the record's name. */
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
  /** Parameters of create, the name required; in the order of the documentation. */
  parameters(shared: SharedParameters): Parameters;
  /** What checking each value by itself cannot find: the parameter at fault and what is wrong with it. */
  problemAmong(values: ParameterValues): { readonly name: string; readonly problem: Problem } | undefined;
  toDetails(values: ParameterValues, texts: Texts): Details;
  /** A record with nothing but what all have. */
  blank(post: Post, name: string): R;
  /** Where a record keeps the values of the fields of its own, by their public names. */
  readonly members: Readonly<Record<string, keyof R & string>>;
  /** The record with these details; what was not sent stays. */
  withDetails(record: R, details: Details): R;
  /** Without image and members. */
  toView(record: R): View;
  recordOf(view: View): R;
  /** Takes the record off every event. */
  unlink(events: EventRepository, id: number): Promise<void>;
}
