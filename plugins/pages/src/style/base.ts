/** Styles of header, footer and the elements that all pages share. */
export const BASE_STYLE = `*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.55 var(--font); overflow-wrap: break-word; }
h1, h2, h3 { line-height: 1.2; margin: 0; font-weight: 650; letter-spacing: -0.011em; text-wrap: balance; }
h1 { font-size: clamp(1.6rem, 1.25rem + 1.6vw, 2.3rem); }
h2 { font-size: 1.25rem; }
h3 { font-size: 1.0625rem; }
p { margin: 0 0 0.75rem; }
ul, ol { margin: 0; padding: 0; }
.plain { list-style: none; }
img { max-width: 100%; height: auto; }
.credited { margin: 0; }
.credited figcaption { margin-top: 0.25rem; color: var(--quiet); font-size: 0.8125rem; overflow-wrap: anywhere; }
.credited figcaption a { color: inherit; }
a { color: var(--accent); text-underline-offset: 0.15em; text-decoration-thickness: 0.06em; }
a:hover { text-decoration-thickness: 0.12em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
button, input, select, textarea { font: inherit; color: inherit; }
input:not([type="checkbox"], [type="radio"], [type="hidden"], [type="file"]), select, textarea {
  width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--quiet);
  border-radius: var(--radius); background: var(--page);
}
input[type="checkbox"], input[type="radio"] { width: 1.25rem; height: 1.25rem; accent-color: var(--accent); }
.button, button {
  display: inline-flex; align-items: center; justify-content: center; gap: 0.5rem; min-height: 2.75rem;
  padding: 0.4rem 1rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--page);
  color: var(--ink); font-weight: 550; text-decoration: none; cursor: pointer;
}
.button:hover, button:hover { background: var(--surface); border-color: var(--quiet); }
.button.primary, button.primary { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
.button.primary:hover, button.primary:hover { filter: brightness(1.08); }
.vh:not(:focus, :focus-within) {
  position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; border: 0;
}
.skip { position: absolute; left: 1rem; top: 0; z-index: 9; padding: 0.6rem 1rem; background: var(--accent);
  color: var(--accent-ink); border-radius: 0 0 var(--radius) var(--radius); }
.skip:not(:focus) { transform: translateY(-120%); }
.wrap { width: 100%; max-width: var(--width); margin: 0 auto; padding: 0 clamp(1rem, 3vw, 2rem); }
.top { border-bottom: 1px solid var(--line); }
.top .wrap { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 2rem; min-height: 3.75rem; padding-block: 0.5rem; }
.brand { margin-right: auto; padding-block: 0.4rem; font-size: 1.125rem; font-weight: 650; letter-spacing: -0.011em; color: var(--ink); text-decoration: none; }
.brand:hover { color: var(--accent); }
.top ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
.top li a { display: inline-block; padding-block: 0.5rem; color: var(--ink); text-decoration: none; }
.top li a:hover { color: var(--accent); text-decoration: underline; }
main { padding-block: clamp(1.5rem, 4vw, 2.75rem) 3.5rem; }
.foot { border-top: 1px solid var(--line); color: var(--quiet); font-size: 0.875rem; }
.foot .wrap { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; justify-content: space-between; padding-block: 1.25rem 2rem; }
.foot p { margin: 0; }
.foot ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
.foot a { display: inline-block; color: inherit; padding-block: 0.25rem; }
.foot [aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; }
.muted { color: var(--quiet); }
.zone { color: var(--quiet); font-size: 0.9em; }
.tag { display: inline-block; padding: 0.05rem 0.5rem; border-radius: 1rem; font-size: 0.78rem; font-weight: 600; line-height: 1.5;
  background: var(--accent-soft); color: var(--accent); }
.tag.alert { background: transparent; color: var(--alert); box-shadow: inset 0 0 0 1px currentColor; }
.notice { padding: 1rem 1.25rem; border: 1px solid var(--line); border-left: 4px solid var(--accent); border-radius: var(--radius); background: var(--surface); }
.notice.alert { border-left-color: var(--alert); }
.notice :last-child { margin-bottom: 0; }
.rich > :first-child { margin-top: 0; }
.rich img { border-radius: var(--radius); }
.rich table { border-collapse: collapse; max-width: 100%; margin-bottom: 0.9rem; }
.rich :is(td, th) { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; }
.rich pre { overflow-x: auto; }
@media (forced-colors: active) { .tag, .chip, .button { border: 1px solid CanvasText; } }
@media (prefers-reduced-motion: no-preference) { .button, button, .chip { transition: background-color 0.12s, border-color 0.12s; } }
`;

/** Print styles. They hide the navigation, print dark text on white and avoid page breaks inside an event. */
export const PRINT_STYLE = `@media print {
  @page { margin: 1.5cm; }
  body { font-size: 10pt; background: none; }
  .top ul, .foot ul, .skip, .bar, .filters, .chips, .pages, .subscribe { display: none !important; }
  .top, .foot { border-color: #999; }
  main { padding-block: 0.5cm; }
  .wrap { max-width: none; padding: 0; }
  a { color: inherit; text-decoration: none; }
  .entry, .event, .card, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
`;
