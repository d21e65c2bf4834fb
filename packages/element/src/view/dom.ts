type Value = string | number | boolean | undefined | ((event: Event) => void);

export type Child = Node | string | undefined;

/**
 * Makes an element. Functions listen to the event that they are named after, all else becomes an attribute; `false` and `undefined`
 * leave it out. Children that are texts stay texts.
 */
export const h = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== undefined && value !== false)
      element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== undefined));
  return element;
};

/** What only screen readers say. */
export const spoken = (text: string): HTMLElement => h("span", { class: "spoken" }, text);

/** What screen readers leave out. */
export const silent = (text: string, className?: string): HTMLElement =>
  h("span", { "aria-hidden": "true", class: className }, text);
