import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import { type Browser, type CDPSession, chromium, type Page, type Route } from 'playwright-core';
import { findChromium, findHeadlessShell } from '../../scripts/chromium';
import { words } from './words';

export const SIZES = {
  laptop: { width: 1280, height: 800 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 390, height: 844 },
};

export type Look = { size: keyof typeof SIZES; scheme: 'light' | 'dark' };

export const LOOKS: Look[] = [
  { size: 'laptop', scheme: 'light' },
  { size: 'phone', scheme: 'dark' },
];

export const SHOTS_WANTED = process.env.SHOTS === '1';

const SHOTS = join(import.meta.dir, '../../shots');
const FLAGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

/** No page of a test lives long enough to win back what these compilers take: a tenth of the processor. */
const NO_OPTIMIZING_COMPILERS = '--js-flags=--no-turbofan --no-maglev';

/**
 * If Chromium gets several such lists, it obeys only the last one. Pages for the address bar (WebUIOmnibox) would
 * load in each new window, which takes nearly as long as loading the page of a test.
 */
const DISABLED_FEATURES = words`
  AimEnabled AvoidCorsURLLoaderRestartOnRedirect AvoidUnnecessaryBeforeUnloadCheckSync
  DestroyProfileOnBrowserClose HttpsFirstBalancedModeAutoEnable HttpsUpgrades LensOverlay MediaRouter
  NetworkTimeServiceQuerying OptimizationHints PaintHolding PreconnectToSearch
  ThirdPartyStoragePartitioning
  WebUIOmniboxAimPopup WebUIOmniboxPopup
`;

/** The limit ends broken tests and does not measure speed. */
const WAIT_MS = 30_000;

const launched = new Map<string, Browser>();

async function sharedBrowser({ full }: { full: boolean }): Promise<Browser> {
  const executablePath = (full ? undefined : findHeadlessShell()) ?? findChromium();
  if (!executablePath)
    throw new Error(
      'The browser tests need Chromium or Chrome. Install one, name it in CHROMIUM_PATH, or run `bun run test`.',
    );
  const known = launched.get(executablePath);
  if (known?.isConnected()) return known;
  const args = [...FLAGS.split(' '), NO_OPTIMIZING_COMPILERS, `--disable-features=${DISABLED_FEATURES}`];
  const browser = await chromium.launch({ executablePath, args });
  launched.set(executablePath, browser);
  return browser;
}

// launched outside of a test: when a test hangs, Bun kills the processes that the test has started
await sharedBrowser({ full: false });

export async function openTab(
  url: string,
  {
    size = 'laptop',
    scheme = 'light',
    expected = [],
    worker = false,
    pushes = false,
    idle = worker,
    script = true,
  }: Partial<Look> &
    Partial<Record<'worker' | 'pushes' | 'idle' | 'script', boolean>> & { expected?: RegExp[] } = {},
) {
  const context = await (await sharedBrowser({ full: pushes })).newContext({
    baseURL: url,
    javaScriptEnabled: script,
    viewport: SIZES[size],
    colorScheme: scheme,
    reducedMotion: 'reduce',
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
    locale: 'en-US',
    timezoneId: 'UTC',
    serviceWorkers: worker ? 'allow' : 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(WAIT_MS);
  await context.addInitScript(addStyle, SHOTS_WANTED ? STEADY_CARET : STEADY_CARET + NO_BLUR);
  if (!idle) await context.addInitScript(keepBusy);
  const problems: string[] = [];
  const report = (problem: string) => {
    if (!expected.some((pattern) => pattern.test(problem))) problems.push(problem);
  };
  context.on('weberror', (error) => report(`threw: ${error.error().stack || error.error()}`));
  context.on('console', (message) => {
    // the browser also prints an error if a style or script violates the content security policy
    if (message.type() === 'error') report(`printed: ${message.text()} (${message.location().url})`);
  });
  const page = await context.newPage();
  let devtools: CDPSession | undefined;

  return {
    page,
    context,
    problems,
    async setCookies(cookies: Iterable<[name: string, value: string]>) {
      await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
    },
    async changeLook(to: Look) {
      ({ size, scheme } = to);
      devtools ??= await context.newCDPSession(page);
      await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: size === 'phone' });
      await page.setViewportSize(SIZES[size]);
      await page.emulateMedia({ colorScheme: scheme });
      // the app sets this attribute a moment later, and only then do its colours begin to change
      await page.locator(`html[data-mantine-color-scheme=${scheme}]`).waitFor();
    },
    async screenshot(name: string) {
      if (!SHOTS_WANTED) return;
      await waitUntilSettled(page);
      mkdirSync(SHOTS, { recursive: true });
      await page.screenshot({ path: join(SHOTS, `${name}-${size}-${scheme}.png`) });
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      if (problems.length > 0) throw new Error(`The page\n${problems.join('\n')}`);
    },
  };
}

