import { afterAll, beforeAll } from 'bun:test';
import type { BrowserContext } from 'playwright-core';

/** Texts that pages have shown since the recording began. */
const shown = new Set<string>();

let recording = false;

/**
 * Records the texts that pages show in the tests of the calling file. Other files do not record, because
 * recording measures the layout at each change of a page. That takes a quarter of the time of most tests.
 */
export function recordShownTexts() {
  beforeAll(() => {
    shown.clear();
    recording = true;
  });
  afterAll(() => {
    recording = false;
  });
}

/**
 * Maximum length of a recorded text, in characters. If a text is longer, only its parts that are shorter are
 * recorded.
 */
const LONGEST = 400;

/**
 * If the test file records texts, makes the pages of this context report every text that they show from now
 * on, even if it is visible only for a moment.
 */
export async function watchShownTexts(context: BrowserContext) {
  if (!recording) return;
  await context.exposeBinding('recordTexts', (_source, texts: string[]) => {
    for (const text of texts) shown.add(text);
  });
  await context.addInitScript(observe, LONGEST);
}

/** Returns the strings that no page has shown since the recording began. */
export const neverShown = (strings: readonly string[]) => strings.filter((text) => !shown.has(text));

/**
 * Reports each text that the page shows. It runs in the page, so it cannot use anything outside its own body.
 */
function observe(longest: number) {
  const reported = new Set<string>();
  const add = (found: Set<string>, text: string | null | undefined) => {
    const line = text?.replace(/\s+/g, ' ').trim();
    if (line && line.length <= longest && !reported.has(line)) found.add(line);
  };
  const addElement = (found: Set<string>, element: Element) => {
    if (/^(SCRIPT|STYLE|NOSCRIPT)$/.test(element.tagName)) return;
    if (!element.checkVisibility({ visibilityProperty: true })) return;
    add(found, element.textContent);
    for (const name of ['aria-label', 'placeholder', 'alt', 'title']) add(found, element.getAttribute(name));
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) add(found, child.textContent);
      else if (child instanceof Element) addElement(found, child);
    }
  };
  const onMutations = (records: MutationRecord[]) => {
    const found = new Set<string>();
    for (const { target, addedNodes } of records) {
      for (const node of addedNodes) if (node instanceof Element) addElement(found, node);
      // a change can be one part of a sentence, so the texts of the elements around it are recorded, too
      let around = target instanceof Element ? target : target.parentElement;
      for (let level = 0; around && level < 3; level++, around = around.parentElement)
        if (around.checkVisibility({ visibilityProperty: true })) {
          add(found, around.textContent);
          for (const name of ['aria-label', 'placeholder']) add(found, around.getAttribute(name));
          for (const child of around.childNodes)
            if (child.nodeType === Node.TEXT_NODE) add(found, child.textContent);
        }
    }
    for (const line of found) reported.add(line);
    if (found.size > 0) (window as unknown as { recordTexts(texts: string[]): void }).recordTexts([...found]);
  };
  new MutationObserver(onMutations).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['placeholder', 'aria-label', 'alt'],
  });
}
