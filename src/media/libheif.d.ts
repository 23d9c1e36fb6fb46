/** The build with everything in one file has the types of the other one. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  export { default } from 'libheif-js/libheif-wasm/libheif';
}
