import type { ActorRole, JsonObject, PluginDeps } from "@kalends/core/plugin";
import type { Delivery, Kind } from "./deliveries.ts";

const PATHS: Readonly<Record<Kind, string>> = {
  event: "events",
  venue: "venues",
  organizer: "organizers",
  category: "categories",
  tag: "tags",
  image: "images",
};

/** The body of a message. */
export const toBody = (type: string, time: number, data: JsonObject): string =>
  JSON.stringify({ type, timestamp: new Date(time).toISOString(), data });

/**
 * What the subscription is sent: the record as its reader sees it now, or that it is not there any more; `undefined` for what they have not
 * seen and cannot see; a problem where the record cannot be shown. Rejects while the storage is out of reach.
 */
export const readMessage = async (
  { name, kind, record: id, occurrence, time, seen, role: judgedFor }: Delivery,
  role: ActorRole,
  { calendar }: Pick<PluginDeps, "calendar">,
): Promise<{ readonly body: string } | { readonly problem: string } | undefined> => {
  const response = await calendar.as(role).fetch(`/${PATHS[kind]}/${id}`);
  const { status } = response;
  if (status === 503) throw new Error("The storage is out of reach");
  if (status >= 500) return { problem: `record-not-readable (${status})` };
  const named = { kind, id, ...(occurrence && { occurrence: { ...occurrence } }) };
  // Records are objects.
  const record = status === 200 ? ((await response.json()) as JsonObject) : undefined;
  // Who reads all statuses can still read what lies in the trash.
  if (record !== undefined && record.status !== "trash")
    return { body: toBody(name, time, { ...named, record }) };
  // What another role has seen is nothing for this one to know of.
  return seen && judgedFor === role ? { body: toBody(name, time, { ...named, deleted: true }) } : undefined;
};
