import type { JsonObject } from "../../model/json.ts";

/** The view with further members; of one name the last counts. Source: rules/representations.md#plugin-members. */
export const decorated = <View extends { readonly members?: JsonObject }>(
  view: View,
  added: readonly (JsonObject | undefined)[],
): View => {
  const present = added.filter((members) => members !== undefined);
  return present.length === 0 ? view : { ...view, members: Object.assign({}, view.members, ...present) };
};
