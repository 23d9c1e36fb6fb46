import { expect, test } from 'bun:test';
import { findCards } from '../../src/contract/cards';
import { EMBEDS, type EmbedKind, embedOf, embedOfFinalUrl, imdbIdOf } from '../../src/contract/embeds';
import { findLinks } from '../../src/contract/links';

const YT = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const YT_FRAME = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1';

const FRAMES: Record<string, string> = {
  [YT]: YT_FRAME,
  'http://youtube.com/watch?v=dQw4w9WgXcQ': YT_FRAME,
  'https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&feature=share&si=tracking': YT_FRAME,
  'https://music.youtube.com/watch?v=dQw4w9WgXcQ&list=RD': YT_FRAME,
  'https://youtu.be/dQw4w9WgXcQ?si=abc&t=1m30s': `${YT_FRAME}&start=90`,
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ#t=1m30s': `${YT_FRAME}&start=90`,
  'https://www.youtube.com/shorts/dQw4w9WgXcQ': YT_FRAME,
  'https://www.youtube.com/live/dQw4w9WgXcQ?t=90': `${YT_FRAME}&start=90`,
  'https://www.youtube.com/embed/dQw4w9WgXcQ': YT_FRAME,
  'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ/': YT_FRAME,
  'HTTPS://WWW.YOUTUBE.COM/watch?v=dQw4w9WgXcQ': YT_FRAME,
  'https://www.instagram.com/p/CuN_x-1a2B3/?igsh=x': 'https://www.instagram.com/p/CuN_x-1a2B3/embed/',
  'https://instagram.com/reel/CuN1a2B3': 'https://www.instagram.com/reel/CuN1a2B3/embed/',
  'https://www.instagram.com/reels/CuN1a2B3/': 'https://www.instagram.com/reel/CuN1a2B3/embed/',
  'https://www.instagram.com/some.body/p/CuN1a2B3/': 'https://www.instagram.com/p/CuN1a2B3/embed/',
  'https://instagr.am/p/CuN1a2B3/': 'https://www.instagram.com/p/CuN1a2B3/embed/',
  'https://x.com/jack/status/20': 'https://platform.twitter.com/embed/Tweet.html?id=20&dnt=true',
  'https://twitter.com/jack/status/20?s=20&t=x':
    'https://platform.twitter.com/embed/Tweet.html?id=20&dnt=true',
  'https://mobile.twitter.com/jack/statuses/20/photo/1':
    'https://platform.twitter.com/embed/Tweet.html?id=20&dnt=true',
  'https://x.com/i/web/status/20': 'https://platform.twitter.com/embed/Tweet.html?id=20&dnt=true',
  'https://www.facebook.com/zuck/posts/pfbid02abcDEF?__cft__=x':
    'https://www.facebook.com/plugins/post.php?href=https%3A%2F%2Fwww.facebook.com%2Fzuck%2Fposts%2Fpfbid02abcDEF&show_text=true',
  'https://m.facebook.com/story.php?story_fbid=123456&id=98765&refid=1':
    'https://www.facebook.com/plugins/post.php?href=https%3A%2F%2Fwww.facebook.com%2Fpermalink.php%3Fstory_fbid%3D123456%26id%3D98765&show_text=true',
  'https://www.facebook.com/groups/bakers/permalink/1234567890/':
    'https://www.facebook.com/plugins/post.php?href=https%3A%2F%2Fwww.facebook.com%2Fgroups%2Fbakers%2Fpermalink%2F1234567890&show_text=true',
  'https://www.facebook.com/watch/?v=1234567890':
    'https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fwatch%2F%3Fv%3D1234567890&show_text=true',
  'https://www.facebook.com/reel/1234567890':
    'https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Freel%2F1234567890&show_text=true',
  'https://www.tiktok.com/@some.body/video/7212345678901234567?is_from_webapp=1':
    'https://www.tiktok.com/player/v1/7212345678901234567?description=1',
  'https://m.tiktok.com/v/7212345678901234567.html':
    'https://www.tiktok.com/player/v1/7212345678901234567?description=1',
};

