import { type Actor, type Capability, can } from "@kalends/core/plugin";

/** Rights of imports that run without a user, such as subscriptions. */
export const IMPORT_RIGHTS: readonly Capability[] = [
  "read_private",
  "edit",
  "edit_others",
  "edit_published",
  "publish",
  "delete",
  "delete_others",
  "delete_published",
  "upload",
  "manage_categories",
  "manage_tags",
];

/**
 * True if the actor has the rights that an import needs: to edit and publish events of others and to upload
 * images.
 */
export const mayImport = (actor: Actor): boolean =>
  can(actor, "edit_others", "edit_published", "publish", "upload");
