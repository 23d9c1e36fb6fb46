import { code, eachFile, imports, rule } from './sources';

const NETWORK_MODULE =
  /^((node:)?(https?|http2|net|tls|dgram|dns(\/promises)?|child_process)|bun|twilio(\/.*)?|nodemailer(\/.*)?|smtp-server|imapflow|mailauth(\/.*)?|@huggingface\/.*|openid-client|jose|undici|axios)$/;
const NETWORK_CALL =
  /(?<![\w.$'"/-])fetch\b|\bglobalThis\b|\bBun\.(fetch|connect|udpSocket|dns|s3|spawn|spawnSync|\$)|\bnew WebSocket\(/;
const SERVER_METHOD = /^\s*(async )?fetch\([^)]*\) \{$/gm;
const CONNECTING_MODULE = /^(node:)?(https?|http2|tls|dgram|dns(\/promises)?)$/;
/** Does not match an import of `isIP` alone, because `isIP` only recognises IP addresses. */
const CONNECTING_IMPORT = /import (?!{ isIP } )[^;]*from ['"](node:)?net['"]/;
const GUARDED_CLIENT = 'src/outside/web.ts';
/** No other file may import it. */
const CHECKED_REQUEST = 'src/outside/web-request.ts';
/** Starts the program itself, and calls nothing. */
const CAGE = 'src/outside/cage/cage.ts';
/** Starts the program itself as the server of a cell, and calls nothing. */
const SERVER = 'src/outside/server-process.ts';
/** Starts the program that the operator names for copies, and calls nothing. */
const LITESTREAM = 'src/outside/litestream/process.ts';
/** Starts the program itself, and calls nothing. */
const READER = 'src/outside/readers/process.ts';
/** Calls the process of this server that writes, over a file. */
const WRITER = 'src/outside/readers/writer.ts';
/** The whole of `@tagline/client`, which calls the server that its user names. No file of the server imports it. */
const CLIENT = 'src/client/runtime.ts';
/** They ask the DNS for records of the operator's own domain, and of writers of mails. */
const MAIL_DNS = ['dns-records', 'authentication'].map((name) => `src/outside/mail/${name}.ts`);
const SPAWN = /\bBun\.(spawn|spawnSync|\$)/;
const SERVICE =
  /^src\/outside\/(\w+\/(client|media)|lease\/(etcd|kubernetes)|own-address|file-download|tmdb|huggingface)\.ts$/;

rule(
  'only src/outside reaches the network',
  eachFile((path, source) => {
    if (!path.startsWith('src/') || path.startsWith('src/outside/')) return [];
    if (path === CLIENT) return imports(path, source).map(({ of }) => `${path} imports ${of}`);
    const modules = imports(path, source).filter(({ of, typeOnly }) => !typeOnly && NETWORK_MODULE.test(of));
    const call = NETWORK_CALL.exec(code(path, source).replace(SERVER_METHOD, ''))?.[0];
    return [...modules.map(({ of }) => `${path} imports ${of}`), ...(call ? [`${path} calls ${call}`] : [])];
  }),
  {
    wrong: [
      { 'src/media/previews/previews.ts': "export const get = () => fetch('http://x.example');" },
      { 'src/texting/reply.ts': "import twilio from 'twilio';\ntwilio();" },
      { 'src/media/media.ts': "import { request } from 'node:https';\nrequest();" },
      { 'src/app/hub.ts': "Bun.connect({ hostname: 'x.example', port: 1, socket: {} });" },
      { 'src/app/hub.ts': "new WebSocket('ws://x.example');" },
      { 'src/media/previews/page.ts': 'export const get = (url: string) => globalThis.fetch(url);' },
      { 'src/media/previews/page.ts': 'const ask = fetch;\nexport const get = (url: string) => ask(url);' },
      { 'src/media/previews/page.ts': 'export const get = (urls: string[]) => urls.map(fetch);' },
      { 'src/media/previews/page.ts': "import { fetch as ask } from 'bun';\nask('http://x.example');" },
      { [CLIENT]: "import { App } from '../app/app';" },
      { 'src/client/login.ts': "export const get = () => fetch('http://x.example');" },
      { 'src/media/media.ts': "Bun.spawn(['curl', 'http://x.example']);" },
      { 'src/media/media.ts': "import { spawn } from 'node:child_process';\nspawn('curl');" },
    ],
    right: [
      { 'src/outside/pages.ts': "export const get = () => fetch('http://x.example');" },
      { [CLIENT]: "export const get = () => fetch('http://x.example');" },
      {
        'src/http/server.ts':
          'Bun.serve({\n  async fetch(request, server) {\n    return respond();\n  },\n});',
      },
      {
        'src/media/previews/previews.ts':
          '// a fetch(address) would reach inside\nprefetch(); pages.fetch();',
      },
    ],
  },
);

rule(
  'only the cage, readers, the server of a cell and Litestream are started as processes',
  eachFile((path, source) => {
    if (!path.startsWith('src/')) return [];
    const written = code(path, source);
    if (path === WRITER)
      return /^[^;]*\bfetch\(url, \{[^}]*\bunix: socket\b[^}]*\}\);\s*$/.test(written)
        ? []
        : [`${path} calls more than its socket`];
    if (![CAGE, READER, SERVER, LITESTREAM].includes(path))
      return SPAWN.test(written) ? [`${path} starts a process`] : [];
    const calls = [...written.matchAll(new RegExp(NETWORK_CALL, 'g'))].map(([call]) => call);
    if (path === LITESTREAM)
      return calls.every((call) => call === 'Bun.spawn') ? [] : [`${path} calls ${calls.join()}`];
    const own = { [CAGE]: 'CAGE,', [READER]: 'READER,', [SERVER]: '"serve"],' }[path];
    const isOwn = calls.join() === 'Bun.spawn' && written.includes(`Bun.spawn([...program(), ${own}`);
    return isOwn ? [] : [`${path} calls ${calls.join()}`];
  }),
  {
    wrong: [
      { 'src/outside/tmdb.ts': "Bun.spawn(['curl', 'http://x.example']);" },
      { [CAGE]: "Bun.spawn(['curl', 'http://x.example']);" },
      { [SERVER]: "Bun.spawn([...program(), 'serve']);\nfetch('http://x.example');" },
      { [LITESTREAM]: "Bun.spawn(['litestream']);\nfetch('http://x.example');" },
      { [READER]: 'Bun.spawn([...program(), CAGE, work]);' },
      { [WRITER]: 'export const ask = (url: string) => fetch(url, { keepalive: false });' },
      { [CAGE]: "Bun.spawn([...program(), CAGE, work]);\nfetch('http://x.example');" },
    ],
    right: [
      { [CAGE]: 'Bun.spawn([...program(), CAGE, work]);' },
      { [READER]: 'Bun.spawn([...program(), READER, given]);' },
      { [WRITER]: 'export const ask = (socket: string, url: string) => fetch(url, { unix: socket });' },
      { [SERVER]: "Bun.spawn([...program(), 'serve'], {});" },
      { [LITESTREAM]: "Bun.spawn(['litestream']);" },
    ],
  },
);

rule(
  'only the guarded client calls addresses that users give',
  eachFile((path, source) => {
    if (
      !path.startsWith('src/outside/') ||
      [GUARDED_CLIENT, CHECKED_REQUEST, CAGE, READER, SERVER, WRITER, LITESTREAM, ...MAIL_DNS].includes(path)
    )
      return [];
    const modules = imports(path, source).filter(
      ({ of, typeOnly }) => !typeOnly && (CONNECTING_MODULE.test(of) || `${of}.ts` === CHECKED_REQUEST),
    );
    const connects =
      CONNECTING_IMPORT.test(source) || (!SERVICE.test(path) && NETWORK_CALL.test(code(path, source)));
    return [...modules.map(({ of }) => `${path} imports ${of}`), ...(connects ? [`${path} connects`] : [])];
  }),
  {
    wrong: [
      { 'src/outside/pages.ts': 'export const get = (url: string) => fetch(url);' },
      { 'src/outside/pages.ts': 'const ask = fetch;\nexport const get = (url: string) => ask(url);' },
      { 'src/outside/twilio/media.ts': "import { request } from 'node:http';\nrequest();" },
      { 'src/outside/twilio/media.ts': "import net from 'node:net';\nnet.connect(80, 'x.example');" },
      { 'src/outside/tmdb.ts': "import { requestFirst } from './web-request';\nrequestFirst();" },
      { 'src/outside/tmdb.ts': "import { lookup } from 'node:dns/promises';\nlookup();" },
    ],
    right: [
      { 'src/outside/web.ts': "import http from 'node:http';\nhttp.request();" },
      { 'src/outside/tmdb.ts': "export const get = () => fetch('https://api.example/3');" },
      { 'src/outside/guard.ts': "import { isIP } from 'node:net';\nisIP('1.1.1.1');" },
    ],
  },
);

rule(
  'only main.ts prints, and only main.ts reads the environment',
  eachFile((path, source) =>
    path.startsWith('src/') && path !== 'src/main.ts'
      ? [...code(path, source).matchAll(/\bconsole\.\w+|\b(process|Bun)\.env\b/g)].map(
          ([use]) => `${path} uses ${use}`,
        )
      : [],
  ),
  {
    wrong: [
      { 'src/app/app.ts': "console.log('here');" },
      { 'src/app/app.ts': 'const port = process.env.PORT; port;' },
      { 'src/app/app.ts': 'const { PORT } = Bun.env; PORT;' },
    ],
    right: [
      {
        'src/app/app.ts': '// console.log is for main\nlog.info(1);',
        'src/main.ts': 'console.log(process.env);',
      },
    ],
  },
);
