import { z } from 'zod';
import { keysOf } from './json-keys';
import { treeReader } from './json-tree';
import { partFormat } from './parts';
import { MARKS, marksOf, timeOrNull } from './saved-link';

// `Takeout/Tasks/Tasks.json`: lists, each with its tasks; a subtask names its parent.

const words = z.string().nullish();
const task = z.object({
  id: z.string(),
  title: words,
  notes: words,
  status: words,
  due: words,
  created: words,
  updated: words,
  parent: words,
  links: z.array(z.object({ link: words })).catch([]),
  starred: z.boolean().nullish(),
  deleted: z.boolean().nullish(),
});
type Task = z.infer<typeof task>;
const list = z.object({ title: words, items: z.array(task).catch([]) });

export const googleTasks = partFormat({
  name: 'Google Tasks',
  takes: 'Tasks.json of a Takeout',
  async isPart(bundle, path) {
    const start = await bundle.start(path);
    return (
      /"kind"\s*:\s*"tasks#task/.test(start) && (await keysOf(bundle, path)).has('items[].items[].status')
    );
  },
  read: treeReader(z.object({ items: z.array(list) }), function* ({ items: lists }) {
    for (const { title, items } of lists) {
      const kept = items.filter(({ deleted }) => !deleted);
      if (kept.length < items.length)
        yield { leftOut: 'tasks in the trash', count: items.length - kept.length };
      const children = Map.groupBy(kept, ({ parent }) => parent ?? '');
      const done = new Set<Task>();
      // a task whose parent is not in the list stands for itself
      const ids = new Set(kept.map(({ id }) => id));
      const tops = kept.filter(({ parent }) => !parent || !ids.has(parent));
      for (const top of [...tops, ...kept]) {
        if (done.has(top)) continue;
        const family = [top];
        done.add(top);
        for (const { id } of family)
          for (const child of children.get(id) ?? [])
            if (!done.has(child)) {
              done.add(child);
              family.push(child);
            }
        yield {
          note: {
            key: top.id,
            text: family.flatMap(linesOf).join('\n'),
            createdAt: timeOrNull(top.created ?? top.updated ?? ''),
            tags: [title ?? '', ...marksOf(top.starred && MARKS.favorite)],
          },
        };
      }
    }
  }),
});

function linesOf({ title, notes, status, due, links }: Task): string[] {
  if (!title?.trim() && !notes?.trim()) return [];
  const task = `${status === 'completed' ? '☑' : '☐'} ${title ?? ''}`.trim();
  const addresses = links.map(({ link }) => link ?? '');
  return [task, notes?.trim() ?? '', due ? `Due ${due.slice(0, 10)}` : '', ...addresses].filter(Boolean);
}
