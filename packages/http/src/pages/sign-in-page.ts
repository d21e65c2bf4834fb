import { hash } from "node:crypto";
import { escapeHtml } from "@kalends/core";
import { SIGN_IN_PATH } from "@kalends/core/accounts";
import type { Context } from "koa";
import { CATALOGUES } from "../messages/languages.ts";
import type { Addresses } from "../request/address/addresses.ts";
import { createLanguageNegotiation } from "../request/preference.ts";
import type { HttpSettings } from "../settings.ts";
import { type ShowPage, sendPage } from "./page.ts";

/**
 * Script of the page. The script reads the token from the fragment of the address, which browsers never send,
 * and sends the token in a request body.
 */
const SCRIPT = `"use strict";
const form = document.querySelector("form");
const result = document.querySelector("[role=status]");
const show = (text) => { result.textContent = text; };
const token = location.hash.slice(1);
if (token === "") show(form.dataset.without);
else form.hidden = false;
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  show("");
  try {
    const response = await fetch(form.dataset.address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token, password: form.elements.password.value }),
    });
    const answer = await response.json();
    if (response.ok) {
      history.replaceState(null, "", location.pathname);
      form.hidden = true;
      show(form.dataset.done);
    } else {
      const problems = Object.values(answer.data?.params ?? {});
      show(problems.length > 0 ? problems.join(" ") : answer.message);
    }
  } catch {
    show(form.dataset.failed);
  }
  button.disabled = false;
});
addEventListener("hashchange", () => location.reload());
`;

const STYLE = `
form { display: grid; gap: .5rem; max-width: 24rem; margin: 1.5rem 0; }
form[hidden] { display: none; }
label { font-weight: 600; }
input { font: inherit; padding: .6rem; border: 1px solid var(--quiet); border-radius: .25rem; background: var(--bar); color: inherit; }
button { font: inherit; padding: .6rem 1rem; border: 0; border-radius: .25rem; background: var(--link); color: var(--page); cursor: pointer; justify-self: start; }
`;

const FILES = {
  "sign-in.js": { type: "text/javascript", text: SCRIPT },
  "sign-in.css": { type: "text/css", text: STYLE },
} as const;

const YEAR = 365 * 24 * 60 * 60;

/**
 * Returns the path of a file below the page. The path contains a hash of the file, so the content at this
 * path never changes.
 */
const pathOf = (name: keyof typeof FILES): string =>
  `${SIGN_IN_PATH}/${hash("sha1", FILES[name].text, "hex").slice(0, 12)}/${name}`;

interface SignInPageDeps {
  readonly settings: Pick<HttpSettings, "language">;
  readonly addressesOf: (ctx: Context) => Addresses;
}

/**
 * Creates the page at which a one-time link sets the password of an account.
 * Source: rules/sign-in.md#one-time-links.
 */
export const createSignInPage = ({ settings, addressesOf }: SignInPageDeps): ShowPage => {
  const negotiateLanguage = createLanguageNegotiation(settings.language);

  const sendFile = (ctx: Context, path: string): boolean => {
    const name = (Object.keys(FILES) as (keyof typeof FILES)[]).find((one) => pathOf(one) === path);
    if (name === undefined) return false;
    const { type, text } = FILES[name];
    ctx.set({
      "Content-Type": `${type}; charset=UTF-8`,
      "Cache-Control": `public, max-age=${YEAR}, immutable`,
      "X-Content-Type-Options": "nosniff",
    });
    ctx.body = text;
    return true;
  };

  return (ctx, path) => {
    if (path !== SIGN_IN_PATH && path !== `${SIGN_IN_PATH}/`) return sendFile(ctx, path);
    const language = negotiateLanguage(ctx);
    const { descriptions } = CATALOGUES[language];
    const text = (name: string): string => escapeHtml(descriptions[`page.sign_in.${name}`] ?? "");
    const { site, namespace } = addressesOf(ctx);
    const base = new URL(site).pathname.replace(/\/$/, "");
    const address = new URL(`${namespace}/password-links/use`);
    return sendPage(ctx, {
      title: descriptions["page.sign_in.title"] ?? "",
      language,
      head: `<meta name="robots" content="noindex">
<link rel="stylesheet" href="${escapeHtml(base + pathOf("sign-in.css"))}">
`,
      body: `<main class="page">
<h1>${text("title")}</h1>
<form hidden data-address="${escapeHtml(address.pathname)}" data-done="${text("done")}" data-failed="${text("failed")}" data-without="${text("without")}">
<label for="password">${text("password")}</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="12" maxlength="1000" required aria-describedby="hint">
<span id="hint" class="muted">${text("hint")}</span>
<button>${text("save")}</button>
</form>
<p role="status"></p>
<noscript><p>${text("script")}</p></noscript>
<script src="${escapeHtml(base + pathOf("sign-in.js"))}"></script>
</main>`,
      sources: { "script-src": "'self'", "style-src": "'self'", "connect-src": "'self'" },
    });
  };
};
