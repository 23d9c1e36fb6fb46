import { expect } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import matter from 'gray-matter';
import { ann, bob } from '../support/cast';
import { colorPng } from '../support/pictures';
import { BOARD, test } from './sync-world';

const day = (timestamp: string) => timestamp.slice(0, 10);

test('what is new, changed or deleted on one side is so on the other', async (world) => {
  const { sync, names, said } = world;
  const soup = await world.post('Soup: with *noodles*\nand more');
  const tea = await world.post('Tea');
  await world.post('Bread');
  const [soupFile, teaFile] = [`${day(soup.timestamp)} Soup with noodles.md`, `${day(tea.timestamp)} Tea.md`];
  await sync();
  expect(names()).toEqual([`${day(tea.timestamp)} Bread.md`, soupFile, teaFile].sort());
  expect(matter(world.read(soupFile))).toMatchObject({
    data: { id: soup.id, date: soup.timestamp, tags: [BOARD] },
    content: '\nSoup: with *noodles*\nand more\n',
  });

  world.write('idea.md', '---\naliases: [Lunch]\ntags: trip\n---\n\nRamen at noon\n');
  world.write('plain.md', 'Only words');
  world.change(soupFile, 'noodles*', 'rice*');
  await world.as(ann).patch(`/api/messages/${tea.id}`, { content: 'Green tea' });
  await sync();
  const board = await world.board();
  expect(board.map(({ content }) => content).sort()).toEqual(
    ['Bread', 'Green tea', 'Only words', 'Ramen at noon', 'Soup: with *rice*\nand more'].sort(),
  );
  const ramen = board.find(({ content }) => content === 'Ramen at noon')!;
  expect(ramen.tags).toEqual([BOARD, 'trip']);
  expect(matter(world.read('idea.md')).data).toMatchObject({ id: ramen.id, aliases: ['Lunch'] });
  expect(world.read(teaFile)).toEndWith('\nGreen tea\n');

  renameSync(world.file('plain.md'), world.file('renamed.md'));
  world.remove(soupFile);
  world.remove('idea.md'); // its note is on #trip, too
  await world.as(ann).delete(`/api/messages/${tea.id}`);
  await sync();
  expect((await world.board()).map(({ content }) => content)).toEqual(['Only words', 'Bread']);
  expect((await world.as(ann).get(`/api/messages/${ramen.id}`)).body).toMatchObject({ tags: ['trip'] });
  expect(names()).toEqual([`${day(tea.timestamp)} Bread.md`, 'renamed.md']);
  expect(said).toContain(`idea.md is no longer on #${BOARD}, and stays on #trip.`);
  const [removed = ''] = readdirSync(world.file('.tagline/removed'));
  expect(readdirSync(world.file(`.tagline/removed/${removed}`))).toEqual([teaFile]);

  world.write(soupFile, `---\nid: ${soup.id}\n---\n\nSoup again\n`); // the deletion is taken back
  await sync();
  expect(world.contents()[soup.id]).toBe('Soup again');
  await sync();
  expect(said).toEqual([]);
});

test('files of a note are beside it, and go both ways', async (world) => {
  const { sync, names } = world;
  world.write('lamp.png', new Uint8Array(colorPng(2, 2)));
  world.write('lamp.md', '---\nfiles: [lamp.png]\n---\n');
  world.write('lost.md', '---\nfiles: [nothing.png]\n---\n\nWhere?');
  await sync();
  expect(world.said).toContain('lost.md is left as it is: There is no file nothing.png beside it.');
  const [note] = await world.board();
  expect(note!.media).toMatchObject([{ width: 2, height: 2 }]);
  world.write('lost.md', '---\nfiles: [../lamp.png]\n---\n\nWhere?');
  await sync();
  expect(world.said).toEqual(['lost.md is left as it is: Its files must lie beside it.']);
  world.remove('lost.md');

  world.write('lamp.png', new Uint8Array(colorPng(3, 1)));
  await sync();
  expect((await world.board())[0]!.media).toMatchObject([{ width: 3, height: 1 }]);
  const form = new FormData();
  form.append('files', new Blob(['# A letter'], { type: 'text/markdown' }), 'a letter.md');
  const uploaded = await world.as(ann).send<{ id: number }[]>('/api/media', { method: 'POST', body: form });
  await world.as(ann).patch(`/api/messages/${note!.id}`, { mediaIds: [uploaded.body[0]!.id] });
  await sync();
  expect(names()).toEqual(['lamp, a letter.markdown', 'lamp.md']);
  expect(world.read('lamp, a letter.markdown')).toBe('# A letter');
  world.remove('lamp, a letter.markdown'); // the note still names it
  await sync();
  expect(names()).toEqual(['lamp, a letter.markdown', 'lamp.md']);
  world.change('lamp.md', '["lamp, a letter.markdown"]', '[]');
  world.change('lamp.md', '\n\n\n', '\n\nEmpty now\n');
  await sync();
  expect((await world.board())[0]).toMatchObject({ content: 'Empty now', media: [] });
});

