import type { Page } from 'playwright-core';
import { waitUntilSettled } from './browser';

/** Checks only the topmost dialog or menu if one is open, otherwise the whole page. */
export async function smallTargets(page: Page): Promise<string[]> {
  if ((await measureTargets(page)).length === 0) return [];
  await waitUntilSettled(page);
  return measureTargets(page);
}

const measureTargets = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const least = 44;
    const controls = 'a[href], button, input, textarea, select, summary, [role="option"], [role="menuitem"]';
    const modals = [...document.querySelectorAll('[aria-modal="true"], [role="menu"]')];
    const within = modals.at(-1) ?? document.body;
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node !== element && node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
    const found: string[] = [];
    for (const element of within.querySelectorAll<HTMLElement>(controls)) {
      const target =
        element instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(element.type)
          ? (element.labels?.[0] ?? element)
          : element;
      if (!target.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (element.matches('.skip-link') || isInSentence(element)) continue;
      const before = target.getBoundingClientRect();
      if (before.width < 2 || before.height < 2) continue; // only for screen readers
      target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      const box = target.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const hits = (left: number, top: number) => {
        const hit = document.elementFromPoint(left, top);
        return (
          hit !== null &&
          (target.contains(hit) || element.contains(hit) || hit.closest('label')?.control === element)
        );
      };
      const reach = (stepX: number, stepY: number) => {
        let steps = 0;
        while (steps < least && hits(x + stepX * (steps + 1), y + stepY * (steps + 1))) steps++;
        return steps;
      };
      if (!hits(x, y)) continue; // the middle of the control is covered, for example by a sticky header
      const width = reach(-1, 0) + 1 + reach(1, 0);
      const height = reach(0, -1) + 1 + reach(0, 1);
      // one pixel less is allowed, because positions are fractions
      if (width < least - 1 || height < least - 1)
        found.push(
          `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}: ${width} x ${height} (${element.className.toString().slice(0, 60)})`,
        );
    }
    return [...new Set(found)];
  });
