const parse = (address: string, base: string): URL | undefined => {
  try {
    const url = new URL(address, base);
    return url.protocol === "http:" || url.protocol === "https:" ? url : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Converts a value to an absolute http or https URL that is safe to link to. Resolves relative URLs against
 * `base`. Returns `undefined` for all other values.
 */
export const toSafeUrl = (value: unknown, base: string): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? parse(value, base)?.href : undefined;

/**
 * Returns the base URL of the API, such as `https://site/wp-json/tribe/events/v1`. Returns `undefined` if
 * browsers cannot request it.
 */
export const toNamespace = (src: string, base: string): URL | undefined => {
  const url = src.trim() === "" ? undefined : parse(src, base);
  // Browsers refuse requests to URLs that contain a password. A password should not be in a web page anyway.
  return url?.username === "" && url.password === "" ? url : undefined;
};

/**
 * Returns the URL of a path below the base URL of the API. WordPress sites without pretty permalinks expect
 * the path in the parameter `rest_route`.
 */
export const addressOf = (
  namespace: URL,
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
): string => {
  const url = new URL(namespace);
  const route = url.searchParams.get("rest_route");
  if (route === null) url.pathname = `${url.pathname.replace(/(^|[^/])\/+$/, "$1")}/${path}`;
  else url.searchParams.set("rest_route", `${route.replace(/(^|[^/])\/+$/, "$1")}/${path}`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") url.searchParams.set(name, String(value));
  }
  url.hash = "";
  return url.href;
};
