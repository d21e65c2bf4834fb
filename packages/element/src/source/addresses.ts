const parse = (address: string, base: string): URL | undefined => {
  try {
    const url = new URL(address, base);
    return url.protocol === "http:" || url.protocol === "https:" ? url : undefined;
  } catch {
    return undefined;
  }
};

/** An address that one may link to: http or https, relative ones from `base` on; `undefined` for all others. */
export const toSafeUrl = (value: unknown, base: string): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? parse(value, base)?.href : undefined;

/** The address of the interface's namespace, such as `https://site/wp-json/tribe/events/v1`; `undefined`: none that can be asked. */
export const toNamespace = (src: string, base: string): URL | undefined => {
  const url = src.trim() === "" ? undefined : parse(src, base);
  // Browsers ask no address with a password in it, and it should not lie in a page.
  return url?.username === "" && url.password === "" ? url : undefined;
};

/** Below the namespace, which sites without pretty addresses have in the parameter `rest_route`. */
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
