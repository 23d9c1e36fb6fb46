import { posix } from 'node:path';
import type { Bundle } from '../bundle';
import type { Entry, Note, Reader } from './format';
import { hasColumns, leftColumns, partFormat } from './parts';
import { MARKS } from './saved-link';
import { readRows } from './tables';

// A backup has `PROJECT [ID].csv` for each project, with a row for each section, task and comment. Subtasks
// follow their task. Completed tasks are not in it.

const TAKEN = new Set([
  'type',
  'content',
  'description',
  'priority',
  'indent',
  'author',
  'date',
  'date_lang',
  'timezone',
  'deadline_lang',
  'deadline',
  'duration',
  'duration_unit',
]);
const LABEL = /(?<=^|\s)@([\p{L}\p{N}_-]+)/gu;

export const todoist = partFormat({
  name: 'Todoist',
  takes: 'zip of a backup, or a CSV of it',
  isPart: hasColumns('type', 'content', 'priority', 'indent', 'date', 'date_lang'),
  read: readProject,
});

async function* readProject(bundle: Bundle, path: string, _reader: Reader): AsyncGenerator<Entry> {
  const project = posix
    .basename(path)
    .replace(/\.\w+$/, '')
    .replace(/ ?\[\w+\]$/, '');
  const leftOut = leftColumns();
  let section = '';
  let task: Note | null = null;
  const others: Entry[] = [];
  try {
    for await (const { cells } of readRows(bundle, path)) {
      const {
        type = '',
        content = '',
        description = '',
        indent = '',
        priority = '',
        date = '',
        deadline = '',
        duration = '',
        duration_unit: unit = '',
      } = cells;
      leftOut.add(cells, TAKEN);
      const lasting = duration && unit !== 'None' ? `${duration} ${unit}` : '';
      const lines = [
        `☐ ${content.replace(LABEL, '').trim()}`,
        description,
        date && `Due ${date}`,
        deadline && `Deadline ${deadline}`,
        lasting,
      ].filter(Boolean);
      const labels = [...content.matchAll(LABEL)].map(([, label = '']) => label);
      if (type === 'task' && priority === '1') labels.push(MARKS.favorite);
      else if (type === 'task' && /[23]/.test(priority)) others.push({ leftOut: 'lower priorities' });
      if (type === 'section') section = content;
      if (type === 'task' && (Number(indent) || 1) > 1 && task) {
        task.text += `\n${lines.join('\n')}`;
        task.tags.push(...labels);
      } else if (type === 'note' && task) task.text += `\n${content}`;
      else if (type === 'note') yield { note: { text: content, createdAt: null, tags: [project] } };
      else if (type === 'section' || type === 'task') {
        if (task) yield { note: withKey(task) };
        task =
          type === 'task'
            ? { text: lines.join('\n'), createdAt: null, tags: [project, section, ...labels] }
            : null;
      } else if (content) others.push({ leftOut: 'settings of a project' });
    }
  } catch (error) {
    yield { unreadable: `the rest of ${path}`, reason: (error as Error).message };
  }
  if (task) yield { note: withKey(task) };
  yield* [...others, ...leftOut.entries()];
}

/** Rows have no id and no time of their making. */
const withKey = (task: Note): Note => ({ ...task, key: JSON.stringify([task.tags, task.text]) });
