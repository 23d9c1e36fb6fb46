const SIDE = 4;
/** Header of a BMP file: SIDE by SIDE pixels of 24 bits, the top row first. */
const BMP_HEADER = [
  ...[0x42, 0x4d, 102, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0],
  ...[40, 0, 0, 0, SIDE, 0, 0, 0, 256 - SIDE, 255, 255, 255, 1, 0, 24, 0],
  ...new Array<number>(24).fill(0),
];

export function placeholderImage(placeholder: string): string {
  const digits = Array.from(atob(placeholder), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'));
  const colors = digits.join('').match(/.../g) ?? [];
  const pixels = colors.flatMap((color) => [2, 1, 0].map((at) => Number.parseInt(color[at]!, 16) * 17));
  return `data:image/bmp;base64,${btoa(String.fromCharCode(...BMP_HEADER, ...pixels))}`;
}
