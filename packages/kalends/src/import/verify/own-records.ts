import type { CalendarApi } from "@kalends/core/interface";
import type { ReadOurs } from "@kalends/import";

type Members = Readonly<Record<string, unknown>>;

/**
 * Creates the function that reads single records of this calendar through its API, with the rights of the
 * caller. Administrators see all records. Rejects on every error except a missing record.
 */
export const createReadRecord = ({ fetch }: Pick<CalendarApi, "fetch">): ReadOurs => {
  const read = async (path: string): Promise<{ readonly status: number; readonly body: Members }> => {
    const response = await fetch(path);
    // The cast is safe: the REST interface always returns objects.
    return { status: response.status, body: (await response.json()) as Members };
  };
  /**
   * Reads an event that is in the trash. The API shows such events only in lists
   * (rules/events.md#read-event). Lists omit hidden events; for these, returns `"in the trash"`.
   */
  const readTrashed = async (id: number): Promise<Members | "in the trash"> => {
    const { events } = (await read(`/events?include=${id}&status=trash`)).body;
    return (Array.isArray(events) ? events[0] : undefined) ?? "in the trash";
  };
  return async (list, id) => {
    const path = `/${list}/${id}`;
    const { status, body } = await read(path);
    if (status === 200) return body;
    if (body.code === "event-no-longer-available") return readTrashed(id);
    if (status === 404 || status === 400) return undefined;
    throw new Error(`${path} cannot be read (${status}): ${body.message}`);
  };
};
