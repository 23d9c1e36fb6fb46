/** Ten photos of this size fit into one request of at most 1 MB. Larger photos are scaled down. */
const MAX_BYTES = 70_000;
/** Lengths in pixels to try, one after the other, for the longer side of a photo. */
const LONGEST_SIDES = [1280, 960, 640, 400];

/** Returns a picture as a `data:` URL. Rejects if the file cannot be read, or if a large one is no picture. */
export async function toDataUrl(file: File): Promise<string> {
  if (file.size <= MAX_BYTES)
    return `data:${file.type};base64,${new Uint8Array(await file.arrayBuffer()).toBase64()}`;
  const picture = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  let url = '';
  for (const longest of LONGEST_SIDES) {
    const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
    canvas.width = Math.ceil(picture.width * scale);
    canvas.height = Math.ceil(picture.height * scale);
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
    url = canvas.toDataURL('image/jpeg', 0.8);
    if (url.length <= (MAX_BYTES * 4) / 3) break; // base64 is a third longer than the bytes
  }
  return url;
}
