import type { App } from '../app/app';
import { scopeOf } from '../app/scopes';
import type { Call } from './calls';
import { pagePolicy } from './headers';
import { DOCUMENTED_CALLS, exampleAnswer, exampleBody, inputOf } from './openapi';
import { AUTHORIZE, formOf, TRY_SCRIPT } from './try-calls';

/** The page needs JavaScript only to send calls. */
export function answerDocs(app: App): Response {
  const nonce = crypto.getRandomValues(Buffer.alloc(16)).toString('base64');
  const title = `${Bun.escapeHTML(app.config.productName)} API`;
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style nonce="${nonce}">${STYLE}</style>
<main>
<h1>${title}</h1>
<p>Make an access token in <a href="/profile">your profile</a>, and send it with every call as <code>Authorization: Bearer</code>.
Ids are numbers, times ISO 8601 UTC, lists newest first. An error answers <code>{"error", "message"}</code>, both the same sentence.
For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
${AUTHORIZE}
<nav aria-label="Calls"><ul>${DOCUMENTED_CALLS.map((call) => `<li><a href="#${call.name}">${line(call)}</a></li>`).join('')}</ul></nav>
${DOCUMENTED_CALLS.map(section).join('\n')}
</main>
<script nonce="${nonce}">${TRY_SCRIPT}</script>
</html>`;
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy(nonce),
    },
  });
}

function section(call: Call): string {
  const body = exampleBody(call);
  return `<section id="${call.name}">
<h2>${line(call)}</h2>
<p>${Bun.escapeHTML(call.meta.summary)}. ${rightOf(call)}</p>
${body ? `<h3>Send</h3>${json(body)}` : ''}
<h3>Answer ${call.meta.status ?? 200}</h3>${json(exampleAnswer(call))}
${formOf(call, inputOf(call))}
</section>`;
}

function rightOf({ type, meta: { signedIn, forOperators, refusesTokens } }: Call): string {
  if (refusesTokens) return signedIn ? 'For a session, not for tokens.' : 'Not for tokens.';
  return signedIn ? `Needs the scope <code>${scopeOf(type, forOperators)}</code>.` : 'For everybody.';
}

const line = ({ method, path }: Call) => `<code><b>${method}</b> ${Bun.escapeHTML(path)}</code>`;

const json = (value: unknown) => `<pre tabindex="0">${Bun.escapeHTML(JSON.stringify(value, null, 2))}</pre>`;

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#fafaf9, #1c1917); color: light-dark(#1c1917, #f5f5f4); }
main { max-width: 52rem; margin: auto; padding: 2rem 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; } h2 { font-size: 1.1rem; margin: 0; } h3 { font-size: .85rem; margin: 1rem 0 .25rem; }
section { border-top: 1px solid light-dark(#e7e5e4, #44403c); padding: 1.25rem 0; scroll-margin-top: 1rem; }
nav ul { columns: 20rem; padding: 0; list-style: none; }
a { color: light-dark(#b93a0b, #fdab7d); } b { color: light-dark(#b93a0b, #fdab7d); }
html:not(.scripted) .try { display: none; }
form { display: grid; gap: .75rem; justify-items: start; margin: 1rem 0; }
label { display: grid; gap: .25rem; width: 100%; font-size: .85rem; }
input, textarea, button { font: inherit; padding: .5rem .75rem; min-height: 2.75rem; border-radius: .5rem; border: 1px solid light-dark(#8b857f, #79716b); background: light-dark(#fff, #0c0a09); color: inherit; box-sizing: border-box; }
input, textarea { width: 100%; } textarea { font-family: ui-monospace, monospace; }
button { cursor: pointer; font-weight: 600; } button:disabled { opacity: .6; }
summary { cursor: pointer; margin-top: 1rem; padding: .6rem 0; font-weight: 600; }
output { display: grid; gap: .5rem; width: 100%; } output:empty { display: none; }
pre { margin: 0; padding: .75rem 1rem; overflow-x: auto; border-radius: .5rem; background: light-dark(#f0efee, #292524); }
`;
