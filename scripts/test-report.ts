/** What a part of the tests came to: how many promises held, and each that did not by its name. */
export type Outcome = { passed: number; failures: string[] };

/**
 * Reads a run of `bun test` from its JUnit report. Failures are also: a skipped test, a file that the report
 * does not know (it could not be loaded, or holds no test), and a runner that ends badly without saying why.
 */
export function readReport(xml: string, files: string[], exitCode: number): Outcome {
  const failures: string[] = [];
  const reported = new Set<string>();
  let passed = 0;
  for (const [, attributes = '', body = ''] of xml.matchAll(TESTCASE)) {
    const file = attribute(attributes, 'file').replaceAll('\\', '/');
    reported.add(file);
    const [, wrong] = /<(failure|error|skipped)\b/.exec(body) ?? [];
    if (wrong)
      failures.push(`${file}: ${attribute(attributes, 'name')}${wrong === 'skipped' ? ' (skipped)' : ''}`);
    else passed++;
  }
  for (const file of files) if (!reported.has(file)) failures.push(`${file}: no test of it was run`);
  if (exitCode !== 0 && failures.length === 0) failures.push(`the runner ended with ${exitCode}`);
  return { passed, failures };
}

const TESTCASE = /<testcase\b((?:[^>"]|"[^"]*")*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g;

const attribute = (attributes: string, name: string) =>
  plain(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');

const plain = (text: string) =>
  text.replace(/&(quot|apos|lt|gt|amp);/g, (_, name: keyof typeof CHARACTERS) => CHARACTERS[name]);

const CHARACTERS = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };
