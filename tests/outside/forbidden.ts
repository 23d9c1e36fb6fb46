import { words } from '../support/words';

// IANA's special-purpose address registries for IPv4 and IPv6 (RFC 6890 and its successors), and IANA's list
// of allocated IPv6 blocks.

export const FORBIDDEN_ADDRESSES = words`
  0.0.0.0 0.0.0.1 0.255.255.255
  10.0.0.0 10.0.0.1 10.1.2.3 10.255.255.255
  100.64.0.0 100.64.0.1 100.100.100.200 100.127.255.255
  127.0.0.0 127.0.0.1 127.0.0.2 127.1.1.1 127.255.255.254 127.255.255.255
  168.63.129.16
  169.254.0.0 169.254.0.1 169.254.169.254 169.254.170.2 169.254.255.255
  172.16.0.0 172.16.0.1 172.20.1.1 172.31.255.255
  192.0.0.0 192.0.0.1 192.0.0.8 192.0.0.170 192.0.0.171 192.0.0.192 192.0.0.255
  192.0.2.0 192.0.2.1 192.0.2.255
  192.31.196.1 192.52.193.1 192.88.99.0 192.88.99.1 192.175.48.1
  192.168.0.0 192.168.0.1 192.168.1.254 192.168.255.255
  198.18.0.0 198.18.0.1 198.19.255.255
  198.51.100.0 198.51.100.7 203.0.113.0 203.0.113.255
  224.0.0.0 224.0.0.1 224.0.0.251 233.252.0.1 239.255.255.250 239.255.255.255
  240.0.0.0 240.0.0.1 250.1.2.3 255.255.255.254 255.255.255.255
  :: ::1 ::2
  ::127.0.0.1 ::10.0.0.1 ::169.254.169.254 ::8.8.8.8
  ::ffff:0.0.0.0 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:192.168.0.1 ::ffff:8.8.8.8
  ::ffff:0:127.0.0.1 ::ffff:0:8.8.8.8
  64:ff9b::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b::169.254.169.254 64:ff9b::100.64.0.1 64:ff9b::
  64:ff9b:1::1 64:ff9b:1::10.0.0.1 64:ff9b:1:ffff:ffff:ffff:ffff:ffff
  100::1 100:0:0:1::1 200::1 400::1 1000::1
  2001::1 2001:0:7f00:1:: 2001:1::1 2001:1::2 2001:2::1 2001:3::1 2001:4:112::1 2001:10::1 2001:20::1 2001:30::1
  2001:db8::1 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff 2001:1000::1 2001:c000::1 2001:ffff::1
  2002:7f00:1::1 2002:a00:1::1 2002:a9fe:a9fe::1 2002:808:808::1
  2003:8000::1 2200::1 2620:4f:8000::1 2640::1 3000::1 3ffe::1 3fff::1 3fff:fff::1 3fff:ffff::1
  4000::1 5f00::1 6000::1 8000::1 a000::1 c000::1 e000::1
  fc00::1 fd00::1 fd00:ec2::254 fdff:ffff::1
  fe80::1 fe80::a9fe:a9fe febf::1 fec0::1 feff::1
  ff00::1 ff02::1 ff02::fb ff05::1:3 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff`;

export const PUBLIC_ADDRESSES = words`
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.215.14 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1
  168.63.129.15 168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.1
  192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0
  223.255.255.255
  64:ff9b::8.8.8.8 2001:200::1 2001:4860:4860::8888 2001:67c:2e8::1 2003::1 2400:cb00::1 2410::1 2600::1
  2606:4700:4700::1111 2620:fe::fe 2630::1 2800:3f0::1 2a00:1450:4001::1 2a10::1 2c0f:fb50::1`;