export type Tab = Awaited<ReturnType<typeof openTab>>;

const STEADY_CARET = '* { caret-animation: manual }';

/** Without the blur, Chromium draws a frame with an open dialog in a ninth of the time. */
const NO_BLUR = '* { backdrop-filter: none !important }';

/** This function runs in the page, so it cannot use anything outside its own body. */
function addStyle(style: string) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
}

/**
 * An idle page fetches the code of all its dialogs, which takes a third of the time that loading the page
 * takes.
 */
function keepBusy() {
  window.requestIdleCallback = (run, { timeout = 60_000 } = {}) =>
    window.setTimeout(() => run({ didTimeout: true, timeRemaining: () => 0 }), timeout);
  window.cancelIdleCallback = (id) => window.clearTimeout(id);
}

const AXE = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'];

/** Bars over the end of the page, which scrolling moves away from a control. */
const BARS = '[data-composer], [data-actions], nav[aria-label=Tabs] { position: static !important }';

/** Checks only the topmost dialog if one is open, otherwise the whole page. */
export async function axeViolations(page: Page): Promise<string[]> {
  await waitUntilSettled(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate(
    async ([tags, style]) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(style);
      document.adoptedStyleSheets.push(sheet);
      const { axe } = window as unknown as { axe: { run(of: Node, how: object): Promise<AxeResults> } };
      const dialogs = document.querySelectorAll('[aria-modal="true"]');
      const found = await axe.run([...dialogs].at(-1) ?? document, {
        runOnly: tags,
        resultTypes: ['violations'], // skips the details of elements without violations
      });
      document.adoptedStyleSheets.pop();
      return found;
    },
    [WCAG, BARS] as const,
  );
  if (passes.length === 0) throw new Error('axe found no element to check.');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.any[0]?.message ?? node.failureSummary}`),
  );
}

/**
 * Waits until fonts have loaded and animations have ended, because colours differ in the middle of a
 * transition.
 */
export async function waitUntilSettled(page: Page) {
  await page.evaluate(async () => {
    await document.fonts.ready;
    do {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
    } while (document.getAnimations().some(({ playState }) => playState === 'running'));
  });
}

export const horizontalOverflow = (page: Page) =>
  page.evaluate(() =>
    Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
  );

export async function tabTo(page: Page, name: RegExp) {
  for (let step = 0; step < 80; step++) {
    const control = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused?.matches('a, button, input, textarea, select')
        ? (focused.getAttribute('aria-label') ?? focused.textContent)
        : '';
    });
    if (control && name.test(control)) {
      if (await focusIsVisible(page)) return;
      throw new Error(`The focus on ${name} is not visible.`);
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}.`);
}

async function focusIsVisible(page: Page): Promise<boolean> {
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

export const holdAnswers = (page: Page, procedure: string) => holdRequests(page, callsOf(procedure));

export async function holdRequests(page: Page, address: string | RegExp) {
  const released = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await released.promise;
    await route.continue();
  });
  return { release: released.resolve };
}

export async function whileCallsFail(
  page: Page,
  procedure: string,
  act: () => Promise<void>,
  fail = (route: Route) => route.abort(),
) {
  await page.route(callsOf(procedure), fail);
  await act();
  await page.unroute(callsOf(procedure));
}

const callsOf = (procedure: string) => `**/trpc/*${procedure}*`;