const UNSUPPORTED = [
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/?u=https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://evilyoutube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
  'https://user:pass@www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com./watch?v=dQw4w9WgXcQ',
  'https://yоutube.com/watch?v=dQw4w9WgXcQ', // a Cyrillic o
  'javascript:alert("https://www.youtube.com/watch?v=dQw4w9WgXcQ")',
  'data:text/html,https://youtu.be/dQw4w9WgXcQ',
  'ftp://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ"onload=',
  'https://www.youtube.com/embed/dQw4w9WgXcQ/../../x',
  'https://www.youtube.com/redirect?q=https://evil.example',
  'https://www.youtube.com/@channel',
  'https://www.instagram.com/somebody/',
  'https://www.instagram.com/share/reel/BAHl6MZ2pYq', // a short link: its code is not the code of the post
  'https://www.instagram.com/share/p/BAHl6MZ2pYq/',
  'https://www.instagram.com/p/%22%3E%3Cscript%3E/',
  'https://x.com/jack',
  'https://x.com/jack/status/20abc',
  'https://www.facebook.com/zuck',
  'https://www.facebook.com/l.php?u=https://evil.example',
  'https://www.facebook.com/permalink.php?story_fbid=123456',
  'https://www.tiktok.com/@somebody',
  'https://www.tiktok.com/@somebody/video/12x',
  'https://www.imdb.com/title/tt0133093/',
  'not a link',
  'http://constructor/',
  'http://__proto__/x',
];

test('a post is recognised by its address, in every form that services share', () => {
  const seen = Object.fromEntries(Object.keys(FRAMES).map((address) => [address, embedOf(address)?.frame]));
  expect(seen).toEqual(FRAMES);
});

test('an address that only resembles a supported one has no embed', () => {
  expect(UNSUPPORTED.filter((address) => embedOf(address))).toEqual([]);
});

test("a frame is on its service's origin; the page of a post has the same embed", () => {
  const hosts = new Map<EmbedKind, Set<string>>();
  for (const address of Object.keys(FRAMES)) {
    const embed = embedOf(address)!;
    const seen = hosts.get(embed.kind) ?? new Set();
    hosts.set(embed.kind, seen.add(new URL(embed.frame).origin));
    expect(embedOf(embed.url)?.kind).toBe(embed.kind);
  }
  expect<string[]>([...hosts.keys()].sort()).toEqual(Object.keys(EMBEDS).sort());
  for (const [kind, origins] of hosts) expect([...origins]).toEqual([EMBEDS[kind].origin]);
});

test('a short link that ended at a sign-in page shows the post behind it', () => {
  const finalPost = (address: string) => embedOfFinalUrl(address)?.url ?? null;
  expect(finalPost(YT)).toBe(YT);
  expect(
    finalPost(
      'https://www.instagram.com/accounts/login/?next=https%3A%2F%2Fwww.instagram.com%2Freel%2FCuN1a2B3%2F',
    ),
  ).toBe('https://www.instagram.com/reel/CuN1a2B3/');
  expect(
    finalPost(
      'https://www.facebook.com/login/?next=https%3A%2F%2Fwww.facebook.com%2Fwatch%2F%3Fv%3D1234567890',
    ),
  ).toBe('https://www.facebook.com/watch/?v=1234567890');
  for (const address of [
    'https://a.example/',
    'https://a.example/?next=/p',
    'https://www.instagram.com/accounts/login/?next=javascript:1',
    `https://a.example/?next=${encodeURIComponent(YT)}`, // not the sign-in page of a service
    'x',
  ])
    expect(finalPost(address)).toBeNull();
});

test('an IMDb id is read from the address of a title', () => {
  expect(imdbIdOf('https://www.imdb.com/title/tt0133093/?ref_=fn_al_tt_1')).toBe('tt0133093');
  expect(imdbIdOf('https://m.imdb.com/de/title/tt10872600')).toBe('tt10872600');
  for (const address of [
    'https://www.imdb.com/name/nm0000206/',
    'https://www.imdb.com/title/tt013309/',
    'https://www.imdb.com/title/tt0133093x/',
    'https://imdb.com.evil.example/title/tt0133093/',
    'https://www.imdb.com/title/tt0133093%2f..%2f..%2fx',
  ])
    expect({ address, id: imdbIdOf(address) }).toEqual({ address, id: null });
});

