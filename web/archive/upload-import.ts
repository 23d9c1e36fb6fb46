export type ChosenFile = { file: File; path: string };

/** Rejects with the server's message, which may be empty, or with an AbortError. */
export function uploadImport(
  files: ChosenFile[],
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<void> {
  const form = new FormData();
  for (const { file, path } of files) form.append('file', file, path);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = new XMLHttpRequest(); // not `fetch`, which does not report the progress of an upload
  request.open('POST', '/api/import?look=1');
  request.responseType = 'json';
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onload = () =>
    // 404: the person has removed the import while the server checked the files; 422: the list says what failed
    (request.status < 300 && request.response) || request.status === 404 || request.status === 422
      ? resolve()
      : reject(new Error(request.response?.message ?? ''));
  request.onerror = () => reject(new Error(''));
  request.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'));
  signal.addEventListener('abort', () => request.abort());
  request.send(form);
  return promise;
}

/** Number of files after which dropped folders are not read further. The server accepts no more. */
const FILES_MAX = 2_000;

export async function droppedFiles({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  // reads the entries at once, because they are gone after the first `await`
  const entries = [...items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (!entries.some((entry) => entry?.isDirectory)) return chosenFiles(files);
  const found: ChosenFile[] = [];
  const open = entries.filter((entry) => entry !== null);
  for (let entry = open.shift(); entry && found.length <= FILES_MAX; entry = open.shift())
    if (entry.name.startsWith('.')) continue;
    else if (entry.isDirectory) open.push(...(await readFolder(entry as FileSystemDirectoryEntry)));
    else found.push({ file: await readFile(entry as FileSystemFileEntry), path: entry.fullPath.slice(1) });
  return found;
}

export const chosenFiles = (files: Iterable<File>): ChosenFile[] =>
  [...files].map((file) => ({ file, path: file.name }));

const readFile = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** Browsers return at most a hundred entries at a time. */
async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
