const WALL_ADDRESS =
  /^https?:\/\/(consent|login|accounts?|signin|auth|sso)\.|\/(accounts\/login|log-?in|sign-?in|signup|checkpoint|consent|captcha)(\.\w{2,5})?(\/|\?|$)/i;
const WALL_TITLE = new RegExp(
  `^(${[
    'log[ -]?in( or sign ?up)?( to view)?|log ?in(to| to)? \\w+|sign[ -]?(in|up)( (to|with) .{1,40})?|linkedin: log in or sign up',
    'anmelden|einloggen|connexion|iniciar sesi[oó]n|accedi|(用户|用戶|会员|會員|请|請)?(登录|登陆|登錄|登入)|ログイン|로그인',
    'before you continue( to .{1,40})?|bevor sie .{1,60} weitergehen|we value your privacy|(your )?(privacy|cookie) (settings|preferences|consent|notice)|cookie consent',
    'just a moment|attention required|access (denied|to this page has been denied)|robot check|security (check|verification)|are you (a )?(human|robot)|human verification|verify(ing)? (you are|that you are|you.re) .{1,40}|checking your browser.{0,40}|one more step|please wait|captcha|enable javascript|javascript (is )?(required|disabled)',
    'making sure you.re not a bot|pardon our interruption|client challenge|(vercel )?security checkpoint|sina visitor system|(百度)?安全验证|人机验证|验证码',
    'redirecting( you)?|you are being redirected|unsupported browser|loading',
    '(error )?(4\\d\\d|50\\d)( (not found|forbidden|unauthorized|error|bad .{1,10}|gone|too many requests|.{1,10} unavailable|.{1,10} time-?out|internal server error))?|(page|content|post|video) (not found|unavailable|isn.t available)',
  ].join('|')})$`,
  'i',
);
/** On another site, such a title belongs to a page about the service. */
const CLOSED_SERVICE = /^(facebook|instagram|x|twitter|tiktok|linkedin|reddit|threads|pinterest)$/i;

export function isWall(title: string, url: string): boolean {
  if (WALL_ADDRESS.test(url)) return true;
  const parts = title.split(/\s+[•·|–—:»-]\s+/).map((part) => part.replace(/[\s.…!?]+$/, ''));
  const [first = ''] = parts;
  return (
    WALL_TITLE.test(first) ||
    (CLOSED_SERVICE.test(first) && new URL(url).hostname.split('.').includes(first.toLowerCase())) ||
    (parts.length > 1 && /^(log ?in|sign ?(in|up)|로그인)/i.test(parts.at(-1) ?? ''))
  );
}
