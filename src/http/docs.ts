import type { App } from '../app';
import type { Call } from './calls';
import { pagePolicy } from './headers';
import { DOCUMENTED_CALLS, exampleBody } from './openapi';

/** Answers GET /api/docs with the documentation of the API, as a page without scripts. */
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
<p>Sign in with <code>POST /api/auth/login</code> and <code>POST /api/auth/verify</code>, and send the session cookie with every call.
Ids are numbers, times ISO 8601 UTC, lists newest first. An error answers <code>{"error", "message"}</code>, both the same sentence.
For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Calls"><ul>${DOCUMENTED_CALLS.map((call) => `<li><a href="#${call.name}">${line(call)}</a></li>`).join('')}</ul></nav>
${DOCUMENTED_CALLS.map(section).join('\n')}
</main>
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
<p>${Bun.escapeHTML(call.meta.summary)}.</p>
${body ? `<h3>Send</h3>${json(body)}` : ''}
<h3>Answer ${call.meta.status ?? 200}</h3>${json(call.answer.example)}
</section>`;
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
pre { margin: 0; padding: .75rem 1rem; overflow-x: auto; border-radius: .5rem; background: light-dark(#f0efee, #292524); }
`;
