import { type Actor, type Capability, can } from "@kalends/core/plugin";

/** Rights of imports that no user requests, such as subscriptions. */
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

/** True if the actor may edit and publish the events of others. */
export const mayImport = (actor: Actor): boolean =>
  can(actor, "edit_others", "edit_published", "publish", "upload");
