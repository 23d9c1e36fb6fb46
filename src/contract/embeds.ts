export type EmbedKind = 'youtube' | 'instagram' | 'x' | 'facebook' | 'tiktok';

export type Embed = { kind: EmbedKind; url: string; frame: string };

/** `height` of an iframe is in CSS pixels. `isFilm` is true if the iframe shows a film. */
type Service = { name: string; origin: string; height: number; isFilm: boolean };

export const EMBEDS: Record<EmbedKind, Service> = {
  youtube: {
    name: 'YouTube',
    origin: 'https://www.youtube-nocookie.com',
    height: 315,
    isFilm: true,
  },
  instagram: {
    name: 'Instagram',
    origin: 'https://www.instagram.com',
    height: 600,
    isFilm: false,
  },
  x: { name: 'X', origin: 'https://platform.twitter.com', height: 500, isFilm: false },
  facebook: {
    name: 'Facebook',
    origin: 'https://www.facebook.com',
    height: 500,
    isFilm: false,
  },
  tiktok: { name: 'TikTok', origin: 'https://www.tiktok.com', height: 500, isFilm: true },
};

export const IMDB_ID = /^tt\d{7,10}$/;

const HOSTS = new Map<string, EmbedKind | 'imdb'>();
for (const [kind, hosts] of Object.entries({
  youtube: 'youtube.com www.youtube.com m.youtube.com music.youtube.com www.youtube-nocookie.com youtu.be',
  instagram: 'instagram.com www.instagram.com m.instagram.com instagr.am www.instagr.am',
  x: 'x.com www.x.com mobile.x.com twitter.com www.twitter.com mobile.twitter.com m.twitter.com',
  facebook:
    'facebook.com www.facebook.com m.facebook.com mobile.facebook.com web.facebook.com mbasic.facebook.com touch.facebook.com',
  tiktok: 'tiktok.com www.tiktok.com m.tiktok.com',
  imdb: 'imdb.com www.imdb.com m.imdb.com',
}))
  for (const host of hosts.split(' ')) HOSTS.set(host, kind as EmbedKind | 'imdb');

/**
 * Of the given address, only parts that match a strict pattern, such as an id or a start time, go into the
 * address of the iframe (`frame`).
 */
export function embedOf(address: string): Embed | null {
  const url = parse(address);
  const kind = url && HOSTS.get(url.hostname);
  return kind && kind !== 'imdb' ? PARSERS[kind](url, url.pathname.replace(/\/+$/, '')) : null;
}

export function embedOfFinalUrl(address: string): Embed | null {
  const url = parse(address);
  const next = url && HOSTS.has(url.hostname) && url.searchParams.get('next');
  return embedOf(address) ?? (next ? embedOf(next) : null);
}

export function imdbIdOf(address: string): string | null {
  const url = parse(address);
  if (!url || HOSTS.get(url.hostname) !== 'imdb') return null;
  return /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/title\/(tt\d{7,10})(?:\/|$)/i.exec(url.pathname)?.[1] ?? null;
}

/**
 * Also returns null for an address with a user name, a password or an unusual port, because the services do
 * not use these.
 */
function parse(address: string): URL | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isWeb = (url.protocol === 'https:' || url.protocol === 'http:') && url.port === '';
  return isWeb && !url.username && !url.password ? url : null;
}

