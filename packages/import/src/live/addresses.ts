/**
 * The address of a path below the interface, such as `events/12`, with parameters. A base with `rest_route` in its query is that of a
 * site without addresses for people: the path goes in there.
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

/** Whether it is this computer, by its name alone. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === "localhost" ||
  hostname.endsWith(".localhost") ||
  hostname === "[::1]" ||
  /^127(?:\.\d{1,3}){3}$/.test(hostname);
