import { type Actor, ANONYMOUS, ROLE_CAPABILITIES, type Role } from "@kalends/core";

const actor = (id: number, role: Role): Actor => ({ id, capabilities: new Set(ROLE_CAPABILITIES[role]) });

export const ADMIN: Actor = actor(1, "administrator");
export const EDITOR: Actor = actor(2, "editor");
export const AUTHOR: Actor = actor(3, "author");
export const CONTRIBUTOR: Actor = actor(4, "contributor");
export const SUBSCRIBER: Actor = actor(5, "subscriber");
/** Contributor other than `CONTRIBUTOR`. */
export const OTHER: Actor = actor(6, "contributor");
export { ANONYMOUS };
