/** The bundled build of libheif has no types of its own; they are those of the other build. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  export { default } from 'libheif-js/libheif-wasm/libheif';
}
