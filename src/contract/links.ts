const ADDRESS_MAX = 2048;

/** When somebody forgets the space after a full stop, the next word is seldom one of these. */
const BARE_ENDINGS =
  'com|org|net|edu|gov|info|biz|app|dev|io|xyz|wiki|blog|museum|eu|uk|de|fr|nl|ch|dk|cz|jp|kr|ru|nz|sg|za';

/**
 * Many of them are also words, and people forget the space after a full stop. Therefore an address with one
 * of these endings usually counts as a link only if it has a scheme or a path.
 */
const COUNTRY_ENDINGS =
  'ac|ad|ae|af|ag|ai|al|am|ao|aq|ar|as|at|au|aw|ax|az|ba|bb|bd|be|bf|bg|bh|bi|bj|bm|bn|bo|br|bs|bt|bv|bw|by|bz|ca|cc|cd|cf|cg|ch|ci|ck|cl|cm|cn|co|cr|cu|cv|cw|cx|cy|cz|de|dj|dk|dm|do|dz|ec|ee|eg|er|es|et|eu|fi|fj|fk|fm|fo|fr|ga|gb|gd|ge|gf|gg|gh|gi|gl|gm|gn|gp|gq|gr|gs|gt|gu|gw|gy|hk|hm|hn|hr|ht|hu|id|ie|il|im|in|io|iq|ir|is|it|je|jm|jo|jp|ke|kg|kh|ki|km|kn|kp|kr|kw|ky|kz|la|lb|lc|li|lk|lr|ls|lt|lu|lv|ly|ma|mc|md|me|mg|mh|mk|ml|mm|mn|mo|mp|mq|mr|ms|mt|mu|mv|mw|mx|my|mz|na|nc|ne|nf|ng|ni|nl|no|np|nr|nu|nz|om|pa|pe|pf|pg|ph|pk|pl|pm|pn|pr|ps|pt|pw|py|qa|re|ro|rs|ru|rw|sa|sb|sc|sd|se|sg|sh|si|sj|sk|sl|sm|sn|so|sr|ss|st|su|sv|sx|sy|sz|tc|td|tf|tg|th|tj|tk|tl|tm|tn|to|tr|tt|tv|tw|tz|ua|ug|uk|us|uy|uz|va|vc|ve|vg|vi|vn|vu|wf|ws|ye|yt|za|zm|zw';

/**
 * An address with such an ending is a link only if it has a scheme or a path, such as `example.recipes/soup`.
 */
const WORD_ENDINGS =
  'art|bar|cafe|chat|cloud|club|codes|community|coop|design|email|events|family|farm|film|fun|fyi|games|garden|group|guide|health|host|house|ink|jobs|land|legal|life|link|live|lol|love|media|menu|mobi|name|network|news|one|online|ooo|page|photo|photography|photos|pics|pizza|place|plus|press|pro|pub|recipes|rent|restaurant|rocks|run|school|science|shop|show|site|social|software|solutions|space|store|studio|style|systems|team|tech|tips|tickets|today|tools|tours|town|toys|travel|tube|university|video|vip|watch|website|work|works|world|zone';

const CHARACTER = String.raw`[^\s<>"“”‘’«»…，。！？、；：（）【】「」『』\p{Extended_Pictographic}\p{Regional_Indicator}]`;
const WORD = String.raw`[\p{Script=Latin}\p{N}]`;
const LABEL = String.raw`${WORD}(?:[\p{Script=Latin}\p{N}-]{0,61}${WORD})?`;
const MAIL_HOST = String.raw`@[\p{Script=Latin}\p{N}._-]{0,253}`;
const HOST_END = String.raw`(?![\p{Script=Latin}\p{N}@_-]|\.${WORD})`;

/** Matches three kinds of addresses. */
const LINK = /* @__PURE__ */ new RegExp(
  [
    String.raw`(?:[Hh][Tt][Tt][Pp][Ss]?://|(?<!${WORD}|${MAIL_HOST})[Ww]{3}\.(?=[\p{L}\p{N}]))${CHARACTER}+`,
    String.raw`(?<![\p{Script=Latin}\p{N}@#._/:=&?$~+-])(?:${LABEL}\.){1,8}` +
      `(?:(?:(?:${BARE_ENDINGS})|(?<=\\.(?:com?|org|net|edu|gov|ac)\\.)(?:${COUNTRY_ENDINGS}))${HOST_END}(?:(?::\\d{1,5})?[/?#]${CHARACTER}*)?` +
      `|(?:${COUNTRY_ENDINGS}|${WORD_ENDINGS})${HOST_END}(?::\\d{1,5})?/${CHARACTER}*)`,
  ].join('|'),
  'gu',
);

export type Link = { url: string; text: string; start: number };

export function findLinks(text: string): Link[] {
  const links: Link[] = [];
  for (const match of text.matchAll(LINK)) {
    const spelling = withoutPunctuation(match[0]);
    const url = /^https?:/i.test(spelling) ? spelling : `https://${spelling}`;
    if (url.length > ADDRESS_MAX || !URL.canParse(url)) continue;
    links.push({ url, text: spelling, start: match.index });
  }
  return links;
}

/** Keeps a closing parenthesis if the link also has the opening one. */
function withoutPunctuation(link: string): string {
  let unopened = link.split(')').length - link.split('(').length;
  let end = link.length;
  for (; end > 0; end--) {
    const last = link.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened--;
    else if (!/[.,;:!?'\]}*]/.test(last)) break;
  }
  return link.slice(0, end);
}
