/** A chosen file, with its path in the folder that was dropped. */
export type ChosenFile = { file: File; path: string };

/**
 * Uploads files to POST /api/import and waits until they were looked at, or for ten seconds. `onProgress`
 * gets the share that was sent. Rejects with an Error that has the server's sentence, or an empty message if
 * there is none. Rejects with an AbortError when `signal` is aborted.
 */
export function uploadImport(
  files: ChosenFile[],
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
): Promise<void> {
  const form = new FormData();
  for (const { file, path } of files) form.append('file', file, path);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const request = new XMLHttpRequest(); // `fetch` does not tell the progress of an upload
  request.open('POST', '/api/import?look=1');
  request.responseType = 'json';
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onload = () =>
    // 404: the person has removed the import while the server looked at it
    (request.status < 300 && request.response) || request.status === 404
      ? resolve()
      : reject(new Error(request.response?.message ?? ''));
  request.onerror = () => reject(new Error(''));
  request.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'));
  signal.addEventListener('abort', () => request.abort());
  request.send(form);
  return promise;
}

/** Maximum number of files that are read from dropped folders. The server takes no more. */
const FILES_MAX = 2_000;

/** Returns the files of a drop, also those in folders. Leaves out hidden ones. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  // the entries are gone after the first `await`
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

/** Returns all entries of a folder. Browsers give at most a hundred at once. */
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
