import { expect, test } from 'bun:test';
import { readReport } from '../../scripts/test-report';

const REPORT = `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="5" assertions="3" failures="2" skipped="1" time="0.01">
  <testsuite name="tests/a.test.ts" file="tests/a.test.ts" tests="4" assertions="2" failures="2" skipped="0" time="0.0005">
    <testcase name="holds &gt; 1" classname="" time="0.00008" file="tests/a.test.ts" line="2" assertions="1" />
    <testcase name="says &quot;no&quot;" classname="" time="0.0002" file="tests/a.test.ts" line="3" assertions="0">
      <failure type="Error" message="toBe(expected)&#10;&#10;Expected: &quot;yes&quot;&#10;">Error: toBe(expected)&#10;&#10;Expected: &quot;yes&quot;&#10;      at tests/a.test.ts:3:1&#10;</failure>
    </testcase>
    <testcase name="hangs" classname="" time="30" file="tests/a.test.ts" line="4" assertions="0">
      <failure type="TimeoutError" message="test timed out" />
    </testcase>
    <testcase name="holds too" classname="" time="0.00001" file="tests/a.test.ts" line="4" assertions="1" />
  </testsuite>
  <testsuite name="tests/b.test.ts" file="tests/b.test.ts" tests="1" assertions="1" failures="0" skipped="1" time="0.0001">
    <testcase name="later" classname="" time="0" file="tests/b.test.ts" line="3" assertions="0">
      <skipped />
    </testcase>
  </testsuite>
</testsuites>`;

test('failed and skipped tests are named with their reasons, and the others counted as passed', () => {
  expect(readReport(REPORT, ['tests/a.test.ts', 'tests/b.test.ts'], 1)).toEqual({
    passed: 2,
    failures: [
      'tests/a.test.ts: says "no"\n  Error: toBe(expected)\n  Expected: "yes"\n        at tests/a.test.ts:3:1',
      'tests/a.test.ts: hangs\n  test timed out',
      'tests/b.test.ts: later (skipped)',
    ],
  });
});

test('a file without a test that ran has failed', () => {
  expect(readReport(REPORT, ['tests/c.test.ts'], 1).failures).toContain('tests/c.test.ts: no test was run');
});

test('a runner that crashes has failed, with or without a report', () => {
  const allPassed = REPORT.replace(/<failure[\s\S]*?<\/failure>|<(failure|skipped)[^>]*\/>/g, '');
  const files = ['tests/a.test.ts', 'tests/b.test.ts'];
  expect(readReport(allPassed, files, 0)).toEqual({ passed: 5, failures: [] });
  expect(readReport(allPassed, files, 132).failures).toEqual(['the runner ended with 132']);
  expect(readReport('', files, 137)).toMatchObject({ passed: 0, failures: { length: 2 } });
});
