/** The bundled build of libheif has no types of its own. The types of the other build fit. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  export { default } from 'libheif-js/libheif-wasm/libheif';
}
