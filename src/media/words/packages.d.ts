/** The package has no types; these are the parts that we use. */
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  type Api = {
    /** Returns 0 if Tesseract could start. */
    Init(folder: null, language: string, mode: number): number;
    SetVariable(name: string, value: string): boolean;
    /** Reads the file `/input`. */
    SetImageFile(orientation: number, radians: number): void;
    /** Takes the address of a struct ETEXT_DESC. */
    Recognize(monitor: number): number;
    GetTSVText(page: number): string;
  };
  type Core = {
    FS: { writeFile(name: string, bytes: Uint8Array): void };
    setValue(address: number, value: number, type: 'i32'): void;
    _malloc(bytes: number): number;
    TessBaseAPI: new () => Api;
  };
  type Options = {
    wasmBinary: Uint8Array;
    TesseractProgress: () => void;
    print: (line: string) => void;
    printErr: (line: string) => void;
  };
  export default function create(options: Options): Promise<Core>;
}

declare module 'tesseract.js-core/tesseract-core-simd-lstm.wasm' {
  const path: string;
  export default path;
}
declare module '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz' {
  const path: string;
  export default path;
}
