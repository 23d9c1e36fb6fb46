/** A call may be 1 MB at most, and ten photos must fit in: so they are made small, as carriers do. */
const SMALL_ENOUGH = 70_000;
const LONGEST_SIDES = [1280, 960, 640, 400];

/** A picture as a data: address, drawn smaller until it fits. Rejects what is no picture. */
export async function toDataUrl(file: File): Promise<string> {
  if (file.size <= SMALL_ENOUGH) return read(file);
  const picture = await createImageBitmap(file);
  let url = '';
  for (const longest of LONGEST_SIDES) {
    const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
    url = canvas.toDataURL('image/jpeg', 0.8);
    if (url.length <= SMALL_ENOUGH * 1.34) break;
  }
  return url;
}

function read(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
