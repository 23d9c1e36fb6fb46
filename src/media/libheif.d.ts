/** The bundled build of libheif has no types. It uses those of the other build, which fit. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  export { default } from 'libheif-js/libheif-wasm/libheif';
}
