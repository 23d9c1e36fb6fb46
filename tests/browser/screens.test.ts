import { expect, test } from 'bun:test';
import { axeViolations, horizontalOverflow, LOOKS, type Look, openTab, SIZES } from '../support/browser';
import { ann, dee } from '../support/cast';
import { fillHousehold } from '../support/household';
import { testServer } from '../support/server';
import { VIEWS, type View, waitUntilReady } from './views';

/**
 * True if `SHOTS=1` is set (`bun run shots`). The views are then checked in all sizes and color schemes, and
 * pictures of them are written.
 */
const SHOTS = process.env.SHOTS === '1';
const looks: Look[] = SHOTS
  ? (['light', 'dark'] as const).flatMap((scheme) =>
      (Object.keys(SIZES) as Look['size'][]).map((size) => ({ size, scheme })),
    )
  : LOOKS;

/** Smallest window in pixels that every page must fit (WCAG 1.4.10). */
const NARROWEST = { width: 320, height: 640 };

for (const look of looks)
  test(`every screen and dialog is accessible and fits: ${look.size}, ${look.scheme}`, async () => {
    await using server = await testServer();
    const cookies = [...(await fillHousehold(server)).ann.cookies];
    const { code } = (await server.as(ann).get<{ code: string }>('/api/invite')).body;
    await server.as(dee).get('/api/profile');
    await using tab = await openTab(server.publicUrl, look);
    const { page, context } = tab;
    await context.grantPermissions(['clipboard-write']);

    const views: (View & { as?: typeof cookies })[] = [
      ...VIEWS,
      { name: 'join', path: `/join/${code}`, stranger: true, ready: 'Welcome to Tagline' },
      { name: 'setup', path: '/setup', as: [...server.as(dee).cookies], ready: 'Set Up Your Profile' },
    ];
    for (const { name, path, stranger, as = cookies, open, ready } of views) {
      await page.goto('about:blank'); // a page that polls would report the missing session as an error
      await context.clearCookies();
      if (!stranger) await tab.setCookies(as);
      if (look.size === 'phone') await page.setViewportSize(NARROWEST);
      await page.goto(path);
      await page.getByRole('main').waitFor();
      await open?.(page);
      await waitUntilReady(page, ready);
      if (look.size === 'phone') {
        expect({ name, narrow: await horizontalOverflow(page) }).toEqual({ name, narrow: 0 });
        await page.setViewportSize(SIZES.phone);
      }
      await tab.screenshot(name);
      expect({ name, found: await axeViolations(page) }).toEqual({ name, found: [] });
      expect({ name, overflow: await horizontalOverflow(page) }).toEqual({ name, overflow: 0 });
    }
  }, 300_000);
