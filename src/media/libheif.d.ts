// Path of a file that our executable contains.
declare module 'libheif-js/libheif-wasm/libheif.wasm' {
  const path: string;
  export default path;
}