test('a note that was changed on both sides is kept as two', async (world) => {
  const { sync, said } = world;
  const note = await world.post('Tea');
  const agreed = await world.post('Milk');
  await sync();
  const name = `${day(note.timestamp)} Tea.md`;
  for (const { id, content } of [
    { id: note.id, content: 'Tea of the web' },
    { id: agreed.id, content: 'Oat milk' },
  ])
    await world.as(ann).patch(`/api/messages/${id}`, { content });
  world.change(name, '\nTea\n', '\nTea of the folder\n');
  world.change(`${day(agreed.timestamp)} Milk.md`, '\nMilk\n', '\nOat milk\n');
  await sync();
  const contents = Object.values(world.contents()).sort();
  expect(contents).toEqual(['Oat milk', 'Tea of the folder', 'Tea of the web']);
  expect((await world.board()).map(({ content }) => content).sort()).toEqual(contents);
  expect(said[0]).toMatch(
    /Tea\.md was changed here and on #food\. Both are kept, yours as .*\(conflict .{6}\)\.md\.$/,
  );
  rmSync(world.file('.tagline'), { recursive: true }); // compared by ids, nothing is doubled
  await sync();
  expect(Object.values(world.contents()).sort()).toEqual(contents);
  expect(await world.board()).toHaveLength(3);
});

test('a folder or a board that loses half of its notes at once deletes nothing', async (world) => {
  const { sync, said, names } = world;
  for (const content of ['One', 'Two', 'Three', 'Four']) await world.post(content);
  await sync();
  const all = names();
  for (const name of all.slice(0, 3)) world.remove(name);
  await sync();
  expect(said).toEqual([
    expect.stringMatching(/^3 notes of 4 are gone in the folder, so nothing is deleted/),
  ]);
  for (const content of ['Five', 'Six', 'Seven', 'Eight']) await world.post(content);
  await sync(); // now they are no longer half of all
  expect(said).toEqual([]);
  expect(await world.board()).toHaveLength(8);
  await sync('restore');
  expect(names()).toHaveLength(8);
  for (const name of all) world.remove(name);
  world.remove(names()[0]!);
  await sync();
  expect(await world.board()).toHaveLength(8);
  await sync('delete');
  expect(await world.board()).toHaveLength(3);

  await world.as(ann).delete(`/api/tags/${BOARD}`);
  await sync();
  expect(said[0]).toMatch(/^3 notes of 3 are gone on #food, so nothing is deleted/);
  expect(names()).toHaveLength(3);
  await sync('restore');
  expect(await world.board()).toHaveLength(3);

  renameSync(world.folder, `${world.folder}-away`);
  mkdirSync(world.folder);
  await sync(); // an empty folder begins anew
  expect(await world.board()).toHaveLength(3);
  expect(names()).toHaveLength(3);
  rmSync(`${world.folder}-away`, { recursive: true });
});

test("a note of another member can neither be changed nor deleted, and one's words stay", async (world) => {
  const { sync, said } = world;
  await world.introduce(bob);
  await world.as(bob).post('/api/shared-boards', { name: BOARD });
  await world.as(bob).post(`/api/shared-boards/${BOARD}/invite`, { phoneNumber: ann.phone });
  const note = await world.post('By Bob', bob);
  for (const content of ['Mine', 'Mine, too']) await world.post(content);
  await sync();
  const name = `${day(note.timestamp)} By Bob.md`;
  expect(matter(world.read(name)).data).toMatchObject({ from: 'Bob Ray' });
  world.change(name, '\nBy Bob\n', '\nBy me\n');
  await sync();
  const [mine = ''] = readdirSync(world.file('.tagline/mine'));
  expect(said).toEqual([`${name} is a note of Bob Ray. Your version is in .tagline/mine/${mine}.`]);
  expect(world.read(`.tagline/mine/${mine}`)).toEndWith('\nBy me\n');
  world.remove(name);
  await sync();
  expect(said).toEqual([`${name} is a note of Bob Ray, which you cannot delete: it is back.`]);
  expect((await world.board(bob)).map(({ content }) => content)).toContain('By Bob');
  expect(existsSync(world.file(name))).toBe(true);
});
