import { type Actor, ANONYMOUS, type ReadAs, ROLE_CAPABILITIES } from "@kalends/core";
import { addressesBelow, createInProcessFetch, type InProcessDeps } from "@kalends/http";

/** `deps` are looked at with the first call: contributions of plugins are part of them. */
export const createReadAs = (deps: InProcessDeps): ReadAs => {
  let fetchOf: ReturnType<typeof createInProcessFetch> | undefined;
  return async (reader, path) => {
    const actor = toReader(reader);
    if (!path.startsWith("/")) throw new TypeError(`The path ${path} does not begin with /`);
    const { baseUrl = "http://localhost" } = deps.settings;
    const addresses = addressesBelow(baseUrl, deps.settings);
    fetchOf ??= createInProcessFetch(deps);
    const ask = fetchOf({ actor: async () => actor, addresses, locale: undefined });
    const answer = await ask(addresses.namespace + path);
    return { status: answer.status, text: await answer.text() };
  };
};

const toReader = (reader: Parameters<ReadAs>[0]): Actor => {
  if (reader === "anonymous") return ANONYMOUS;
  // Plugins come from JavaScript, too.
  if (!Object.hasOwn(ROLE_CAPABILITIES, reader)) throw new TypeError(`There is no role ${reader}`);
  return { capabilities: new Set(ROLE_CAPABILITIES[reader]) };
};
