export type Outcome = { passed: number; failures: string[] };

/** A skipped test, a file without a test and a nonzero exit code without a failed test count as failures too. */
export function readReport(xml: string, files: string[], exitCode: number): Outcome {
  const failures: string[] = [];
  const reported = new Set<string>();
  let passed = 0;
  for (const [, attributes = '', body = ''] of xml.matchAll(TESTCASE)) {
    const file = attribute(attributes, 'file').replaceAll('\\', '/');
    reported.add(file);
    const reason = readReason(body);
    if (reason === undefined) passed++;
    else failures.push(`${file}: ${attribute(attributes, 'name')}${reason}`);
  }
  for (const file of files) if (!reported.has(file)) failures.push(`${file}: no test was run`);
  if (exitCode !== 0 && failures.length === 0) failures.push(`the runner ended with ${exitCode}`);
  return { passed, failures };
}

const TESTCASE = /<testcase\b((?:[^>"]|"[^"]*")*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g;

const FAILED = /<(failure|error|skipped)\b((?:[^>"]|"[^"]*")*)>([^<]*)/;

function readReason(body: string): string | undefined {
  const [, failed, attributes = '', text = ''] = FAILED.exec(body) ?? [];
  if (!failed) return undefined;
  if (failed === 'skipped') return ' (skipped)';
  const lines = (unescapeXml(text.trim()) || attribute(attributes, 'message')).split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => `\n  ${line}`)
    .join('');
}

const attribute = (attributes: string, name: string) =>
  unescapeXml(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');

const unescapeXml = (text: string) =>
  text.replace(/&(quot|apos|lt|gt|amp|#10);/g, (_, name: keyof typeof CHARACTERS) => CHARACTERS[name]);

const CHARACTERS = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&', '#10': '\n' };
