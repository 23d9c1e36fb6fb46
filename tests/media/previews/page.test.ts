import { expect, test } from 'bun:test';
import { parseOembed, parsePage } from '../../../src/media/previews/page';
import { toSingleLine } from '../../../src/media/previews/single-line';

const parse = (
  html: string | Buffer,
  { url = 'https://site.example/a/b', charset = undefined as string | undefined } = {},
) => parsePage({ url, type: 'text/html', charset, bytes: Buffer.from(html as string) });

test('a card prefers the Open Graph tags of a page to its plain ones', () => {
  expect(
    parse(`<title>Plain</title><meta name="description" content="Plain words">
      <meta property="og:title" content="Tom &amp; Jerry &#8211; caf&eacute;"><meta property="OG:DESCRIPTION" content="He said &quot;hi&quot;">
      <meta property="og:image" content="../i.png?a=1&amp;b=2"><meta property="og:site_name" content="Site">`),
  ).toEqual({
    title: 'Tom & Jerry – café',
    description: 'He said "hi"',
    siteName: 'Site',
    image: 'https://site.example/i.png?a=1&b=2',
  });
  expect(parse('<TITLE> Plain\n title </TITLE><meta content="Words" name="description">')).toEqual({
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
    expect(parse(html)).toBeNull();
});

test('other encodings are decoded, by the header or by the page itself', () => {
  const sjis = Buffer.from('3c7469746c653e93fa967b8cea3c2f7469746c653e', 'hex');
  expect(parse(sjis, { charset: 'shift_jis' })?.title).toBe('日本語');
  const cp1251 = Buffer.concat([
    Buffer.from('<meta charset="windows-1251"><title>'),
    Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]),
    Buffer.from('</title>'),
  ]);
  expect(parse(cp1251)?.title).toBe('Привет');
  expect(parse('<title>Grüße 👋🏽</title>', { charset: 'no-such-thing' })?.title).toBe('Grüße 👋🏽');
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

test('a sign-in, consent, robot check or error page has no card', () => {
  const shown = [];
  for (const title of WALLS) if (parse(`<title>${title}</title>`)) shown.push(title);
  for (const service of ['Instagram', 'TikTok', 'X'])
    if (parse(`<title>${service} - more</title>`, { url: `https://www.${service.toLowerCase()}.com/a/b` }))
      shown.push(service);
  expect(shown).toEqual([]);
  for (const url of [
    'https://www.instagram.com/accounts/login/?next=x',
    'https://consent.site.example/m?x',
    'https://a.example/login',
  ])
    expect(parse('<title>Some page</title>', { url })).toBeNull();
});

test('a page whose title merely contains such words has a card', () => {
  const missed = [];
  for (const title of PAGES) if (!parse(`<title>${title}</title>`)) missed.push(title);
  expect(missed).toEqual([]);
  expect(parse('<title>Logins</title>', { url: 'https://a.example/blog/login-design' })).not.toBeNull();
});

test('hostile text becomes one harmless line', () => {
  expect(toSingleLine('  a\u0000b\r\nc\u202egnp\u202c\u200b\u2066x ', 50)).toBe('a b cgnpx');
  // joiners are kept, because these emoji and letters need them
  expect(toSingleLine('❤️‍🔥 می‌خواهم', 50)).toBe('❤️‍🔥 می‌خواهم');
  expect(toSingleLine('👍'.repeat(300), 10)).toBe(`${'👍'.repeat(9)}…`);
  expect(toSingleLine('\ud800x', 10)).toBe('\ufffdx');
  const card = parse(
    '<title>&lt;script&gt;alert(1)&lt;/script&gt;</title><meta property="og:image" content="javascript:alert(1)">',
  );
  expect(card?.title).toBe('<script>alert(1)</script>');
});

test('pages that are built to be slow are parsed in time', () => {
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
    parse(html.repeat((512 * 1024) / html.length));
});

test('only the first 4,096 characters of an attribute are read', () => {
  const address = `https://a.example/${'x'.repeat(10_000)}`;
  expect(parse(`<title>A page</title><meta property="og:image" content="${address}">`)?.image).toHaveLength(
    4096,
  );
});

test('only the first 2,000 tags of a page are read', () => {
  const card = parse(`<title>Here</title>${'<a>'.repeat(100_000)}<meta name="description" content="There">`);
  expect(card).toMatchObject({ title: 'Here', description: null });
});

test('a post is described by the oEmbed answer of its service', () => {
  const post = (oembed: object) =>
    parseOembed(Buffer.from(JSON.stringify(oembed)), 'https://x.com/a/status/1');
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