export const SPELLINGS = words`
  http://127.0.0.1:$/ http://127.0.0.1.:$/ http://127.1:$/ http://127.0.1:$/ http://127.000.000.001:$/ http://2130706433:$/
  http://0x7f000001:$/ http://0x7F.0x0.0x0.0x1:$/ http://0x7f.1:$/ http://017700000001:$/ http://0177.0.0.1:$/
  http://0177.0x0.0.1:$/ http://0:$/ http://0x0:$/ http://0.0.0.0:$/ http://00000000:$/ http://127.0.0.2:$/
  http://127.127.127.127:$/ http://%31%32%37.0.0.1:$/ http://127%2e0%2e0%2e1:$/ http://127。0。0。1:$/
  http://127．0．0．1:$/ http://１２７.０.０.１:$/ http://①②⑦.⓪.⓪.①:$/ http://𝟏𝟐𝟕.𝟎.𝟎.𝟏:$/
  http://[::1]:$/ http://[0:0:0:0:0:0:0:1]:$/ http://[0000:0000:0000:0000:0000:0000:0000:0001]:$/ http://[::]:$/
  http://[::ffff:127.0.0.1]:$/ http://[::ffff:7f00:1]:$/ http://[0:0:0:0:0:ffff:7f00:0001]:$/ http://[::127.0.0.1]:$/
  http://[::7f00:1]:$/ http://[::ffff:0:127.0.0.1]:$/ http://[64:ff9b::127.0.0.1]:$/ http://[64:ff9b::7f00:1]:$/
  http://[2002:7f00:1::]:$/ http://[fe80::1]:$/ http://[fe80::1%25lo]:$/ http://[::1%25lo]:$/
  http://localhost:$/ http://LOCALHOST:$/ http://localhost.:$/ http://ｌｏｃａｌｈｏｓｔ:$/ http://loc%61lhost:$/
  http://a.localhost:$/ http://localhost.localdomain:$/ http://ip6-localhost:$/ http://intranet:$/ http://printer.local:$/
  http://metadata.google.internal:$/ http://router.home.arpa:$/ http://nas.lan:$/ http://hidden.onion:$/
  http://user@127.0.0.1:$/ http://user:pass@127.0.0.1:$/ http://good.example@127.0.0.1:$/
  http://127.0.0.1:$@good.example/ http://good.example%2f@127.0.0.1:$/ http://good.example:x@127.0.0.1:$/
  http:127.0.0.1:$/ http:/127.0.0.1:$/ http:\\\\127.0.0.1:$/ http:///127.0.0.1:$/ http://127.0.0.1:$\\@good.example/
  http://127.0.0.1:$#@good.example/ http://127.0.0.1:$?@good.example/ HTTP://127.0.0.1:$/ https://127.0.0.1:$/
  https://[::1]:$/ http://[::1.2.3.4]:$/`;

export const OTHER_SCHEMES = [
  ...words`
    file:///etc/passwd file://127.0.0.1/etc/passwd ftp://127.0.0.1:$/ gopher://127.0.0.1:$/_GET
    dict://127.0.0.1:$/stat ws://127.0.0.1:$/ unix:///var/run/docker.sock
    http+unix://%2Fvar%2Frun%2Fdocker.sock/info data:text/html,<title>x</title> javascript:alert(1)
    blob:http://127.0.0.1:$/x about:blank ldap://127.0.0.1:$/ tftp://127.0.0.1:$/x jar:http://127.0.0.1:$/x!/
    //127.0.0.1:$/ 127.0.0.1:$ http:// http://:$/ http://[/ http://[::1/ http://256.256.256.256:$/
    http://1.2.3.4.5:$/ http://127.0.0.1:99999/ http://127.0.0.1:-1/ http://127.0.0.1\0:$/
    http://exa\0mple.example:$/ http://-.example:$/ http://-bad.example:$/ http://good..example:$/
    http://.example:$/`,
  ...['', ' ', 'http://a b/', `http://${'a'.repeat(64)}.example:$/`, `http://${'a.'.repeat(127)}example:$/`],
  `http://good.example:$/${'a'.repeat(3000)}`,
];

const OTHER_PORTS = [1, 21, 22, 23, 25, 53, 110, 143, 445, 2375, 3306, 5432, 6379, 8080, 9200, 11211, 27017];

