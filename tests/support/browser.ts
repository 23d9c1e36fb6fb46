import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../scripts/chromium';
import { recordSeenTexts } from './sightings';

/** The sizes every screen is made for: a laptop, a tablet, and a phone in the hand. */
export const SIZES = {
  laptop: { width: 1280, height: 800 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 390, height: 844 },
};

export type Look = { size: keyof typeof SIZES; scheme: 'light' | 'dark' };

/** The two furthest apart: what is right in both is right in between. */
export const LOOKS: Look[] = [
  { size: 'laptop', scheme: 'light' },
  { size: 'phone', scheme: 'dark' },
];

const SHOTS = join(import.meta.dir, '../../shots');
const FLAGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** One browser for the whole run, also over test files, which do not share their modules. */
const shared = globalThis as { taglineBrowser?: Promise<Browser> };

function browser(): Promise<Browser> {
  shared.taglineBrowser ??= chromium.launch({ executablePath: findChromium(), args: FLAGS.split(' ') });
  return shared.taglineBrowser;
}

/**
 * A tab of its own, with its own cookies: `await using tab = await openTab(server.url)`. Leaving the test
 * closes it, and fails if the page threw, printed an error or broke the content security policy. A story that
 * has an error answered (a wrong code) names in `expected` what the browser will say about it.
 */
export async function openTab(
  url: string,
  { size = 'laptop', scheme = 'light', expected = [] }: Partial<Look> & { expected?: RegExp[] } = {},
) {
  const context = await (await browser()).newContext({
    baseURL: url,
    viewport: SIZES[size],
    colorScheme: scheme,
    reducedMotion: 'reduce',
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  context.setDefaultTimeout(10_000);
  await recordSeenTexts(context);
  const problems: string[] = [];
  const note = (problem: string) => {
    if (!expected.some((pattern) => pattern.test(problem))) problems.push(problem);
  };
  context.on('weberror', (error) => note(`threw: ${error.error().stack ?? error.error()}`));
  context.on('console', (message) => {
    // a refused style or script is printed as an error too, so this is where a breach of the policy shows
    if (message.type() === 'error') note(`printed: ${message.text()} (${message.location().url})`);
  });
  const page = await context.newPage();

  return {
    page,
    context,
    problems,
    /** Takes over the session of a client that has signed in over the calls. */
    async setCookies(cookies: Iterable<[name: string, value: string]>) {
      await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
    },
    /** A picture in shots/, when SHOTS=1 asks for them; `of` another page than the first. */
    async screenshot(name: string, of = page) {
      if (process.env.SHOTS !== '1') return;
      await waitUntilSettled(of);
      mkdirSync(SHOTS, { recursive: true });
      await of.screenshot({ path: join(SHOTS, `${name}-${size}-${scheme}.png`) });
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      if (problems.length > 0) throw new Error(`The page\n${problems.join('\n')}`);
    },
  };
}

export type Tab = Awaited<ReturnType<typeof openTab>>;

const AXE = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** What axe finds against WCAG 2.2 AA on the page as it stands: one line for each element; none is right. */
export async function axeViolations(page: Page): Promise<string[]> {
  await waitUntilSettled(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate(
    (tags) =>
      (window as unknown as { axe: { run(how: object): Promise<AxeResults> } }).axe.run({
        runOnly: tags,
        resultTypes: ['violations'], // of what is right it need not name every element
      }),
    WCAG,
  );
  if (passes.length === 0) throw new Error('axe had nothing to look at.');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.any[0]?.message ?? node.failureSummary}`),
  );
}

/** Until nothing moves or loads any more: colours in the middle of a change measure wrong. */
export async function waitUntilSettled(page: Page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  });
}

/** By how many pixels the page is wider than its window. */
export const horizontalOverflow = (page: Page) =>
  page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  );

/** Presses Tab until the focus is on the control of this name. Throws if it never is, or if nobody could see it there. */
export async function tabTo(page: Page, name: RegExp) {
  for (let step = 0; step < 80; step++) {
    const control = await page.evaluate(() => {
      const at = document.activeElement;
      return at?.matches('a, button, input, textarea, select')
        ? (at.getAttribute('aria-label') ?? at.textContent)
        : '';
    });
    if (control && name.test(control)) {
      if (await focusShows(page)) return;
      throw new Error(`Nothing shows that the focus is on ${name}.`);
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}.`);
}

/** Whether the focused control, or what frames it, looks otherwise than without the focus. */
async function focusShows(page: Page): Promise<boolean> {
  const control = await page.evaluateHandle(() => document.activeElement as HTMLElement);
  const look = async () => {
    await waitUntilSettled(page);
    return control.evaluate((control) =>
      [control, control.parentElement, control.parentElement?.parentElement]
        .map((element) => element && getComputedStyle(element))
        .map(
          (style) =>
            style && [style.outline, style.boxShadow, style.borderColor, style.transform, style.top].join(),
        )
        .join(),
    );
  };
  const focused = await look();
  await control.evaluate((control) => control.blur());
  const blurred = await look();
  await control.evaluate((control) => control.focus({ focusVisible: true } as FocusOptions));
  return focused !== blurred;
}

/**
 * Holds back the answers to calls of this procedure until they are let go: what a page shows while it waits is
 * there to be looked at.
 */
export async function holdAnswers(page: Page, procedure: string) {
  const waiting = Promise.withResolvers<void>();
  await page.route(callsOf(procedure), async (route) => {
    await waiting.promise;
    await route.continue();
  });
  return { release: waiting.resolve };
}

/** Makes calls of this procedure fail, as with a lost connection, while `act` runs. */
export async function whileCallsFail(page: Page, procedure: string, act: () => Promise<void>) {
  await page.route(callsOf(procedure), (route) => route.abort());
  await act();
  await page.unroute(callsOf(procedure));
}

/** Batched with others or alone. */
const callsOf = (procedure: string) => `**/trpc/*${procedure}*`;
