import type net from 'node:net';
import zlib from 'node:zlib';

export const HOSTILE: Record<string, (socket: net.Socket) => void> = {
  'never answers': () => {},
  'closes at once': (socket) => socket.destroy(),
  'resets in the middle': (socket) => {
    socket.write(head('content-length: 1000'));
    socket.write('<title>x');
    setTimeout(() => socket.resetAndDestroy(), 20);
  },
  'sends a byte now and then': (socket) => {
    socket.write(head());
    drip(socket, '<', 200);
  },
  'sends its headers byte by byte': (socket) => drip(socket, 'H', 200),
  'never ends its headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    drip(socket, `x-filler: ${'y'.repeat(2000)}\r\n`, 5);
  },
  'answers with garbage': (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n\u0000\u0001\u0002'),
  'switches protocols': (socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  'promises more than it sends': answer('content-length: 100000', () => '<title>short</title>'),
  'lies about its encoding': answer('content-encoding: gzip', () => '<title>not compressed</title>'),
  'uses an unsupported encoding': answer('content-encoding: zstd', () => 'x'),
  'a brotli bomb': answer('content-encoding: br', () => brotliBomb()),
  'redirects to itself': (socket) => socket.end('HTTP/1.1 302 Found\r\nlocation: /\r\n\r\n'),
  'redirects to nowhere': (socket) => socket.end('HTTP/1.1 302 Found\r\nlocation: http://\r\n\r\n'),
  'redirects and never ends the body': (socket) => {
    socket.write('HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 100000\r\n\r\n');
    drip(socket, 'x', 100);
  },
  'only informs': (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n', 50),
  'says there is nothing': (socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'),
  'is out of order': (socket) => socket.end('HTTP/1.1 500 Oops\r\ncontent-length: 0\r\n\r\n'),
  'sends a PDF': (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7'),
};

export const ENDLESS: Record<string, (socket: net.Socket) => void> = {
  'endless text': (socket) => flood(socket, Buffer.alloc(65_536, 'a')),
  'tags that are never closed': (socket) => flood(socket, Buffer.from('<a>'.repeat(20_000))),
  'a gzip bomb': answer('content-encoding: gzip', () => gzipBomb()),
};

const BOMB_SIZE = 64 * 1024 * 1024;
const gzipBomb = lazy(() => zlib.gzipSync(Buffer.alloc(BOMB_SIZE)));
const brotliBomb = lazy(() =>
  zlib.brotliCompressSync(Buffer.alloc(BOMB_SIZE), { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }),
);

function lazy(make: () => Buffer) {
  let buffer: Buffer | undefined;
  return () => (buffer ??= make());
}

const head = (more = 'x-more: no') => `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n${more}\r\n\r\n`;

function answer(header: string, body: () => string | Buffer) {
  return (socket: net.Socket) => {
    socket.write(head(header));
    socket.end(body());
  };
}

function drip(socket: net.Socket, bytes: string, every: number) {
  const timer = setInterval(() => (socket.writable ? socket.write(bytes) : clearInterval(timer)), every);
  socket.on('close', () => clearInterval(timer));
}

function flood(socket: net.Socket, bytes: Buffer) {
  const pour = () => {
    while (socket.writable && socket.write(bytes));
  };
  socket.on('drain', pour);
  socket.write(head());
  pour();
}
