import * as z from 'zod/mini';
import { tagParam } from './boards';
import { objectOf, sample, withExample } from './example';
import { doneWith, id } from './text';

const unreadable = z.object({
  what: sample(z.string(), 'Takeout/Keep/Broken.json'),
  reason: sample(z.string(), 'it is not valid JSON'),
});

// an import of before 0.2 has neither
const left = {
  leftOut: sample(z.optional(z.array(z.object({ what: z.string(), count: z.int() }))), [
    { what: 'notes in the trash', count: 3 },
  ]),
  remarks: sample(z.optional(z.array(z.string())), []),
};

const group = z.object({ id: z.string(), name: z.string(), own: z.boolean(), notes: z.int() });

export const importLook = z.object({
  notes: sample(z.int(), 1204),
  photos: sample(z.int(), 38),
  files: sample(z.int(), 0),
  boards: sample(z.int(), 12),
  known: sample(z.int(), 0),
  empty: sample(z.int(), 2),
  long: sample(z.int(), 1),
  others: sample(z.int(), 0),
  unreadable: sample(z.int(), 1),
  reasons: z.array(unreadable),
  ...left,
  groups: sample(z.array(group), []),
  chosen: sample(z.array(z.string()), []),
});
export type ImportLook = z.infer<typeof importLook>;

const importOutcome = z.object({
  messages: sample(z.int(), 1204),
  known: sample(z.int(), 0),
  empty: sample(z.int(), 2),
  others: sample(z.int(), 0),
  unreadable: sample(z.int(), 1),
  reasons: z.array(unreadable),
  ...left,
});
export type ImportOutcome = z.infer<typeof importOutcome>;

export const importState = z.enum(['looking', 'looked', 'importing', 'done', 'failed', 'undoing', 'undone']);
export type ImportState = z.infer<typeof importState>;

export const importJob = objectOf(
  {
    id: sample(z.int(), 3),
    name: sample(z.string(), 'takeout-20260131T120000Z-001.zip'),
    state: sample(importState, 'done'),
    format: sample(z.nullable(z.string()), 'Google Keep'),
    done: sample(z.int(), 1204),
    total: sample(z.int(), 1204),
    look: z.nullable(importLook),
    result: z.nullable(importOutcome),
    error: sample(z.nullable(z.string()), null),
    createdAt: sample(z.string(), '2026-01-31T12:00:00.000Z'),
    undoUntil: sample(z.nullable(z.string()), '2026-02-01T12:00:00.000Z'),
  },
  'An import. `done` and `total` count messages while the server reads or imports; a `total` of 0 means unknown. `error` says why the import failed. The import can be taken back until `undoUntil`.',
);
export type ImportJob = z.infer<typeof importJob>;

export const importList = withExample(
  z.object({
    imports: z.array(importJob),
    formats: z.array(z.object({ name: z.string(), takes: z.string() })),
  }),
  { imports: [], formats: [{ name: 'Google Keep', takes: 'the zip of a Google Takeout with Keep' }] },
  "The caller's imports, the newest first, and what can be imported.",
);
export type ImportList = z.infer<typeof importList>;

const GROUPS_MAX = 5_000;
const GROUP_ID_MAX = 200;

export const startImportInput = withExample(
  z.object({
    id,
    groups: z.optional(z.array(z.string().check(z.maxLength(GROUP_ID_MAX))).check(z.maxLength(GROUPS_MAX))),
    tag: z.optional(tagParam),
  }),
  { id: 3, tag: 'keep' },
  'Input that starts an import whose contents were counted before (state `looked`). `tag` is put on notes that have no tag.',
);

export const importRemoved = doneWith('The import is removed.');
