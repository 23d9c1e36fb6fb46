import { test } from 'bun:test';
import fc from 'fast-check';
import { testApp } from '../support/app';
import { acts } from './acts';
import { model } from './model';

const RUNS = Number(process.env.MODEL_RUNS ?? 500);

test(
  `in ${RUNS} random stories people see exactly what was posted to them`,
  async () => {
    await using app = testApp();
    const { play, close } = model(app);
    try {
      fc.assert(fc.property(acts, play), { numRuns: RUNS, seed: process.env.MODEL_RUNS ? undefined : 1 });
    } finally {
      close();
    }
  },
  { timeout: Math.max(120_000, RUNS * 100) },
);
