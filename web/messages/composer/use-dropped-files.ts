import { useEffect, useEffectEvent, useState } from 'react';

/** Files that are dropped or pasted anywhere on the page, but for dialogs and other forms that take them. */
export function useDroppedFiles(onFiles: (files: FileList) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useEffectEvent((event: Event, files: FileList | undefined) => {
    setOver(false);
    if (!files?.length || document.querySelector('[aria-modal="true"]')) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const stop = new AbortController();
    window.addEventListener(
      'paste',
      (event) => !isOtherField(event.target) && take(event, event.clipboardData?.files),
      stop,
    );
    window.addEventListener('drop', (event) => take(event, event.dataTransfer?.files), stop);
    window.addEventListener(
      'dragover',
      (event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault(); // otherwise the browser would open the file
        setOver(true);
      },
      stop,
    );
    window.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget ?? setOver(false), stop);
    return () => stop.abort();
  }, []);
  return isOver;
}

const isOtherField = (target: EventTarget | null) =>
  target instanceof Element && target.closest('form:not([data-composer])') !== null;
