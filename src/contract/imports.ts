import * as z from 'zod/mini';
import { tagParam } from './boards';
import { withExample } from './example';
import { doneWith, id } from './text';

const unreadable = z.object({ what: z.string(), reason: z.string() });

const group = z.object({ id: z.string(), name: z.string(), own: z.boolean(), notes: z.int() });

export const importLook = z.object({
  notes: z.int(),
  photos: z.int(),
  files: z.int(),
  boards: z.int(),
  known: z.int(),
  empty: z.int(),
  long: z.int(),
  others: z.int(),
  unreadable: z.int(),
  reasons: z.array(unreadable),
  groups: z.array(group),
  chosen: z.array(z.string()),
});
export type ImportLook = z.infer<typeof importLook>;

const importOutcome = z.object({
  messages: z.int(),
  known: z.int(),
  empty: z.int(),
  others: z.int(),
  unreadable: z.int(),
  reasons: z.array(unreadable),
});
export type ImportOutcome = z.infer<typeof importOutcome>;

export const importState = z.enum(['looking', 'looked', 'importing', 'done', 'failed', 'undoing', 'undone']);
export type ImportState = z.infer<typeof importState>;

export const importJob = withExample(
  z.object({
    id: z.int(),
    name: z.string(),
    state: importState,
    format: z.nullable(z.string()),
    done: z.int(),
    total: z.int(),
    look: z.nullable(importLook),
    result: z.nullable(importOutcome),
    error: z.nullable(z.string()),
    createdAt: z.string(),
    undoUntil: z.nullable(z.string()),
  }),
  {
    id: 3,
    name: 'takeout-20260131T120000Z-001.zip',
    state: 'done',
    format: 'Google Keep',
    done: 1204,
    total: 1204,
    look: {
      notes: 1204,
      photos: 38,
      files: 0,
      boards: 12,
      known: 0,
      empty: 2,
      long: 1,
      others: 0,
      unreadable: 1,
      reasons: [{ what: 'Takeout/Keep/Broken.json', reason: 'it is not valid JSON' }],
      groups: [],
      chosen: [],
    },
    result: {
      messages: 1204,
      known: 0,
      empty: 2,
      others: 0,
      unreadable: 1,
      reasons: [{ what: 'Takeout/Keep/Broken.json', reason: 'it is not valid JSON' }],
    },
    error: null,
    createdAt: '2026-01-31T12:00:00.000Z',
    undoUntil: '2026-02-01T12:00:00.000Z',
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
