export type Count = { passed: number; failed: number };

/**
 * Counts a run of `bun test` from its JUnit report. Also failures: a skipped test, a file that the report
 * does not know (it could not be loaded, or holds no test), and a runner that ends badly without saying why.
 */
export function countReport(xml: string, files: string[], exitCode: number): Count {
  const count = { passed: 0, failed: 0 };
  const reported = new Set<string>();
  for (const [, attributes = '', selfClosed, body = ''] of xml.matchAll(TESTCASE)) {
    reported.add(/\bfile="([^"]*)"/.exec(attributes)?.[1]?.replaceAll('\\', '/') ?? '');
    const failed = !selfClosed && /<(?:failure|error|skipped)\b/.test(body);
    count[failed ? 'failed' : 'passed']++;
  }
  count.failed += files.filter((file) => !reported.has(file)).length;
  if (exitCode !== 0 && count.failed === 0) count.failed = 1;
  return count;
}

const TESTCASE = /<testcase\b((?:[^>"]|"[^"]*")*?)(?:(\/)>|>([\s\S]*?)<\/testcase>)/g;