test('a link ends before the punctuation of its sentence', () => {
  const urls = (text: string) => findLinks(text).map(({ url }) => url);
  expect(urls('See https://a.example/x, then (https://b.example/y_(z)) or "www.c.example".')).toEqual([
    'https://a.example/x',
    'https://b.example/y_(z)',
    'https://www.c.example',
  ]);
  expect(urls('看https://a.example/x，很好。')).toEqual(['https://a.example/x']);
  expect(urls('https://a.example/x?y=1#part! https:// http://[ ftp://b.example')).toEqual([
    'https://a.example/x?y=1#part',
  ]);
  expect(
    urls('https://a.example/1🔥 https://a.example/2🇩🇪 ‘https://a.example/3’ https://a.example/4…'),
  ).toEqual(['1', '2', '3', '4'].map((page) => `https://a.example/${page}`));
});

test('thousands of brackets after a link are scanned only once', () => {
  expect(findLinks(`(https://a.example/x${')'.repeat(50_000)}`).map(({ url }) => url)).toEqual([
    'https://a.example/x',
  ]);
});

test('an underscore at the end of a link belongs to it', () => {
  expect(findLinks('By https://x.com/ann_, and https://x.com/_bob__').map(({ url }) => url)).toEqual([
    'https://x.com/ann_',
    'https://x.com/_bob__',
  ]);
});

test('a drawn-out word such as "Awww..." is no link', () => {
  expect(findLinks('Awww...look! slowww.I howwww. awww.so cute www...yes www. 3www.x')).toEqual([]);
  expect(findLinks('看www.a.example (www.b.example)').map(({ url }) => url)).toEqual([
    'https://www.a.example',
    'https://www.b.example',
  ]);
});

test('the host of an email address is no link', () => {
  const addresses = [
    'a@www.x.com/jack/status/20',
    'a@mail.www.x.com',
    'a@b_c-.WWW.x.com',
    'mailto:a@www.x.com',
  ];
  expect(addresses.flatMap(findLinks)).toEqual([]);
  expect(findLinks('@ www.a.example, me@www: www.b.example').map(({ text }) => text)).toEqual([
    'www.a.example',
    'www.b.example',
  ]);
});

test('an address without a scheme is a link if its ending is a real one', () => {
  const urls = (text: string) => findLinks(text).map(({ url }) => url);
  expect(
    urls('See karakeep.app/docs, (Karakeep.app) bbc.co.uk youtu.be/abc a.com:8080/x?y. 看t.me/x'),
  ).toEqual([
    'https://karakeep.app/docs',
    'https://Karakeep.app',
    'https://bbc.co.uk',
    'https://youtu.be/abc',
    'https://a.com:8080/x?y',
    'https://t.me/x',
  ]);
  for (const text of [
    'e.g. i.e. a.m. U.S.A file.ts readme.md vue.js/router main.py 8.30pm v1.2.3 $5.com',
    'went home.It rained.so we stayed in.no idea.We left.at last',
    'ann@example.com bob.smith@mail.example.com foo..com /foo.com x_y.com',
    'see example.local, server.lan and printer.home',
  ])
    expect({ text, urls: urls(text) }).toEqual({ text, urls: [] });
});

test('hostile texts are searched for links in one pass', () => {
  for (const part of ['a.', 'a-', '.com', 'a.b-', 'www.', '@www.', 'x.co/'])
    expect(findLinks(part.repeat(20_000)).length).toBeLessThan(3);
});

test('a message has a card for each supported link and the first plain one', () => {
  const kinds = (text: string) => findCards(text).map(({ kind, url }) => `${kind} ${url}`);
  expect(
    kinds(
      'https://a.example/1 https://b.example/2 https://youtu.be/dQw4w9WgXcQ https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=5 https://www.imdb.com/title/tt0133093',
    ),
  ).toEqual(['link https://a.example/1', `embed ${YT}`, 'movie https://www.imdb.com/title/tt0133093/']);
  const posts = (count: number) => Array.from({ length: count }, (_, n) => `x.com/a/status/${n}`).join(' ');
  expect(kinds(`${posts(4)} karakeep.app`)).toHaveLength(5);
  expect(kinds(posts(200))).toHaveLength(20);
  expect(kinds('no link here')).toEqual([]);
});
