import { expect } from 'bun:test';
import { type Bundle, openBundle } from '../../src/archive/bundle';
import { FORMATS, recognise } from '../../src/archive/formats/formats';
import { importFile } from '../../src/archive/import';
import { test } from '../support/app-test';
import { ann } from '../support/cast';
import { tempFolder } from '../support/folder';
import { ensureUser } from '../support/people';
import { photo } from '../support/pictures';
import { exportTo, fillServer } from './fill-server';
import { FIXTURES, openFixture, openText, openZipped } from './fixtures';
import { writeZip } from './write-zip';

async function takers(bundle: Bundle): Promise<string[]> {
  const takers: (typeof FORMATS)[number][] = [];
  for (const format of FORMATS) if (await format.recognises(bundle)) takers.push(format);
  const specific = takers.filter(({ general }) => !general);
  return (specific.length > 0 ? specific : takers).map(({ name }) => name);
}

test('every fixture is recognised by exactly one format, alone, renamed, in a folder and in a zip', async () => {
  using files = tempFolder();
  for (const [name, format] of Object.entries(FIXTURES)) {
    const bundle = await openFixture(name);
    expect([name, await takers(bundle)]).toEqual([name, [format]]);
    expect([name, await takers(await openZipped(name, files))]).toEqual([name, [format]]);
    if (bundle.kind !== 'file') continue;
    const [path = ''] = bundle.paths;
    const renamed = await openText(await bundle.text(path, 1_000_000), files, 'download (3).txt');
    expect([name, await takers(renamed)]).toEqual([name, [format]]);
  }
});

test('every export of Tagline is recognised by exactly one format', async ({ app }) => {
  using files = tempFolder();
  const { a } = await fillServer(app);
  for (const [format, name] of [
    ['json', 'Tagline'],
    ['markdown', 'Markdown'],
    ['csv', 'CSV'],
    ['bookmarks', 'Bookmarks'],
    ['obsidian', 'Markdown'],
    ['karakeep', 'karakeep'],
    ['memos', 'memos'],
  ] as const) {
    await exportTo(app, a, files.file(format), format);
    expect([format, await takers(await openBundle(files.file(format)))]).toEqual([format, [name]]);
  }
});

test('files that only resemble those of a program are not recognised as its files', async () => {
  using files = tempFolder();
  for (const text of [
    '[{"href":"https://example.com/","title":"Links of a page"}]', // not from Pinboard
    '{"bookmarks":[{"guid":"1","url":"https://example.com/"}]}', // not from karakeep
    '{"roots":{"toolbar":{"children":[{"date_added":"13","name":"Not Chrome","type":"url"}]}}}',
    '[{"url":"https://example.com/","title":"A page","is_archived":true,"tags":[]}]', // neither linkding nor wallabag
    '{"collections":[{"name":"A","links":["https://example.com/"]}]}', // not from Linkwarden
    '{"kind":"tasks#taskLists","items":[{"title":"No tasks"}]}',
    'type,content_of,priority\ntask,A,1\n', // not from Todoist
    '{"count":1,"results":[{"id":1,"url":"https://example.com/","name":"An API"}]}', // not from linkding
    '{"data":[{"id":1,"content":"An API","createTime":"2024-01-02T00:00:00Z"}]}', // not from memos
    'title,url,tags\nA,https://example.com/,a\n', // neither from Pocket nor from Raindrop
    'URL,Title,Folder\nhttps://example.com/,A,B\n', // not from Instapaper
    'url,title,selection\n', // not from Instapaper
    '<!DOCTYPE html><title>My export from Pocket</title><a href="https://example.com/">A</a>',
  ])
    expect([text, await takers(await openText(text, files))]).toEqual([text, []]);
});

const WRONG: [what: string, bytes: () => string | Uint8Array | Promise<Uint8Array>, answer: string][] = [
  ['nothing', () => '', 'it is empty.'],
  ['a page', () => '<!doctype html><html><body><p>Hello</p></body></html>', 'it is an HTML page.'],
  ['a piece of a page', () => '\n  <div class="x">Hello</div>', 'it is an HTML page.'],
  ['XML', () => '<?xml version="1.0"?>\n<rss version="2.0"></rss>', 'it is an XML file of the kind <rss>.'],
  ['OPML', () => '<opml version="2.0"><body/></opml>', 'it is an XML file of the kind <opml>.'],
  ['JSON', () => '{"name":"package","version":"1.0.0"}', 'it is a JSON file of an unknown kind.'],
  ['a table', () => 'name,phone\nAnn,1\n', 'it is a table with the columns "name", "phone".'],
  ['an email', () => 'Subject: Hi\nFrom: ann@example.com\n\nHello\n', 'it is a text of an unknown kind.'],
  ['Markdown without its name', () => '# Title\n\nWords\n', 'it is a text of an unknown kind.'],
  ['a PDF', () => '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n', 'it is a PDF file.'],
  ['a picture', async () => new Uint8Array(await photo(6, 4)), 'it is a picture.'],
  ['a database', () => `SQLite format 3\0${'\0'.repeat(100)}`, 'it is an SQLite database.'],
  ['noise', () => Uint8Array.from({ length: 500 }, (_, index) => (index * 7919) % 251), 'it is not a text'],
];

test('the answer to a wrong file says what it is and what is accepted; nothing is stored', async ({
  app,
}) => {
  using files = tempFolder();
  const as = ensureUser(app, ann);
  for (const [what, bytes, answer] of WRONG) {
    await Bun.write(files.file('given'), await bytes());
    const message = await importFile(app, files.file('given'), { as }).then(
      () => 'it was imported',
      (error: Error) => error.message,
    );
    expect([what, message]).toEqual([what, expect.stringContaining(`cannot be imported: ${answer}`)]);
    expect(message).toContain('Tagline takes');
    for (const { name } of FORMATS) expect(message).toContain(`${name} (`);
  }
  expect(app.db.$client.query('select 1 from messages').get()).toBeNull();
});

test('the answer to a zip without any known file says what is in the zip', async () => {
  using files = tempFolder();
  await writeZip(files.file('photos.zip'), { 'a/1.jpg': 'x', 'a/2.jpg': 'x', 'b.bin': 'x', 'c.bin': 'x' });
  await expect(openBundle(files.file('photos.zip')).then(recognise)).rejects.toThrow(
    'photos.zip cannot be imported: it is a zip with "1.jpg", "2.jpg", "b.bin" and 1 more.',
  );
  await writeZip(files.file('empty.zip'), {});
  await expect(openBundle(files.file('empty.zip')).then(recognise)).rejects.toThrow('it is an empty zip.');
});