const PARSERS: Record<EmbedKind, (url: URL, path: string) => Embed | null> = {
  youtube(url, path) {
    const id =
      url.hostname === 'youtu.be'
        ? /^\/([\w-]{11})$/.exec(path)?.[1]
        : path === '/watch'
          ? /^[\w-]{11}$/.exec(url.searchParams.get('v') ?? '')?.[0]
          : /^\/(?:shorts|live|embed|v)\/([\w-]{11})$/.exec(path)?.[1];
    if (!id) return null;
    const parameters = new URLSearchParams(`${url.search.slice(1)}&${url.hash.slice(1)}`);
    const start = seconds(parameters.get('t') ?? parameters.get('start'));
    const from = start ? `&start=${start}` : '';
    return {
      kind: 'youtube',
      url: `https://www.youtube.com/watch?v=${id}`,
      frame: `${EMBEDS.youtube.origin}/embed/${id}?autoplay=1${from}`,
    };
  },

  instagram(_url, path) {
    // an address with /share/ has another kind of code, which only Instagram can resolve
    const [, form, code] = /^(?:\/(?!share\/)[\w.]{1,30})?\/(p|reels?|tv)\/([\w-]{5,64})$/.exec(path) ?? [];
    if (!form || !code) return null;
    const url = `${EMBEDS.instagram.origin}/${form === 'reels' ? 'reel' : form}/${code}/`;
    return { kind: 'instagram', url, frame: `${url}embed/` };
  },

  x(_url, path) {
    const [, who, id] =
      /^\/(\w{1,20})\/(?:web\/)?status(?:es)?\/(\d{1,20})(?:\/(?:photo|video)\/\d)?$/.exec(path) ?? [];
    if (!who || !id) return null;
    return {
      kind: 'x',
      url: `https://x.com/${who}/status/${id}`,
      frame: `${EMBEDS.x.origin}/embed/Tweet.html?id=${id}&dnt=true`,
    };
  },

  facebook(url, path) {
    const post = facebookPost(url, path);
    if (!post) return null;
    const plugin = post.video ? 'video' : 'post';
    return {
      kind: 'facebook',
      url: post.url,
      frame: `${EMBEDS.facebook.origin}/plugins/${plugin}.php?href=${encodeURIComponent(post.url)}&show_text=true`,
    };
  },

  tiktok(_url, path) {
    const [, who = '', id] =
      /^(?:\/(@[\w.-]{0,30})\/(?:video|photo)|\/v|\/embed(?:\/v2)?|\/player\/v1)\/(\d{8,20})(?:\.html)?$/.exec(
        path,
      ) ?? [];
    if (!id) return null;
    return {
      kind: 'tiktok',
      url: `${EMBEDS.tiktok.origin}/${who || '@'}/video/${id}`,
      frame: `${EMBEDS.tiktok.origin}/player/v1/${id}?description=1`,
    };
  },
};

const NAME = String.raw`[\w.-]{1,80}`;
const POST = new RegExp(
  `^/(?:${NAME}/posts/(?:${NAME}/)?[\\w-]{5,120}|groups/${NAME}/(?:posts|permalink)/\\d{5,25}|${NAME}/photos(?:/${NAME})?/\\d{5,25}|share/p/\\w{5,40})$`,
);
const VIDEO = new RegExp(`^/(?:${NAME}/videos/(?:${NAME}/)?\\d{5,25}|reel/\\d{5,25}|share/[vr]/\\w{5,40})$`);

function facebookPost({ searchParams }: URL, path: string): { url: string; video: boolean } | null {
  const site = EMBEDS.facebook.origin;
  if (POST.test(path) || VIDEO.test(path)) return { url: site + path, video: VIDEO.test(path) };
  const idIn = (name: string) => /^[\w-]{5,120}$/.exec(searchParams.get(name) ?? '')?.[0];
  const [story, page, photo, video] = ['story_fbid', 'id', 'fbid', 'v'].map(idIn);
  if (/^\/(?:permalink|story)\.php$/.test(path) && story && page)
    return { url: `${site}/permalink.php?story_fbid=${story}&id=${page}`, video: false };
  if (/^\/photo(?:\.php)?$/.test(path) && photo)
    return { url: `${site}/photo.php?fbid=${photo}`, video: false };
  if (/^\/watch(?:\/live)?$/.test(path) && video) return { url: `${site}/watch/?v=${video}`, video: true };
  return null;
}

function seconds(time: string | null): number {
  const [, h = '0', m = '0', s = '0'] =
    /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time ?? '') ?? [];
  return Number(h) * 3600 + Number(m) * 60 + Number(s);
}
