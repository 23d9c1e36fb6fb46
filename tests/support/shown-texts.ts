import { afterAll, beforeAll, expect } from 'bun:test';
import type { BrowserContext } from 'playwright-core';

let wanted: readonly string[] = [];
const shown = new Set<string>();

/** The pages of other test files record nothing, because recording looks at each change of a page. */
export function recordShownTexts(texts: readonly string[]) {
  beforeAll(() => {
    shown.clear();
    wanted = texts;
  });
  afterAll(() => {
    wanted = [];
  });
}

export async function watchShownTexts(context: BrowserContext) {
  if (wanted.length === 0) return;
  await context.exposeBinding('recordTexts', (_source, texts: string[]) => {
    for (const text of texts) shown.add(text);
  });
  await context.addInitScript(observe, wanted);
}

export const expectAllShown = () => expect(wanted.filter((text) => !shown.has(text))).toEqual([]);

/** This function runs in the page, so it cannot use anything outside its own body. */
function observe(wanted: readonly string[]) {
  const left = new Set(wanted);
  /** Checks visibility last, because that check is the slowest. */
  const note = (found: string[], element: Element, text: string | null) => {
    const line = text?.replace(/\s+/g, ' ').trim();
    if (!line || !left.has(line) || !element.checkVisibility({ visibilityProperty: true })) return;
    left.delete(line);
    found.push(line);
  };
  const noteTexts = (found: string[], element: Element) => {
    note(found, element, element.textContent);
    for (const name of ['aria-label', 'placeholder', 'alt', 'title'])
      note(found, element, element.getAttribute(name));
    for (const child of element.childNodes)
      if (child.nodeType === Node.TEXT_NODE) note(found, element, child.textContent);
  };
  const onMutations = (records: MutationRecord[]) => {
    const changed = new Set<Element>();
    for (const { target, addedNodes } of records) {
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const inside of [node, ...node.querySelectorAll('*')]) changed.add(inside);
      // a change can be one part of a sentence, so the texts of the elements around it are noted, too
      let around = target instanceof Element ? target : target.parentElement;
      for (let level = 0; around && level < 3; level++, around = around.parentElement) changed.add(around);
    }
    const found: string[] = [];
    for (const element of changed)
      if (!/^(SCRIPT|STYLE|NOSCRIPT)$/.test(element.tagName)) noteTexts(found, element);
    if (found.length > 0) (window as unknown as { recordTexts(texts: string[]): void }).recordTexts(found);
  };
  new MutationObserver(onMutations).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['placeholder', 'aria-label', 'alt'],
  });
}
