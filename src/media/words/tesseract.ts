import { readFileSync } from 'node:fs';
import language from '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz' with { type: 'file' };
import createCore from 'tesseract.js-core/tesseract-core-simd-lstm.js';
import wasm from 'tesseract.js-core/tesseract-core-simd-lstm.wasm' with { type: 'file' };
import { readPacked } from '../../app/packed-file';
import type { Grey } from './grey';

export type RawWord = {
  text: string;
  sure: number;
  line: string;
  left: number;
  top: number;
  width: number;
  height: number;
};

export type Engine = {
  // With `adaptive`, each part of the picture has its own threshold between dark and light, so that a page on
  // a background of another shade is found. If `isLate` returns true during the reading, only the first words
  // are returned.
  read(picture: Grey, options: { adaptive: boolean; isLate: () => boolean }): RawWord[];
};

/** Engine mode: only the neural network, which is all that our build has. */
const LSTM_ONLY = 1;
/** Page segmentation mode in which Tesseract finds columns, lines and vertical text by itself. */
const FIND_LINES = '3';
/** Methods of telling dark from light: one threshold (Otsu), and one for each neighbourhood (Sauvola). */
const [GLOBAL, ADAPTIVE] = ['0', '1'];
// Size of Tesseract's struct ETEXT_DESC, and the place of its deadline, both in bytes. A deadline that is not
// zero and has passed makes Tesseract skip the remaining words.
const [MONITOR_BYTES, DEADLINE_AT] = [64, 24];

export async function startTesseract(): Promise<Engine> {
  let onProgress = () => {};
  const reportProgress = () => onProgress();
  const core = await createCore({
    wasmBinary: readPacked(wasm),
    TesseractProgress: reportProgress,
    print: () => {},
    printErr: () => {},
  });
  core.FS.writeFile('eng.traineddata', Bun.gunzipSync(readFileSync(language)));
  const api = new core.TessBaseAPI();
  if (api.Init(null, 'eng', LSTM_ONLY) !== 0) throw new Error('Tesseract did not start.');
  const monitor = core._malloc(MONITOR_BYTES);
  return {
    read(picture, { adaptive, isLate }) {
      core.FS.writeFile('/input', toPgm(picture));
      for (let at = 0; at < MONITOR_BYTES; at += 4) core.setValue(monitor + at, 0, 'i32');
      onProgress = () => {
        if (isLate()) core.setValue(monitor + DEADLINE_AT, 1, 'i32');
      };
      api.SetVariable('user_defined_dpi', '150');
      api.SetVariable('tessedit_pageseg_mode', FIND_LINES);
      api.SetVariable('thresholding_method', adaptive ? ADAPTIVE! : GLOBAL!);
      api.SetImageFile(1, 0);
      api.Recognize(monitor);
      return toWords(api.GetTSVText(0));
    },
  };
}

/** Encodes a picture as a PGM file (netpbm, binary grey). */
const toPgm = ({ width, height, pixels }: Grey): Uint8Array =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels]);

const WORD_LEVEL = '5';

const toWords = (tsv: string): RawWord[] =>
  tsv.split('\n').flatMap((row) => {
    const [level, , block, paragraph, line, , left, top, width, height, sure, text = ''] = row.split('\t');
    if (level !== WORD_LEVEL || text.trim() === '') return [];
    const place = { left: Number(left), top: Number(top), width: Number(width), height: Number(height) };
    return [{ text, sure: Number(sure), line: `${block} ${paragraph} ${line}`, ...place }];
  });
