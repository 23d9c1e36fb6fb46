import type { App } from '../app';

const underway = new WeakMap<App, Map<string, Promise<unknown>>>();

/** Work on the same thing is done once at a time: who asks meanwhile gets the same answer. */
export function once<T>(app: App, thing: string, work: () => Promise<T>): Promise<T> {
  const all = underway.get(app) ?? new Map<string, Promise<unknown>>();
  underway.set(app, all);
  const known = all.get(thing) as Promise<T> | undefined;
  if (known) return known;
  const working = work().finally(() => all.delete(thing));
  all.set(thing, working);
  return working;
}

/** The same for work that nobody waits for: what goes wrong is only logged. */
export function ahead(app: App, work: () => Promise<unknown>): void {
  work().catch((error) => app.log.error({ err: error }, 'fetching ahead failed'));
}
