import libheif from 'libheif-js/libheif-wasm/libheif.js';
import wasm from 'libheif-js/libheif-wasm/libheif.wasm' with { type: 'file' };
import { readPacked } from '../app/packed-file';

/** 512 MB, enough for 65 million pixels. */
const MEMORY_PAGES_MAX = 8192;
const BMP_HEADER = 54;

// without a limit, a photo that lies about its size could make the decoder ask for 2 GB
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength / 65_536 + pages > MEMORY_PAGES_MAX)
    throw new RangeError('A photo needs less memory.');
  return grow.call(this, pages);
};

/** The memory of the decoder is freed only when its process ends. Returns a BMP. */
export function decodeHeic(
  bytes: Uint8Array,
  side: number,
  maxPixels: number,
): Uint8Array<ArrayBuffer> | null {
  const heif = libheif({ wasmBinary: readPacked(wasm) });
  const context = heif.heif_context_alloc();
  heif.heif_context_read_from_memory(context, bytes);
  const photo = heif.heif_js_context_get_primary_image_handle(context);
  if (photo.code) return null;
  if (heif.heif_image_handle_get_width(photo) * heif.heif_image_handle_get_height(photo) > maxPixels)
    return null;
  const { heif_colorspace_RGB: rgb } = heif.heif_colorspace;
  const { heif_chroma_interleaved_RGB: interleaved } = heif.heif_chroma;
  const [pixels] = heif.heif_js_decode_image2(photo, rgb, interleaved).channels ?? [];
  return pixels ? toBmp(pixels, side) : null;
}

type Pixels = { data: Uint8Array; width: number; height: number; stride: number };

// A photo that is much larger than `side` is made smaller: each pixel is the average of a square of pixels.
function toBmp({ data, width, height, stride }: Pixels, side: number): Uint8Array<ArrayBuffer> {
  const step = Math.max(1, Math.round(Math.max(width, height) / side));
  const [columns, rows] = [Math.ceil(width / step), Math.ceil(height / step)];
  const line = Math.ceil((columns * 3) / 4) * 4;
  const bmp = new Uint8Array(BMP_HEADER + line * rows);
  const header = new DataView(bmp.buffer);
  header.setUint16(0, 0x424d); // BM
  header.setUint32(2, bmp.length, true);
  header.setUint32(10, BMP_HEADER, true);
  header.setUint32(14, BMP_HEADER - 14, true);
  header.setInt32(18, columns, true);
  header.setInt32(22, -rows, true); // a negative height means rows from top to bottom
  header.setUint16(26, 1, true);
  header.setUint16(28, 24, true); // bits per pixel: blue, green, red
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++)
      for (let color = 0; color < 3; color++) {
        let sum = 0;
        let count = 0;
        for (let v = y * step; v < Math.min((y + 1) * step, height); v++)
          for (let u = x * step; u < Math.min((x + 1) * step, width); u++, count++)
            sum += data[v * stride + u * 3 + color]!;
        bmp[BMP_HEADER + y * line + x * 3 + 2 - color] = sum / count + 0.5;
      }
  return bmp;
}
