/** The whole style of a page for readers without an account; its hash is in the policy of the page. */
export const STYLE = `
:root { color-scheme: light dark; font: 1.0625rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  --paper: #fbf9f6; --surface: #fff; --line: #e3dcd3; --ink: #1f1b18; --soft: #5e564f; --accent: #a5360a; --on-accent: #fff }
@media (prefers-color-scheme: dark) { :root {
  --paper: #161311; --surface: #211d1a; --line: #3a332d; --ink: #f3eee9; --soft: #b9afa6; --accent: #ff9f70; --on-accent: #161311 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink) }
main, header, footer { max-width: 44rem; margin: 0 auto; padding: 0 1rem }
header { padding-top: 2rem }
h1 { margin: 0; font-size: 1.75rem; line-height: 1.25; overflow-wrap: anywhere }
h2 { margin: 0 0 .5rem; font-size: 1.125rem }
p { margin: .5rem 0; overflow-wrap: anywhere }
.soft, footer { color: var(--soft); font-size: .9375rem }
a { color: var(--accent); text-underline-offset: .15em }
article, form { margin: 1rem 0; padding: 1rem 1.125rem; border: 1px solid var(--line); border-radius: 14px; background: var(--surface) }
article > p:first-child { margin-top: 0 }
.text { white-space: pre-wrap }
blockquote { margin: .5rem 0; padding-left: .75rem; border-left: 3px solid var(--line); color: var(--soft) }
.files { display: grid; gap: .5rem; grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr)); margin-top: .75rem }
.files img, .files video { display: block; width: 100%; height: auto; max-height: 36rem; object-fit: contain; border-radius: 8px }
nav { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; margin: 1.5rem 0 }
nav a { display: inline-block; padding: .625rem 0; min-height: 2.75rem }
label { display: block; margin: .75rem 0 .25rem; font-weight: 600 }
input, textarea { width: 100%; padding: .625rem .75rem; border: 1px solid var(--soft); border-radius: 10px; background: var(--paper); color: inherit; font: inherit }
button { min-height: 2.75rem; margin-top: .75rem; padding: 0 1.5rem; border: 0; border-radius: 10px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600 }
[role=alert] { color: var(--accent); font-weight: 600 }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
footer { padding-top: .5rem; padding-bottom: 3rem; border-top: 1px solid var(--line) }
footer:empty { display: none }
@media print {
  :root { --paper: #fff; --surface: #fff; --ink: #000; --soft: #444; --accent: #000; font-size: 11pt }
  nav, form { display: none }
  article { break-inside: avoid; border-radius: 0 }
}`;
