import type { JsonObject, PluginDeps } from "@kalends/core/plugin";
import type { Delivery, Kind } from "./deliveries.ts";

const PATHS: Readonly<Record<Kind, string>> = {
  event: "events",
  venue: "venues",
  organizer: "organizers",
  category: "categories",
  tag: "tags",
  image: "images",
};

/** Returns the body of a message. */
export const toBody = (type: string, time: number, data: JsonObject): string =>
  JSON.stringify({ type, timestamp: new Date(time).toISOString(), data });

/**
 * Returns the message of a delivery: the record as the role sees it now, or a deletion. Returns `undefined`
 * if the role has never seen the record and cannot see it now. Returns a problem if the record cannot be
 * read. Rejects if the storage is unavailable.
 */
export const readMessage = async (
  { name, kind, record: id, occurrence, time, seen, role: storedRole }: Delivery,
  role: Parameters<PluginDeps["calendar"]["as"]>[0],
  { calendar }: Pick<PluginDeps, "calendar">,
): Promise<{ readonly body: string } | { readonly problem: string } | undefined> => {
  const response = await calendar.as(role).fetch(`/${PATHS[kind]}/${id}`);
  const { status } = response;
  if (status === 503) throw new Error("The storage is unavailable.");
  if (status >= 500) return { problem: `record-not-readable (${status})` };
  const named = { kind, id, ...(occurrence && { occurrence: { ...occurrence } }) };
  // Responses for records are JSON objects.
  const record = status === 200 ? ((await response.json()) as JsonObject) : undefined;
  // Roles that read all statuses can also read trashed records.
  if (record !== undefined && record.status !== "trash")
    return { body: toBody(name, time, { ...named, record }) };
  // If another role saw the record, this role must not learn of its deletion.
  return seen && storedRole === role ? { body: toBody(name, time, { ...named, deleted: true }) } : undefined;
};
