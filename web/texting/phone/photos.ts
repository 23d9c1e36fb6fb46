/**
 * Largest size of a photo that is not scaled down, in bytes. Ten photos must fit into one request of at most
 * 1 MB.
 */
const MAX_BYTES = 70_000;
/** Lengths in pixels to try, one after the other, for the longer side of a photo. */
const LONGEST_SIDES = [1280, 960, 640, 400];

/**
 * Returns a picture as a `data:` URL, scaled down if it is large. Rejects if the file cannot be read, or if a
 * large file is not a picture.
 */
export async function toDataUrl(file: File): Promise<string> {
  if (file.size <= MAX_BYTES) return readAsDataUrl(file);
  const picture = await createImageBitmap(file);
  let url = '';
  for (const longest of LONGEST_SIDES) {
    const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
    url = canvas.toDataURL('image/jpeg', 0.8);
    if (url.length <= MAX_BYTES * 1.34) break; // base64 is a third longer than the bytes
  }
  return url;
}

function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
