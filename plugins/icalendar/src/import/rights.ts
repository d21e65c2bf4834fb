import { type Actor, type Capability, can } from "@kalends/core/plugin";

/** What imports and subscriptions need that nobody has asked for in person. */
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

/** Who may write the events of others, and publish them. */
export const mayImport = (actor: Actor): boolean =>
  can(actor, "edit_others", "edit_published", "publish", "upload");
