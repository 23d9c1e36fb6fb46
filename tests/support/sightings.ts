import type { BrowserContext } from 'playwright-core';

/** All texts that stood on a screen during the tests of this file. */
const seen = new Set<string>();

/** Longer ones are put together from what is seen by itself. */
const LONGEST = 400;

/** From now on notes every text that shows on a page of this context, however short it stands there. */
export async function recordSeenTexts(context: BrowserContext) {
  await context.exposeBinding('noteSightings', (_source, texts: string[]) => {
    for (const text of texts) seen.add(text);
  });
  await context.addInitScript(observe, LONGEST);
}

/** Those of these strings that no page has shown yet. */
export const neverShown = (strings: readonly string[]) => strings.filter((text) => !seen.has(text));

/** Runs in the page, so it may use nothing from around it. */
function observe(longest: number) {
  const told = new Set<string>();
  const note = (found: Set<string>, text: string | null | undefined) => {
    const line = text?.replace(/\s+/g, ' ').trim();
    if (line && line.length <= longest && !told.has(line)) found.add(line);
  };
  const read = (found: Set<string>, element: Element) => {
    if (/^(SCRIPT|STYLE|NOSCRIPT)$/.test(element.tagName)) return;
    if (!element.checkVisibility({ visibilityProperty: true })) return;
    note(found, element.textContent);
    for (const name of ['aria-label', 'placeholder', 'alt', 'title']) note(found, element.getAttribute(name));
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) note(found, child.textContent);
      else if (child instanceof Element) read(found, child);
    }
  };
  const look = (records: MutationRecord[]) => {
    const found = new Set<string>();
    for (const { target, addedNodes } of records) {
      for (const node of addedNodes) if (node instanceof Element) read(found, node);
      let around = target instanceof Element ? target : target.parentElement;
      for (let up = 0; around && up < 3; up++, around = around.parentElement)
        if (around.checkVisibility({ visibilityProperty: true })) {
          note(found, around.textContent);
          for (const name of ['aria-label', 'placeholder']) note(found, around.getAttribute(name));
          for (const child of around.childNodes)
            if (child.nodeType === Node.TEXT_NODE) note(found, child.textContent);
        }
    }
    for (const line of found) told.add(line);
    if (found.size > 0)
      (window as unknown as { noteSightings(texts: string[]): void }).noteSightings([...found]);
  };
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['placeholder', 'aria-label', 'alt'],
  });
}
