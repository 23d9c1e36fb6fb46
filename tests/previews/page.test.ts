import { expect, test } from 'bun:test';
import { parseOembed, parsePage, toSingleLine } from '../../src/previews/page';

const read = (
  html: string | Buffer,
  { url = 'https://site.example/a/b', charset = undefined as string | undefined } = {},
) => parsePage({ url, type: 'text/html', charset, bytes: Buffer.from(html as string) });

test('a card is made of what the page says for cards, else of what it says at all', () => {
  expect(
    read(`<title>Plain</title><meta name="description" content="Plain words">
      <meta property="og:title" content="Tom &amp; Jerry &#8211; caf&eacute;"><meta property="OG:DESCRIPTION" content="He said &quot;hi&quot;">
      <meta property="og:image" content="../i.png?a=1&amp;b=2"><meta property="og:site_name" content="Site">`),
  ).toEqual({
    title: 'Tom & Jerry – café',
    description: 'He said "hi"',
    siteName: 'Site',
    image: 'https://site.example/i.png?a=1&b=2',
  });
  expect(read('<TITLE> Plain\n title </TITLE><meta content="Words" name="description">')).toEqual({
    title: 'Plain title',
    description: 'Words',
    siteName: null,
    image: null,
  });
});

test('a page without a title has no card', () => {
  for (const html of [
    '',
    '<p>words</p>',
    '<title> </title>',
    '{"a":1}',
    '<meta property="og:title" content="">',
  ])
    expect(read(html)).toBeNull();
});

test('other encodings are read, by header or by the page itself', () => {
  const sjis = Buffer.from('3c7469746c653e93fa967b8cea3c2f7469746c653e', 'hex');
  expect(read(sjis, { charset: 'shift_jis' })?.title).toBe('日本語');
  const cp1251 = Buffer.concat([
    Buffer.from('<meta charset="windows-1251"><title>'),
    Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
    Buffer.from('</title>'),
  ]);
  expect(read(cp1251)?.title).toBe('Привет');
  expect(read('<title>Grüße 👋🏽</title>', { charset: 'no-such-thing' })?.title).toBe('Grüße 👋🏽');
});

const WALLS = `Login • Instagram
Log in or sign up to view
Log into Facebook
Log in to Facebook
Facebook – log in or sign up
Sign in - Google Accounts
Sign in to continue
Sign Up | LinkedIn
Before you continue to YouTube
Just a moment...
Attention Required! | Cloudflare
Access Denied
Access to this page has been denied.
Are you a human?
Robot Check
Security check
403 Forbidden
404 Not Found
Page not found
Please wait...
Checking your browser before accessing site.example
We value your privacy
Cookie Consent
Error 503
Sign-in | Some Bank
LinkedIn: Log In or Sign Up
Making sure you&#39;re not a bot!
Pardon Our Interruption
Client Challenge
Vercel Security Checkpoint
Human Verification
Redirecting…
You are being redirected...
Unsupported Browser | Some Service
Sina Visitor System
百度安全验证
登录 - 某某社区
用户登录
人机验证
會員登入
ログイン | ある会社
네이버 : 로그인`.split('\n');

const PAGES = `Error handling in Go
Cookie recipes for winter
Forbidden Planet (1956)
Login to the cloud: a history of passwords
How to sign in Japanese Sign Language
Instagram's new logo
X marks the spot
404 days at sea
Please wait to be seated: a review
Access denied to nobody
The page that was not found
TikTok - Wikipedia
X – Wikipedia
Redirecting a domain with nginx
如何登录路由器
安全验证的原理
ログイン画面の作り方`.split('\n');

test('a wall instead of the page is no card', () => {
  const shown = [];
  for (const title of WALLS) if (read(`<title>${title}</title>`)) shown.push(title);
  for (const service of ['Instagram', 'TikTok', 'X'])
    if (read(`<title>${service} - more</title>`, { url: `https://www.${service.toLowerCase()}.com/a/b` }))
      shown.push(service);
  expect(shown).toEqual([]);
  for (const url of [
    'https://www.instagram.com/accounts/login/?next=x',
    'https://consent.site.example/m?x',
    'https://a.example/login',
  ])
    expect(read('<title>Some page</title>', { url })).toBeNull();
});

test('a page whose title has such words is a page', () => {
  const missed = [];
  for (const title of PAGES) if (!read(`<title>${title}</title>`)) missed.push(title);
  expect(missed).toEqual([]);
  expect(read('<title>Logins</title>', { url: 'https://a.example/blog/login-design' })).not.toBeNull();
});

test('hostile texts become one harmless line', () => {
  expect(toSingleLine('  a\u0000b\r\nc\u202egnp\u202c\u200b\u2066x ', 50)).toBe('a b cgnpx');
  expect(toSingleLine('❤️‍🔥 می‌خواهم', 50)).toBe('❤️‍🔥 می‌خواهم'); // joiners are part of the writing
  expect(toSingleLine('👍'.repeat(300), 10)).toBe(`${'👍'.repeat(9)}…`);
  expect(toSingleLine('\ud800x', 10)).toBe('\ufffdx');
  const card = read(
    '<title>&lt;script&gt;alert(1)&lt;/script&gt;</title><meta property="og:image" content="javascript:alert(1)">',
  );
  expect(card?.title).toBe('<script>alert(1)</script>'); // text, never markup
});

test('pages made to be slow are read all the same', () => {
  for (const html of [
    '<div>',
    '<meta ',
    '<a b=c ',
    '<title><',
    '<!--',
    '<svg><title>',
    '&amp;',
    '<meta property="og:title" content="',
  ])
    read(html.repeat((512 * 1024) / html.length));
});

test('of an attribute without end the beginning counts', () => {
  const address = `https://a.example/${'x'.repeat(10_000)}`;
  expect(read(`<title>A page</title><meta property="og:image" content="${address}">`)?.image).toHaveLength(
    4096,
  );
});

test('of a page with tags without end the beginning counts', () => {
  const card = read(`<title>Here</title>${'<a>'.repeat(100_000)}<meta name="description" content="There">`);
  expect(card).toMatchObject({ title: 'Here', description: null });
});

test('a post is described by what its service says of it', () => {
  const post = (said: object) => parseOembed(Buffer.from(JSON.stringify(said)), 'https://x.com/a/status/1');
  expect(
    post({
      title: 'A film',
      author_name: 'Ann',
      provider_name: 'YouTube',
      thumbnail_url: 'https://i.example/1.jpg',
    }),
  ).toEqual({
    title: 'A film',
    description: 'Ann',
    siteName: 'YouTube',
    image: 'https://i.example/1.jpg',
  });
  expect(
    post({
      author_name: 'jack',
      provider_name: 'Twitter',
      html: '<blockquote class="x"><p lang="en">just setting up &amp; <a href="https://t.co/x">more</a></p>&mdash; jack</blockquote>',
    }),
  ).toEqual({ title: 'jack on X', description: 'just setting up & more', siteName: 'X', image: null });
  expect(post({})).toBeNull();
  expect(post([1, 2])).toBeNull();
  expect(post({ title: { a: 1 }, thumbnail_url: 5 })).toBeNull();
  expect(() => parseOembed(Buffer.from('<html>'), 'https://x.com/a/status/1')).toThrow('not JSON');
});