const ANSWERS: Record<string, string[][]> = {
  'this machine': [['127.0.0.1']],
  'this machine over IPv6': [['::1']],
  'any address of this machine': [['0.0.0.0']],
  'the unspecified IPv6 address': [['::']],
  'IPv4 mapped into IPv6': [['::ffff:127.0.0.1']],
  'IPv4-compatible IPv6': [['::127.0.0.1']],
  'through NAT64': [['64:ff9b::7f00:1']],
  'through 6to4': [['2002:7f00:1::1']],
  'with a zone': [['fe80::1%lo']],
  'the metadata service': [['169.254.169.254']],
  'a private network': [['10.0.0.5']],
  'shared address space': [['100.64.0.7']],
  'good and bad in one answer': [['93.184.215.14', '127.0.0.1']],
  'bad after many good': [[...Array.from({ length: 20 }, (_, n) => `93.184.215.${n}`), '127.0.0.1']],
  'good over IPv4, bad over IPv6': [['93.184.215.14', '::1']],
  'too many answers': [Array.from({ length: 33 }, (_, n) => `93.184.215.${n}`)],
  'no answer': [[]],
  nonsense: [['not-an-address']],
  'a name instead of an address': [['localhost']],
  'an octal spelling': [['0177.0.0.1']],
  'a spelling that is octal to some': [['010.8.8.8']],
  'a public address with a zone': [['2606:4700:4700::1111%lo']],
  'a short spelling': [['127.1']],
  'a number': [['2130706433']],
};

export type ForbiddenCase = { name: string; url: string };

type RedirectTo = (url: string, hops?: number, status?: number) => string;

/** The client must accept this port like the web ports 80 and 443. */
export function forbiddenCases(port: number, redirectTo: RedirectTo) {
  const names: Record<string, string[][]> = { 'good.example': [['93.184.215.14']] };
  const cases: ForbiddenCase[] = [];
  const add = (name: string, url: string) => cases.push({ name, url });

  for (const ip of FORBIDDEN_ADDRESSES) add(`the address ${ip}`, `http://${literal(ip)}:${port}/`);
  for (const spelling of [...SPELLINGS, ...OTHER_SCHEMES])
    add(`spelled ${spelling.slice(0, 80)}`, spelling.replace('$', String(port)));
  for (const other of OTHER_PORTS) add(`port ${other}`, `http://good.example:${other}/`);
  for (const [index, [name, answers]] of Object.entries(ANSWERS).entries()) {
    const host = `n${index}.evil.example`;
    names[host] = answers;
    add(`a name that is ${name}`, `http://${host}:${port}/`);
  }

  const inside = [
    `http://127.0.0.1:${port}/`,
    `http://[::1]:${port}/`,
    `http://localhost:${port}/`,
    `http://n0.evil.example:${port}/`,
    `http://n4.evil.example:${port}/`,
    `http://169.254.169.254:${port}/latest/meta-data/`,
    `//127.0.0.1:${port}/`,
    `\\\\127.0.0.1:${port}/`,
    `http://0x7f.1:${port}/`,
    'file:///etc/passwd',
    `gopher://127.0.0.1:${port}/`,
    'http://good.example:6379/',
  ];
  for (const url of inside) add(`a redirect to ${url}`, redirectTo(url));
  for (const status of [301, 303, 307, 308])
    add(`a ${status} to this machine`, redirectTo(inside[0]!, 1, status));
  for (const hops of [2, 3, 4, 5]) add(`${hops} redirects to this machine`, redirectTo(inside[0]!, hops));

  // DNS rebinding: names whose answers change between public addresses and addresses of this machine
  const rebindings: string[][][] = [
    [['93.184.215.14', '127.0.0.1'], ['93.184.215.14']],
    [['::1'], ['93.184.215.14']],
    [['127.0.0.1'], ['93.184.215.14'], ['127.0.0.1']],
    [['::ffff:7f00:1'], ['93.184.215.14']],
    [['0.0.0.0'], ['93.184.215.14']],
    [['127.0.0.1', '::1'], ['93.184.215.14']],
  ];
  for (const [index, answers] of rebindings.entries()) {
    const host = `r${index}.evil.example`;
    names[host] = answers;
    add(`a name that changes (${index})`, `http://${host}:${port}/`);
    const redirected = `l${index}.evil.example`;
    names[redirected] = answers;
    add(`a redirect to a name that changes (${index})`, redirectTo(`http://${redirected}:${port}/`));
  }
  return { cases, names };
}

const literal = (ip: string) => (ip.includes(':') ? `[${ip}]` : ip);
