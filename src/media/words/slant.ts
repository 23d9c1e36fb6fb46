import { type Grey, shrink } from './grey';

const SIDE = 700;
const NEAR = 8;
const CONTRAST = 25;
const PIXELS_MIN = 200;
const PIXELS_COUNTED = 30_000;
const SLANT_MAX = 35;
// The slant with the most uneven rows is clear if its unevenness is more than CLEAR times the average over
// all slants.
const CLEAR = 2.5;
const STRAIGHT = 0.75;

/**
 * Along the lines of a text, rows full of letters and rows between them alternate, so the numbers of letter
 * pixels in neighbouring rows differ the most.
 */
export function findSlant(picture: Grey): number {
  const small = shrink(picture, SIDE);
  const points = lettersOf(small);
  if (points.length < 2 * PIXELS_MIN) return 0;
  const unevenness = (degrees: number) => unevennessOfRows(points, small.width + small.height, degrees);
  let [best, most, sum] = [0, unevenness(0), 0];
  const look = (degrees: number) => {
    const value = unevenness(degrees);
    if (value > most) [best, most] = [degrees, value];
    return value;
  };
  for (let degrees = -SLANT_MAX; degrees <= SLANT_MAX; degrees++) sum += look(degrees);
  const isClear = most > (CLEAR * sum) / (2 * SLANT_MAX + 1);
  if (!isClear || Math.abs(best) === SLANT_MAX) return 0;
  const coarse = best;
  for (let part = -0.75; part <= 0.75; part += 0.25) look(coarse + part);
  return Math.abs(best) < STRAIGHT ? 0 : best;
}

function lettersOf({ width, height, pixels }: Grey): Float32Array {
  const sums = sumsOf({ width, height, pixels });
  const row = width + 1;
  const found: number[] = [];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - NEAR), Math.min(width, x + NEAR + 1)];
      const [top, bottom] = [Math.max(0, y - NEAR), Math.min(height, y + NEAR + 1)];
      const sum =
        sums[bottom * row + right]! -
        sums[top * row + right]! -
        sums[bottom * row + left]! +
        sums[top * row + left]!;
      const average = sum / ((right - left) * (bottom - top));
      if (Math.abs(pixels[y * width + x]! - average) > CONTRAST) found.push(x, y);
    }
  return thinOut(found);
}

function sumsOf({ width, height, pixels }: Grey): Float64Array {
  const row = width + 1;
  const sums = new Float64Array(row * (height + 1));
  for (let y = 0; y < height; y++)
    for (let x = 0, left = 0; x < width; x++) {
      left += pixels[y * width + x]!;
      sums[(y + 1) * row + x + 1] = sums[y * row + x + 1]! + left;
    }
  return sums;
}

/** A regular grid of points would look like lines of text at 45 degrees. */
function thinOut(points: number[]): Float32Array {
  const count = points.length / 2;
  const kept = Math.min(count, PIXELS_COUNTED);
  const thinned = new Float32Array(2 * kept);
  let random = 1;
  for (let at = 0; at < kept; at++) {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    const share = random / 2 ** 32;
    const from = 2 * Math.floor(((at + share) * count) / kept);
    thinned[2 * at] = points[from]! + share - 0.5;
    thinned[2 * at + 1] = points[from + 1]! + ((share * 1000) % 1) - 0.5;
  }
  return thinned;
}

function unevennessOfRows(points: Float32Array, reach: number, degrees: number): number {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const rows = new Int32Array(2 * reach + 2);
  for (let at = 0; at < points.length; at += 2)
    rows[Math.round(points[at + 1]! * cos - points[at]! * sin) + reach]! += 1;
  let sum = 0;
  for (let at = 1; at < rows.length; at++) sum += (rows[at]! - rows[at - 1]!) ** 2;
  return sum;
}
