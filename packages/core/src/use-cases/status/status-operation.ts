import type { CollectionOperation } from "../../operation.ts";
import type { ParameterValues } from "../../parameter.ts";
import { can } from "../../rights/actor.ts";
import type { InstallationStatus, ReadStatus } from "./status.ts";

/**
 * Creates the operation that reads the state of the installation. It needs the right `manage_settings`.
 * Source: rules/status.md#status-address.
 */
export const createStatusOperation = (
  readStatus: ReadStatus,
): CollectionOperation<ParameterValues, InstallationStatus> => ({
  method: "read",
  parameters: {},
  permits: (actor) => can(actor, "manage_settings"),
  run: () => readStatus(),
});
