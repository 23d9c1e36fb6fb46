/** Throws after `within` milliseconds, a limit that ends broken tests and does not measure speed. */
export async function until<T>(look: () => T | Promise<T>, within = 30_000): Promise<NonNullable<T>> {
  const start = Date.now();
  for (;;) {
    const found = await look();
    if (found) return found as NonNullable<T>;
    const waited = Date.now() - start;
    if (waited > within) throw new Error(`Waited in vain for ${look}`);
    await Bun.sleep(Math.min(5 + waited / 10, 50)); // pauses, because each look at a page slows the page down
  }
}
