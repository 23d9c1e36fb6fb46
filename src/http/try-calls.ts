import type { Call } from './calls';
import { exampleBody, type InputParts } from './openapi';

/** The field has no name, so that the browser never sends the token when the form is submitted. */
export const AUTHORIZE = `<form id="authorize" class="try" aria-label="Access token">
<label>Access token <input type="password" autocomplete="off" spellcheck="false" placeholder="tagline_pat_..." required></label>
<button>Authorize</button><output></output></form>`;

export function formOf(call: Call, { parameters = [], requestBody }: InputParts): string {
  const { name, method, path, meta, takes } = call;
  if (meta.refusesTokens || name.startsWith('simulator.')) return '';
  const fields = parameters.map(({ name, in: place, required }) => {
    const label = `${Bun.escapeHTML(name)}${required ? '' : ' (optional)'}`;
    return `<label>${label} <input data-${place}="${Bun.escapeHTML(name)}" autocomplete="off"${required ? ' required' : ''}></label>`;
  });
  const body = requestBody ? (takes ? fileField(requestBody) : bodyField(call)) : '';
  return `<details class="try"><summary>Try it</summary>
<form data-method="${method}" data-path="${Bun.escapeHTML(path)}" aria-label="Try ${method} ${Bun.escapeHTML(path)}">
${fields.join('')}${body}<button>Send</button><output></output></form></details>`;
}

const fileField = ({ content }: NonNullable<InputParts['requestBody']>): string =>
  Object.values(content)
    .flatMap(({ schema }) => Object.keys(schema.properties))
    .map(
      (key) =>
        `<label>${Bun.escapeHTML(key)} <input type="file" data-file="${Bun.escapeHTML(key)}" multiple required></label>`,
    )
    .join('');

const bodyField = (call: Call): string =>
  `<label>Body (JSON) <textarea data-body rows="6" spellcheck="false">${Bun.escapeHTML(
    JSON.stringify(exampleBody(call) ?? {}, null, 2),
  )}</textarea></label>`;

export const TRY_SCRIPT = `(${runForms})()`;

/** Runs in the browser, so it must use nothing that is defined outside of this function. */
function runForms() {
  let token = '';
  document.documentElement.classList.add('scripted');

  async function send(path: string, init: RequestInit) {
    const headers = new Headers(init.headers);
    if (token) headers.set('authorization', `Bearer ${token}`);
    return window.fetch(path, { ...init, headers, credentials: 'omit', cache: 'no-store' });
  }

  async function describe(response: Response): Promise<(string | Node)[]> {
    const status = document.createElement('b');
    status.textContent = `${response.status} ${response.statusText}`;
    const type = response.headers.get('content-type') ?? '';
    if (type && !/json|^text\//.test(type)) {
      const blob = await response.blob();
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = '';
      link.textContent = `Save the answer (${type}, ${blob.size} bytes)`;
      return [status, link];
    }
    const text = await response.text();
    const pre = document.createElement('pre');
    pre.tabIndex = 0;
    pre.textContent = type.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
    return [status, pre];
  }

  function onSubmit(form: HTMLFormElement, act: () => Promise<(string | Node)[]>) {
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const output = form.querySelector('output')!;
      const button = form.querySelector('button')!;
      button.disabled = true;
      output.replaceChildren('Sending...');
      try {
        output.replaceChildren(...(await act()));
      } catch (error) {
        output.replaceChildren(
          error instanceof SyntaxError
            ? `The body is not JSON: ${error.message}`
            : 'The server cannot be reached.',
        );
      }
      button.disabled = false;
    });
  }

  const authorize = document.querySelector<HTMLFormElement>('#authorize')!;
  onSubmit(authorize, async () => {
    token = authorize.querySelector('input')!.value.trim();
    const response = await send('/api/auth/session', {});
    const body = await response.json();
    if (response.ok)
      return [`Each call is now sent in the name of user ${body.userId}, until this page is left.`];
    token = '';
    return [body.error];
  });

  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-path]'))
    onSubmit(form, async () => {
      const { method, path = '' } = form.dataset;
      const valueIn = (name: string) =>
        form.querySelector<HTMLInputElement>(`[data-path="${name}"]`)?.value ?? '';
      const query = new URLSearchParams();
      for (const { dataset, value } of form.querySelectorAll<HTMLInputElement>('[data-query]'))
        if (value) query.set(dataset.query!, value);
      const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(valueIn(name)));
      const init: RequestInit = { method };
      const body = form.querySelector<HTMLTextAreaElement>('[data-body]');
      if (body) {
        init.body = JSON.stringify(JSON.parse(body.value));
        init.headers = { 'content-type': 'application/json' };
      }
      const files = form.querySelector<HTMLInputElement>('[data-file]');
      if (files) {
        const data = new FormData();
        for (const file of files.files ?? []) data.append(files.dataset.file!, file);
        init.body = data;
      }
      return describe(await send(query.size > 0 ? `${filled}?${query}` : filled, init));
    });
}
