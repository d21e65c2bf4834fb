const parse = (address: string, base: string): URL | undefined => {
  try {
    const url = new URL(address, base);
    return url.protocol === "http:" || url.protocol === "https:" ? url : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Returns an absolute http or https URL that is safe to link to, relative to `base`; `undefined` for all
 * other values.
 */
export const toSafeUrl = (value: unknown, base: string): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? parse(value, base)?.href : undefined;

/**
 * Returns the URL of the API's namespace, such as `https://site/wp-json/tribe/events/v1`; `undefined` if it
 * cannot be requested.
 */
export const toNamespace = (src: string, base: string): URL | undefined => {
  const url = src.trim() === "" ? undefined : parse(src, base);
  // Browsers refuse requests to URLs with a password, and a password should not be in a web page.
  return url?.username === "" && url.password === "" ? url : undefined;
};

/**
 * Returns a URL below the namespace. Sites without pretty permalinks have the path in the parameter
 * `rest_route`.
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
