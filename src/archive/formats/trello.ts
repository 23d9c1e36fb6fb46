import { z } from 'zod';
import type { Entry, NoteFile } from './format';
import { keysOf } from './json-keys';
import { treeReader } from './json-tree';
import { partFormat } from './parts';
import { MARKS, marksOf, timeOrNull } from './saved-link';

const words = z.string().nullish();
const flag = z.boolean().nullish();

const attachment = z.object({ name: words, url: words, isUpload: flag });
const card = z.object({
  id: z.string(),
  name: words,
  desc: words,
  idList: words,
  closed: flag,
  due: words,
  dueComplete: flag,
  labels: z.array(z.object({ name: words })).catch([]),
  attachments: z.array(attachment).catch([]),
  customFieldItems: z.array(z.unknown()).catch([]),
});
const checklist = z.object({
  idCard: words,
  name: words,
  checkItems: z.array(z.object({ name: words, state: words })).catch([]),
});
const action = z.object({
  type: words,
  data: z.object({ text: words, card: z.object({ id: words }).nullish() }).nullish(),
  memberCreator: z.object({ fullName: words }).nullish(),
});
const board = z.object({
  id: words,
  name: words,
  desc: words,
  cards: z.array(card),
  lists: z.array(z.object({ id: z.string(), name: words, closed: flag })).catch([]),
  checklists: z.array(checklist).catch([]),
  actions: z.array(action).catch([]),
});

export const trello = partFormat({
  name: 'Trello',
  takes: 'JSON of a board',
  async isPart(bundle, path) {
    const keys = await keysOf(bundle, path);
    return ['idOrganization', 'labelNames', 'shortLink'].every((key) => keys.has(key));
  },
  read: treeReader(board, function* (board): Generator<Entry> {
    const { id, name, desc, cards } = board;
    if (desc?.trim())
      yield {
        note: { key: id ?? '', text: `${name}\n${desc}`, createdAt: madeAt(id ?? ''), tags: [name ?? ''] },
      };
    const lists = new Map(board.lists.map((list) => [list.id, list]));
    const checklists = Map.groupBy(board.checklists, ({ idCard }) => idCard);
    const isComment = ({ type }: z.infer<typeof action>) => type === 'commentCard';
    const comments = Map.groupBy(board.actions.filter(isComment), ({ data }) => data?.card?.id);
    for (const card of cards) {
      const list = lists.get(card.idList ?? '');
      const isUploaded = ({ isUpload }: z.infer<typeof attachment>) => isUpload === true;
      yield {
        note: {
          key: card.id,
          text: [
            card.name,
            card.desc?.trim(),
            card.due && `Due ${card.due.slice(0, 10)}${card.dueComplete ? ', done' : ''}`,
            ...(checklists.get(card.id) ?? []).flatMap(({ name, checkItems }) => [
              name,
              ...checkItems.map((item) => `${item.state === 'complete' ? '☑' : '☐'} ${item.name ?? ''}`),
            ]),
            ...card.attachments.filter((file) => !isUploaded(file)).map(({ url }) => url),
            // the export has the newest comment first
            ...(comments.get(card.id) ?? [])
              .toReversed()
              .map(
                ({ data, memberCreator }) => `${memberCreator?.fullName ?? 'Somebody'}: ${data?.text ?? ''}`,
              ),
          ]
            .filter((line) => line?.trim())
            .join('\n'),
          createdAt: madeAt(card.id),
          tags: [
            name ?? '',
            list?.name ?? '',
            ...card.labels.map(({ name }) => name ?? ''),
            ...marksOf((card.closed || list?.closed) && MARKS.archived),
          ],
          hashtags: false,
          files: card.attachments.filter(isUploaded).map(
            ({ name }): NoteFile => ({
              unreadable: [card.name, name].filter(Boolean).join(', ').slice(0, 200) || 'a file',
              reason: 'its file is not in the export',
            }),
          ),
        },
      };
    }
    const fields = cards.reduce((sum, { customFieldItems }) => sum + customFieldItems.length, 0);
    if (fields > 0) yield { leftOut: 'fields of your own', count: fields };
    const others = board.actions.filter((action) => !isComment(action)).length;
    if (others > 0) yield { leftOut: 'entries of the history', count: others };
  }),
});

/** An id begins with the seconds since 1970, as eight hexadecimal digits. */
const madeAt = (id: string): number | null =>
  /^[0-9a-f]{24}$/.test(id) ? timeOrNull(String(Number.parseInt(id.slice(0, 8), 16))) : null;
