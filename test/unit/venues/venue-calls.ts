import type { Actor, Venue } from "@kalends/core";
import type { VenueView } from "@kalends/core/interface";
import { ADMIN } from "../actors.ts";
import { type Calendar, call, callOn } from "../posts/calendar.ts";

/** Functions that write venues. The user is an administrator unless `actor` is given. */
export interface VenueCalls {
  create(values: object, actor?: Actor): Promise<Venue>;
  update(id: number, values: object, actor?: Actor): Promise<Venue>;
  remove(id: number, actor?: Actor): Promise<Venue>;
}

export const venueCalls = (calendar: Calendar): VenueCalls => ({
  create: async (values, actor = ADMIN) =>
    (await call<VenueView>(calendar.operations.venues.create, { ...values }, actor)).venue,
  update: async (id, values, actor = ADMIN) =>
    (await callOn<VenueView>(calendar.operations.venues.update, { id }, { ...values }, actor)).venue,
  remove: async (id, actor = ADMIN) =>
    (await callOn<VenueView>(calendar.operations.venues.delete, { id }, {}, actor)).venue,
});
