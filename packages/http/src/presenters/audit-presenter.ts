import type { AuditEntry, AuditPage } from "@kalends/core/interface";

type Members = Readonly<Record<string, unknown>>;

const presentEntry = (
  { id, time, kind, recordId, action, changes, ...rest }: AuditEntry,
  names: AuditPage["names"],
): Members => {
  const { seriesId, userId, hostId, plugin, requestId, isErased } = rest;
  const name = userId === undefined ? undefined : names.get(userId);
  return {
    ...{ id, time: new Date(time).toISOString(), kind, record: recordId, action },
    ...(seriesId !== undefined && { series: seriesId }),
    ...(userId !== undefined && { user: userId }),
    ...(name !== undefined && { user_name: name }),
    ...(hostId !== undefined && { host_user: hostId }),
    ...(plugin !== undefined && { plugin }),
    ...(requestId !== undefined && { request_id: requestId }),
    changes,
    ...(isErased && { erased: true }),
  };
};

/** Converts a page of the audit log to its JSON object. Source: rules/audit.md#page. */
export const presentAudit = ({ entries, next, names }: AuditPage): Members => ({
  entries: entries.map((entry) => presentEntry(entry, names)),
  has_more: next !== undefined,
  ...(next !== undefined && { next_cursor: next }),
});
