import { useEffect, useState } from 'react';
import { CONTENT_MAX } from '../../src/contract/limits';
import { pageInFragment, textInFragment } from '../../src/contract/share';
import { usePageTitle } from '../product/use-page-title';
import { lazyDialog } from '../ui/lazy-dialog';
import { useLocation, useNavigate, useSearchParams } from '../ui/router';
import { toast, toastError } from '../ui/toast';
import { SHARED_CACHE } from '../worker/names';

const AddMessageDialog = lazyDialog(() => import('./composer/AddMessageDialog'), 'AddMessageDialog');

const CUT = `A message can have at most ${CONTENT_MAX.toLocaleString('en-US')} characters. The rest is left out.`;

const NO_PHOTOS: File[] = [];

/**
 * Saves nothing by itself, because any site can lead here (docs/product/web-app.md: Adding from elsewhere).
 */
export function AddPage() {
  usePageTitle('Add');
  const { text, photos } = useSearchParams();
  const { hash: fragment } = useLocation();
  const [begin] = useState(
    () => pageInFragment(fragment) ?? { text: text || textInFragment(fragment), isCut: false },
  );
  const [shared, setShared] = useState(photos === 'kept' ? undefined : NO_PHOTOS);
  const navigate = useNavigate();
  useEffect(() => {
    if (begin.isCut) toast({ title: 'The text was too long', description: CUT });
  }, [begin]);
  useEffect(() => {
    const onMissing = () => {
      setShared(NO_PHOTOS);
      toastError('The shared photos did not arrive. Add them here.', 'Photos missing');
    };
    if (photos === 'missing') onMissing();
    if (photos === 'kept') readSharedPhotos().then(setShared, onMissing);
  }, [photos]);
  const leave = () => {
    if (photos === 'kept') void deleteSharedPhotos();
    window.close(); // has an effect only if a script has opened the window
    void navigate({ to: '/all-texts', replace: true });
  };
  return <AddMessageDialog text={begin.text} photos={shared} opened={shared !== undefined} onClose={leave} />;
}

async function readSharedPhotos(): Promise<File[]> {
  const cache = await caches.open(SHARED_CACHE);
  return Promise.all(
    (await cache.keys()).map(async (request) => {
      const photo = await (await cache.match(request))!.blob();
      const name = decodeURIComponent(new URL(request.url).pathname.split('/').at(-1) ?? '');
      return new File([photo], name, { type: photo.type });
    }),
  );
}

const deleteSharedPhotos = () => caches.delete(SHARED_CACHE);
