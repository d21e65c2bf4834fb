/**
 * Returns the URL of a path below the API namespace, such as `events/12`, with query parameters. Usually
 * the path is appended to the path of `base`. If `base` has a query parameter `rest_route` (a site without
 * pretty permalinks), the path is appended to this parameter.
 */
export const addressOf = (
  base: URL,
  path: string,
  parameters: Readonly<Record<string, string>> = {},
): URL => {
  const url = new URL(base);
  url.hash = "";
  const route = url.searchParams.get("rest_route");
  if (route === null) url.pathname = joined(url.pathname, path);
  else url.searchParams.set("rest_route", joined(route, path));
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
};

const joined = (base: string, path: string): string =>
  path === "" ? base.replace(/(?<=[^/]|^\/)\/+$/, "") : `${base.replace(/(?<!\/)\/+$/, "")}/${path}`;

/** True if the host name of the URL is the local computer, such as `localhost`. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  /^127(?:\.\d{1,3}){3}$/.test(hostname);
