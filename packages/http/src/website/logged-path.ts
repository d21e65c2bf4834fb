import type { WebsiteHandler } from "@kalends/core/interface";

const MASK = "***";

/**
 * Creates the function that returns a path for logs. Everything after the `secretPath` of a handler is masked,
 * because it is a secret.
 */
export const createLoggedPath = (
  handlers: readonly Pick<WebsiteHandler, "secretPath">[],
): ((path: string) => string) => {
  const prefixes = handlers.flatMap(({ secretPath }) => secretPath ?? []);
  return (path) => {
    const prefix = prefixes.find((one) => path.startsWith(one) && path !== one);
    return prefix === undefined ? path : prefix + MASK;
  };
};
