import { useRef, useState } from 'react';
import type { ImportState } from '../../src/contract/imports';
import { ProfileCard } from '../people/ProfileCard';
import { cache, trpc } from '../product/trpc';
import { Loaded } from '../ui/Loaded';
import { toastError } from '../ui/toast';
import { ImportDrop } from './ImportDrop';
import { ImportJobView, ImportProgress } from './ImportJobView';
import { type ChosenFile, uploadImport } from './upload-import';

const POLL_MS = 700;

const isBusy = (state?: ImportState) => state === 'looking' || state === 'importing' || state === 'undoing';

/** The steps are: upload, look at the contents, import, result, undo (docs/product/archive.md: Import). */
export function ImportCard() {
  const { sent, upload, stop } = useUpload();
  const imports = trpc.imports.list.useQuery(undefined, {
    refetchInterval: ({ state }) =>
      sent === 1 || state.data?.imports.some(({ state }) => isBusy(state)) ? POLL_MS : false,
  });
  const [latest, ...earlier] = imports.data?.imports ?? [];
  const isArriving = sent !== null && !isBusy(latest?.state);
  const isWaiting = isBusy(latest?.state) || latest?.state === 'looked';

  return (
    <ProfileCard
      id="import"
      title="Import"
      note="Notes, links and chats from other programs. You see what is in a file before anything is saved, and nobody is texted."
    >
      <Loaded query={imports} what="your imports" height={120}>
        {({ formats }) => (
          <>
            {isArriving ? (
              <ImportProgress
                label="Uploading..."
                done={sent}
                total={1}
                onStop={sent < 1 ? stop : undefined}
              />
            ) : (
              latest && <ImportJobView key={latest.id} job={latest} />
            )}
            {!isArriving && !isWaiting && <ImportDrop formats={formats} onChosen={upload} />}
            {(isArriving && latest ? [latest, ...earlier] : earlier)
              .filter(({ undoUntil, state }) => undoUntil !== null || state === 'undoing')
              .map((job) => (
                <ImportJobView key={job.id} job={job} />
              ))}
          </>
        )}
      </Loaded>
    </ProfileCard>
  );
}

/** `sent` is the fraction that was sent, or null. It stays 1 until the server has looked at the files. */
function useUpload() {
  const [sent, setSent] = useState<number | null>(null);
  const aborter = useRef(new AbortController());

  async function upload(files: ChosenFile[]) {
    if (files.length === 0) return;
    aborter.current = new AbortController();
    const { signal } = aborter.current;
    setSent(0);
    try {
      await uploadImport(files, { signal, onProgress: setSent });
    } catch (error) {
      if (!signal.aborted)
        toastError(
          (error as Error).message || 'The upload did not arrive. Check your connection, then try again.',
        );
    }
    await cache.imports.list.invalidate().catch(() => {});
    setSent(null);
  }

  return { sent, upload, stop: () => aborter.current.abort() };
}
