import 'photoswipe/style.css';
import './lightbox.css';
import type PhotoSwipe from 'photoswipe';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Media } from '../../../src/contract/media';
import type { Message } from '../../../src/contract/messages';
import type { SearchQuery } from '../../../src/contract/query';
import { LIST_POLL } from '../../product/query-client';
import { httpStatusOf, trpc } from '../../product/trpc';
import { useCloseOnBack } from '../../ui/use-close-on-back';
import { isVisual, mediaKind } from '../card/media-layout';
import { photoAlt } from '../card/photo-alt';
import { senderName } from '../card/sender';
import { Caption } from './Caption';
import { createViewer } from './create-viewer';
import { markWords } from './word-marks';

type Props = {
  message: Message;
  file: number;
  query: SearchQuery | null;
  opened: boolean;
  onClose: () => void;
};

export function Lightbox({ message, file, query, opened, onClose }: Props) {
  const {
    data: current,
    error,
    refetch,
  } = trpc.messages.get.useQuery({ id: message.id }, { enabled: opened, retry: false, ...LIST_POLL });
  const [caption, setCaption] = useState<HTMLElement>();
  const latest = useRef({ onClose, refetch });
  latest.current = { onClose, refetch };
  useCloseOnBack(opened, onClose);

  // uses the message and the file that were passed when the lightbox was opened
  // biome-ignore lint/correctness/useExhaustiveDependencies: an edit of the message must not open it again
  useEffect(() => {
    if (!opened) return;
    const files = message.media.filter(isVisual);
    const index = files.findIndex(({ id }) => id === file);
    const sender = senderName(message);
    const nameOf = (one: Media) =>
      `${mediaKind(one.type) === 'video' ? 'Video' : 'Attachment'} ${message.media.indexOf(one) + 1} from ${sender}`;
    const viewer = createViewer({
      files,
      index: Math.max(0, index),
      label: `Photos from ${sender}`,
      altOf: (one) => photoAlt(one, nameOf(one)),
      onCaption: setCaption,
      onClose: () => latest.current.onClose(),
      onGone: () => setCaption(undefined),
      onError: async (element) => {
        if (isGone((await latest.current.refetch()).error)) element.textContent = 'This photo was deleted.';
      },
    });
    if (query) markWords(viewer, files, query);
    viewer.init();
    return () => close(viewer);
  }, [opened]);

  return caption && createPortal(<Caption message={isGone(error) ? null : (current ?? message)} />, caption);
}

/** Closes a viewer. A viewer that is still opening closes as soon as it is open. */
function close(viewer: PhotoSwipe) {
  if (viewer.opener.isOpen) viewer.close();
  else viewer.on('openingAnimationEnd', () => viewer.close());
}

const isGone = (error: unknown): boolean => httpStatusOf(error) === 404;
