import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { useShortcut } from '../../product/keyboard';
import { useDraft } from '../../product/use-draft';
import { whenIdle } from '../../ui/lazy-dialog';
import type { ComposerProps } from './Composer';
import classes from './Composer.module.css';

/** Shows a plain field until the code of the composer is there, which goes on with its text and its focus. */
export function ComposerBar({ board }: { board?: string }) {
  const [Loaded, setLoaded] = useState<ComponentType<ComposerProps>>();
  const [photos, setPhotos] = useState<File[]>([]);
  const [text, write] = useDraft(board ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  const label = board === undefined ? 'Write a note' : `Write to #${board}`;
  const load = useCallback(
    () =>
      void import('./Composer').then(
        ({ Composer }) => setLoaded(() => Composer),
        () => {}, // the field keeps what is written, and asks again
      ),
    [],
  );
  useEffect(() => {
    const stop = new AbortController();
    const onPaste = ({ target, clipboardData }: ClipboardEvent) => {
      if (!clipboardData?.files.length || (target as Element).closest?.('form')) return;
      setPhotos([...clipboardData.files]);
      load();
    };
    const cancel = whenIdle(load);
    window.addEventListener('dragenter', load, stop);
    window.addEventListener('paste', onPaste, stop);
    return () => {
      cancel();
      stop.abort();
    };
  }, [load]);
  useShortcut('n', () => document.querySelector<HTMLElement>('[data-message-field]')?.focus());

  if (Loaded)
    return (
      <Loaded
        board={board}
        label={label}
        focused={field.current !== null && document.activeElement === field.current}
        photos={photos}
      />
    );
  return (
    <div className={classes.bar} data-composer>
      <div className={classes.box}>
        <textarea
          ref={field}
          data-message-field
          className={classes.early}
          aria-label={label}
          placeholder={`${label}…`}
          rows={1}
          value={text}
          onFocus={load}
          onKeyDown={({ key, nativeEvent, currentTarget }) => {
            if (key === 'Escape' && !nativeEvent.isComposing) currentTarget.blur();
          }}
          onChange={(event) => {
            load();
            write(event.currentTarget.value);
          }}
        />
      </div>
    </div>
  );
}
