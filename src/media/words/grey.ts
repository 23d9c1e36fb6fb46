import { MAX_PIXELS } from '../images';
import { decodePng } from '../png';

export type Grey = { width: number; height: number; pixels: Uint8Array };

/** Transparent parts count as white. */
export async function decodeGrey(picture: Uint8Array<ArrayBuffer>, side: number): Promise<Grey> {
  const image = new Bun.Image(picture, { maxPixels: MAX_PIXELS });
  image.resize(side, side, { fit: 'inside', withoutEnlargement: true });
  const { width, height, pixel, rows } = decodePng(await image.png({ compressionLevel: 0 }).bytes());
  const pixels = new Uint8Array(width * height);
  for (const [y, row] of rows.entries())
    for (let x = 0; x < width; x++) {
      const at = x * pixel;
      // luma of Rec. 601, times 256
      const shade = pixel < 3 ? row[at]! : (row[at]! * 77 + row[at + 1]! * 150 + row[at + 2]! * 29) >> 8;
      const opacity = pixel % 2 === 0 ? row[at + pixel - 1]! : 255;
      pixels[y * width + x] = opacity === 255 ? shade : 255 - ((255 - shade) * opacity) / 255;
    }
  return { width, height, pixels };
}

export function shrink({ width, height, pixels }: Grey, side: number): Grey {
  const step = Math.max(1, Math.ceil(Math.max(width, height) / side));
  const small = {
    width: Math.max(1, Math.floor(width / step)),
    height: Math.max(1, Math.floor(height / step)),
  };
  const averages = new Uint8Array(small.width * small.height);
  for (let y = 0; y < small.height; y++)
    for (let x = 0; x < small.width; x++) {
      let sum = 0;
      let count = 0;
      for (let v = y * step; v < Math.min((y + 1) * step, height); v++)
        for (let u = x * step; u < Math.min((x + 1) * step, width); u++, count++)
          sum += pixels[v * width + u]!;
      averages[y * small.width + x] = sum / count;
    }
  return { ...small, pixels: averages };
}

/** In the corners that the picture does not cover, the pixels at its edge are repeated. */
export function turn(picture: Grey, degrees: number): Grey {
  if (degrees === 0) return picture;
  const { width, height, pixels } = picture;
  const [cos, sin] = cosAndSin(degrees);
  const turned = {
    width: Math.round(Math.abs(width * cos) + Math.abs(height * sin)),
    height: Math.round(Math.abs(width * sin) + Math.abs(height * cos)),
  };
  const result = new Uint8Array(turned.width * turned.height);
  const [right, bottom] = [width - 1, height - 1];
  for (let y = 0; y < turned.height; y++)
    for (let x = 0; x < turned.width; x++) {
      const dx = x - (turned.width - 1) / 2;
      const dy = y - (turned.height - 1) / 2;
      const u = Math.min(right, Math.max(0, cos * dx + sin * dy + right / 2));
      const v = Math.min(bottom, Math.max(0, cos * dy - sin * dx + bottom / 2));
      const [left, top] = [u | 0, v | 0];
      const [shareX, shareY] = [u - left, v - top];
      const upper = top * width + left;
      const lower = upper + (top < bottom ? width : 0);
      const next = left < right ? 1 : 0;
      const above = pixels[upper]! * (1 - shareX) + pixels[upper + next]! * shareX;
      const below = pixels[lower]! * (1 - shareX) + pixels[lower + next]! * shareX;
      result[y * turned.width + x] = above * (1 - shareY) + below * shareY + 0.5;
    }
  return { ...turned, pixels: result };
}

export function turnBack(
  { width, height }: Grey,
  degrees: number,
  turned: Grey,
  { x, y }: { x: number; y: number },
): { x: number; y: number } {
  const [cos, sin] = cosAndSin(degrees);
  const dx = x - turned.width / 2;
  const dy = y - turned.height / 2;
  return { x: cos * dx + sin * dy + width / 2, y: cos * dy - sin * dx + height / 2 };
}

const cosAndSin = (degrees: number): [cos: number, sin: number] => {
  const angle = (degrees * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle)];
};
