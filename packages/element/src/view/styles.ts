/** Positions of a focal point in percent. */
const STEPS = Array.from({ length: 21 }, (_, index) => index * 5);

/**
 * CSS of the element. It becomes a constructed style sheet, which a content security policy for styles does
 * not block.
 */
export const STYLES: string = `
:host {
  --_accent: var(--kalends-accent, light-dark(#1f5fae, #8ab8f5));
  --_on-accent: var(--kalends-on-accent, light-dark(#fff, #10151c));
  --_text: var(--kalends-text, light-dark(#1b1f24, #e9ecef));
  --_muted: var(--kalends-muted, light-dark(#59616b, #a5adb7));
  --_background: var(--kalends-background, Canvas);
  --_surface: var(--kalends-surface, light-dark(#f4f6f8, #1e2329));
  --_border: var(--kalends-border, light-dark(#d8dde3, #363d46));
  --_warning: var(--kalends-warning, light-dark(#a3261b, #ff9d92));
  --_radius: var(--kalends-radius, 8px);
  display: block;
  container-type: inline-size;
  color: var(--_text);
  background: var(--_background);
  font: var(--kalends-font, 1rem/1.45 system-ui, sans-serif);
  text-align: start;
}
:host([hidden]), [hidden] { display: none !important; }
*, ::before, ::after { box-sizing: border-box; }
h2, h3, h4, p, ul, ol, dl, dd, form, table { margin: 0; padding: 0; font: inherit; color: inherit; }
ul, ol { list-style: none; }
button, input, select { font: inherit; color: inherit; }
s { text-decoration: line-through; }
img { max-width: 100%; height: auto; }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.calendar { position: relative; display: grid; gap: .75rem; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; }
h2::first-letter, h3::first-letter { text-transform: uppercase; }
header h2 { flex: 1 1 auto; font-size: 1.35em; font-weight: 650; letter-spacing: -.01em; }
.buttons { display: flex; }
.buttons button, .problem button, .again, .action, input, select {
  min-height: 2.25rem; padding: .25rem .8rem; color: var(--_text); background: var(--_background);
  border: 1px solid var(--_border); border-radius: var(--_radius);
}
.buttons button, .problem button, .again, .action { cursor: pointer; }
.buttons button:hover, .problem button:hover, .again:hover { background: var(--_surface); }
.buttons button:focus-visible { position: relative; z-index: 1; }
.buttons button:not(:first-child) { border-start-start-radius: 0; border-end-start-radius: 0; margin-inline-start: -1px; }
.buttons button:not(:last-child) { border-start-end-radius: 0; border-end-end-radius: 0; }
.buttons button[aria-pressed=true] { color: var(--_on-accent); background: var(--_accent); border-color: var(--_accent); }
.buttons button[aria-disabled=true] { color: var(--_muted); cursor: default; }
.buttons button[aria-disabled=true] span { opacity: .45; }
.arrow { font-size: 1.2em; line-height: 1; min-width: 2.25rem; }
form { display: flex; flex-wrap: wrap; gap: .5rem; }
form > * { flex: 1 1 9rem; min-width: 0; }
input[type=search] { flex-grow: 2; }
::placeholder { color: var(--_muted); opacity: 1; }

.body { position: relative; min-height: 8rem; outline: none; }
.body[aria-busy=true]::before {
  content: ""; position: absolute; z-index: 1; inset: 0 0 auto; height: 3px; border-radius: 2px;
  background: linear-gradient(90deg, transparent, var(--_accent), transparent) 0 / 40% 100% no-repeat;
  animation: load 1.2s .15s ease-in-out infinite both;
}
@keyframes load { from { background-position: -70% 0; } to { background-position: 170% 0; } }
@media (prefers-reduced-motion: reduce) {
  .body[aria-busy=true]::before { animation: none; background: var(--_accent); opacity: .6; }
}

.month { width: 100%; table-layout: fixed; border-collapse: separate; border-spacing: 0; border: 1px solid var(--_border); border-radius: var(--_radius); }
.month th { padding: .4rem .5rem; font-size: .8em; font-weight: 600; color: var(--_muted); text-align: start; }
.month td { position: relative; height: 6.5rem; padding: .3rem; vertical-align: top; border-block-start: 1px solid var(--_border); }
.month td:not(:first-child) { border-inline-start: 1px solid var(--_border); }
.month tbody tr:last-child td:first-child { border-end-start-radius: var(--_radius); }
.month tbody tr:last-child td:last-child { border-end-end-radius: var(--_radius); }
.month td:focus-visible { outline-offset: -2px; }
.month .outside { background: var(--_surface); }
.month .outside .number { color: var(--_muted); }
.number { display: inline-flex; align-items: center; justify-content: center; min-width: 1.75rem; height: 1.75rem; font-size: .85em; font-weight: 600; border-radius: 1rem; }
.today .number { color: var(--_on-accent); background: var(--_accent); }
.month ul { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2px; margin-block-start: .15rem; }
.event {
  display: block; width: 100%; min-height: 24px; padding: .15rem .4rem; overflow: hidden; white-space: nowrap; text-overflow: ellipsis;
  font-size: .8125em; line-height: 1.3; text-align: start; text-decoration: none; color: var(--_text); background: none;
  border: 0; border-inline-start: 3px solid var(--_accent); border-radius: 3px; cursor: pointer;
}
.event.whole { background: color-mix(in srgb, var(--_accent) 16%, var(--_background)); }
.event:hover { background: color-mix(in srgb, var(--_accent) 24%, var(--_background)); }
.event .time { color: var(--_muted); }
.event:hover .time { color: inherit; }
.event[part~=cancelled], .event[part~=postponed] { border-color: var(--_warning); }
.more { min-height: 24px; padding: 0 .2rem; white-space: nowrap; font-size: .8125em; color: var(--_accent); background: none; border: 0; border-radius: 3px; cursor: pointer; }
.more:hover { text-decoration: underline; }

.list, .list > li { display: grid; gap: .5rem; }
.list { gap: 1.5rem; padding-block-start: .25rem; }
.list h3 { padding-block-end: .35rem; font-weight: 600; border-block-end: 1px solid var(--_border); }
.list h3.today { color: var(--_accent); border-color: var(--_accent); }
.list ul { display: grid; gap: .25rem; }
.item { position: relative; display: flex; justify-content: space-between; gap: 1rem; padding: .6rem .75rem; border-inline-start: 3px solid var(--_accent); border-radius: 3px; }
.item:hover { background: var(--_surface); }
.item[part~=cancelled], .item[part~=postponed] { border-color: var(--_warning); }
.about { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: .1rem 1rem; flex: 1; min-width: 0; align-content: start; overflow-wrap: anywhere; }
.item .time, .place, .excerpt { font-size: .9em; color: var(--_muted); }
.about > * { grid-column: 2; }
.about > .time { grid-column: 1; grid-row: 1 / span 4; flex-direction: column; align-items: start; }
.item .time { display: flex; flex-wrap: wrap; gap: .2rem .5rem; }
.title { padding: 0; font-size: 1.1em; font-weight: 650; text-align: start; text-decoration: none; color: var(--_text); background: none; border: 0; cursor: pointer; }
.title:hover { color: var(--_accent); text-decoration: underline; }
.excerpt { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }
.item :is(img, figure) { flex: none; width: 7.5rem; align-self: start; }
.item img { aspect-ratio: 3/2; object-fit: cover; border-radius: calc(var(--_radius) / 2); }
figure { margin: 0; }
.credit { font-size: .75em; color: var(--_muted); overflow-wrap: anywhere; }
.credit a { color: inherit; }
.focus { object-position: var(--_fx) var(--_fy); }
${STEPS.map((step) => `.fx${step}{--_fx:${step}%}.fy${step}{--_fy:${step}%}`).join("")}
.badges { display: inline-flex; flex-wrap: wrap; gap: .3rem; }
.badge { padding: 0 .45rem; font-size: .85em; color: var(--_text); border: 1px solid var(--_border); border-radius: 1rem; }
.badge.cancelled, .badge.postponed { font-weight: 600; color: var(--_warning); border-color: currentColor; }
.empty { padding: 2.5rem 1rem; text-align: center; color: var(--_muted); background: var(--_surface); border-radius: var(--_radius); }
.note { padding-block-start: .5rem; font-size: .9em; color: var(--_muted); }
.month .note { padding-block-start: .15rem; font-size: .75em; }
.problem { display: grid; gap: .6rem; justify-items: center; padding: 2rem 1rem; text-align: center; background: var(--_surface); border-radius: var(--_radius); }
.problem .message { font-size: .9em; color: var(--_muted); overflow-wrap: anywhere; }

dialog { width: min(36rem, calc(100vw - 2rem)); max-height: calc(100vh - 2rem); padding: 0; color: inherit; background: Canvas; border: 1px solid var(--_border); border-radius: calc(var(--_radius) * 1.5); }
dialog::backdrop { background: rgb(0 0 0 / .5); }
.sheet { display: grid; gap: .75rem; justify-items: start; padding: 1.25rem; overflow-wrap: anywhere; }
.sheet h2 { padding-inline-end: 2.5rem; font-size: 1.35em; font-weight: 650; line-height: 1.25; }
.sheet > figure { width: 100%; }
.sheet img { width: 100%; max-height: 18rem; object-fit: cover; border-radius: var(--_radius); }
.close { position: absolute; inset-block-start: .75rem; inset-inline-end: .75rem; width: 2.25rem; height: 2.25rem; font-size: 1.4em; line-height: 1; background: none; border: 0; border-radius: 50%; cursor: pointer; }
.close:hover { background: var(--_surface); }
.reason { color: var(--_warning); }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; }
dt { color: var(--_muted); }
.description { white-space: pre-line; }
.sheet a { color: var(--_accent); }
.sheet .action { display: inline-flex; align-items: center; color: var(--_on-accent); background: var(--_accent); border-color: var(--_accent); text-decoration: none; }

@container (width < 60rem) {
  .event .time { display: block; }
  .event > [dir] { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2; white-space: normal; overflow-wrap: anywhere; }
}
@container (width < 40rem) {
  input[type=search] { flex-basis: 100%; }
  header h2 { order: -1; flex-basis: 100%; }
  header [part=views] { margin-inline-start: auto; }
  .item { padding-inline-end: 0; }
  .about { grid-template-columns: minmax(0, 1fr); }
  .about > .time { grid-column: auto; grid-row: auto; flex-direction: row; align-items: center; }
  .about > * { grid-column: auto; }
  .item :is(img, figure) { width: 5.5rem; }
}
@media print {
  header .buttons, form { display: none; }
  .month tr, .item { break-inside: avoid; }
}
`;
