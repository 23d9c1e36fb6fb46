/** Returns the CPU milliseconds of this process. Wall-clock time would include other processes. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Returns the CPU milliseconds that a call of `act` takes. */
export function timeSync(act: () => unknown): number {
  const start = cpuMs();
  act();
  return cpuMs() - start;
}

/**
 * Returns the CPU milliseconds that a call of `act` takes. After the call, lets other work of the event loop
 * run.
 */
export async function time(act: () => Promise<unknown>): Promise<number> {
  const start = cpuMs();
  await act();
  const took = cpuMs() - start;
  await Bun.sleep(1);
  return took;
}

/**
 * Watches how long the event loop is blocked. `longest()` returns the longest block in milliseconds since the
 * previous call of `longest()`. Several clocks can measure a block; the smallest of their times counts.
 * Wall-clock time alone would include other processes, and CPU time alone would include the threads of the
 * compiler and the garbage collector.
 */
export function watchEventLoop(...clocks: (() => number)[]) {
  let last = clocks.map((clock) => clock());
  let longest = 0;
  const look = () => {
    const times = clocks.map((clock) => clock());
    longest = Math.max(longest, Math.min(...times.map((time, n) => time - (last[n] ?? time))));
    last = times;
  };
  const timer = setInterval(look, 1);
  return {
    longest() {
      look();
      const found = longest;
      longest = 0;
      return found;
    },
    stop: () => clearInterval(timer),
  };
}

/** Returns the wanted quantiles of some numbers, such as 0.5 for the median, with two decimals. */
export function quantiles(numbers: number[], ...wanted: number[]): string[] {
  const sorted = numbers.toSorted((a, b) => a - b);
  return wanted.map((quantile) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))]!.toFixed(2),
  );
}

/** Prints rows in columns. */
export function printTable(rows: string[][]) {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column]!)).join('  '));
}
