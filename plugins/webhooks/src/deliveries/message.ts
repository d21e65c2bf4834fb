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

/** Returns the JSON body of a message. `time` is in milliseconds since 1970. */
export const toBody = (type: string, time: number, data: JsonObject): string =>
  JSON.stringify({ type, timestamp: new Date(time).toISOString(), data });

/**
 * Returns the message for a delivery. It contains the record as `role` sees the record now, or reports a
 * deletion.
 * Returns `undefined` if the role cannot see the record now and could not see it at the time of the change.
 * Returns a problem if the record cannot be read. Rejects if the storage is unavailable.
 */
export const readMessage = async (
  { name, kind, record: id, occurrence, merged, time, seen, role: storedRole }: Delivery,
  role: Parameters<PluginDeps["calendar"]["as"]>[0],
  { calendar }: Pick<PluginDeps, "calendar">,
): Promise<{ readonly body: string } | { readonly problem: string } | undefined> => {
  const response = await calendar.as(role).fetch(`/${PATHS[kind]}/${id}`);
  const { status } = response;
  if (status === 503) throw new Error("The storage is unavailable.");
  if (status >= 500) return { problem: `record-not-readable (${status})` };
  const named = {
    ...{ kind, id },
    ...(occurrence && { occurrence: { ...occurrence } }),
    // The ids were visible to the role that the subscription had at the time of the change.
    ...(merged && storedRole === role && { merged }),
  };
  // A response with status 200 for a record is a JSON object.
  const record = status === 200 ? ((await response.json()) as JsonObject) : undefined;
  // Some roles can also read records in the trash. Messages report trashed records as deleted.
  if (record !== undefined && record.status !== "trash")
    return { body: toBody(name, time, { ...named, record }) };
  // `seen` applies to the role that the subscription had at the time of the change. If the subscription now
  // has another role, the message must not reveal that the record existed.
  return seen && storedRole === role ? { body: toBody(name, time, { ...named, deleted: true }) } : undefined;
};
