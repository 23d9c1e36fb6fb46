export const byId = <Element extends HTMLElement = HTMLElement>(id: string) =>
  document.getElementById(id) as Element;

export function button(label: string, onClick: () => unknown): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  made.onclick = onClick;
  return made;
}

export function say(sentence: string, isError = false) {
  const status = byId('status');
  status.textContent = sentence;
  status.toggleAttribute('data-error', isError);
}

/** The colours of the web app (web/ui/base.css) follow this attribute. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => {
  document.documentElement.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light';
};
dark.onchange = follow;
follow();
