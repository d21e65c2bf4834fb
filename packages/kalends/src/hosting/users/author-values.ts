import { type Actor, isObject } from "@kalends/core";
import { can } from "@kalends/core/interface";
import type { AuthorsOfHost } from "../host.ts";
import { type HostUsers, toHostId } from "./host-users.ts";

/** Replaces author ids of the host by user numbers in the values of a write. */
export type ToAuthorNumbers = (values: object, actor: Actor) => Promise<object>;

/**
 * Creates the function that replaces author ids. An invalid id stays unchanged, so that validation refuses
 * it. If the caller has the right `edit_others`, ids of users who may not be authors (`isAuthor`) stay
 * unchanged too.
 */
export const createToAuthorNumbers = (
  users: Pick<HostUsers, "numberOf">,
  authors: AuthorsOfHost | undefined,
): ToAuthorNumbers => {
  const toNumber = async (author: string, actor: Actor): Promise<number | string> => {
    if (author === actor.hostId && actor.id !== undefined) return actor.id;
    let id: number | string;
    try {
      id = toHostId(author);
    } catch {
      return author;
    }
    if (typeof id === "number") return author;
    // Callers who cannot name other authors must not learn which users exist.
    if (can(actor, "edit_others") && (await authors?.isAuthor(id)) === false) return author;
    return users.numberOf(id);
  };

  const inLinked = async (value: unknown, actor: Actor): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map((one) => inLinked(one, actor)));
    return isObject(value) ? toNumbers(value, actor) : value;
  };

  const toNumbers = async (values: object, actor: Actor): Promise<object> => {
    const { author, venue, organizer }: Readonly<Record<string, unknown>> = { ...values };
    return {
      ...values,
      ...(typeof author === "string" && { author: await toNumber(author, actor) }),
      ...(typeof venue === "object" && { venue: await inLinked(venue, actor) }),
      ...(typeof organizer === "object" && { organizer: await inLinked(organizer, actor) }),
    };
  };
  return toNumbers;
};
