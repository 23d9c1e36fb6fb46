import PhotoSwipe, { type SlideData } from 'photoswipe';
import type { Media } from '../../../src/contract/media';
import { thumbnail, toSlide } from './slides';

const [TOP_PX, BOTTOM_PX] = [56, 112];

/** A finger on the controls seeks in the video and does not move the slide. */
const VIDEO_CONTROLS_PX = 64;

const DOWNLOAD_ICON =
  '<svg class="pswp__icn" aria-hidden="true" viewBox="0 0 32 32" width="32" height="32"><path d="M20.5 14.3 17.1 18V10h-2.2v7.9l-3.4-3.6L10 16l6 6.1 6-6.1ZM23 23H9v2h14Z"/></svg>';

type Options = {
  files: Media[];
  index: number;
  label: string;
  altOf: (file: Media) => string;
  onCaption: (element: HTMLElement) => void;
  onClose: () => void;
  onGone: () => void;
  onError: (element: HTMLElement) => void;
};

export function createViewer(options: Options): PhotoSwipe {
  const { files, index, label, altOf, onCaption, onClose, onGone, onError } = options;
  const viewer = new PhotoSwipe({
    dataSource: files.map((file) => toSlide(file, altOf(file))),
    index,
    loop: false,
    bgOpacity: 1,
    showAnimationDuration: 220,
    hideAnimationDuration: 200,
    paddingFn: () => ({ top: TOP_PX, bottom: BOTTOM_PX, left: 0, right: 0 }),
    indexIndicatorSep: ' of ',
    closeTitle: 'Close',
    zoomTitle: 'Zoom',
    arrowPrevTitle: 'Previous',
    arrowNextTitle: 'Next',
    errorMsg: 'This photo could not be loaded. Check your connection.',
  });
  viewer.addFilter('thumbEl', (_, __, at) => thumbnail(files[at]!.id)!);
  viewer.addFilter('placeholderSrc', (src, { data }) => src || data.blurred || false);
  viewer.addFilter('itemData', (data) => ({ ...data, thumbCropped: true }));
  viewer.addFilter('contentErrorElement', (element) => {
    onError(element);
    return element;
  });
  viewer.on('uiRegister', () => {
    viewer.ui!.registerElement({
      name: 'download',
      order: 8,
      isButton: true,
      tagName: 'a',
      title: 'Download',
      html: DOWNLOAD_ICON,
      onInit: (link) => {
        link.setAttribute('download', '');
        viewer.on('change', () => link.setAttribute('href', `${files[viewer.currIndex]!.url}?download`));
      },
    });
    viewer.ui!.registerElement({ name: 'caption', appendTo: 'root', onInit: onCaption });
  });
  showVideos(viewer);
  viewer.on('keydown', ({ originalEvent }) => keepFocusInside(viewer, originalEvent));
  viewer.on('close', onClose);
  viewer.on('destroy', onGone);
  viewer.on('afterInit', () => {
    viewer.element!.setAttribute('aria-modal', 'true'); // also switches the page's shortcuts off
    viewer.element!.setAttribute('aria-label', label);
    viewer.element!.dataset.mantineColorScheme = 'dark';
    viewer.element!.querySelector('.pswp__counter')?.setAttribute('role', 'status');
  });
  return viewer;
}

function keepFocusInside(viewer: PhotoSwipe, event: KeyboardEvent) {
  if (event.key !== 'Tab') return;
  const controls = [
    ...viewer.element!.querySelectorAll<HTMLElement>('a[href], button:enabled, video, [tabindex="0"]'),
  ].filter((control) => control.checkVisibility() && !control.closest('[aria-hidden="true"]'));
  const at = controls.indexOf(document.activeElement as HTMLElement);
  if (at !== -1 && at !== (event.shiftKey ? 0 : controls.length - 1)) return;
  event.preventDefault();
  controls.at(event.shiftKey ? -1 : 0)?.focus();
}

function showVideos(viewer: PhotoSwipe) {
  const videoIn = (element: Element | undefined) => element?.querySelector('video');
  viewer.on('contentLoad', (event) => {
    const { content } = event;
    if (content.type !== 'video') return;
    event.preventDefault();
    content.element = document.createElement('div');
    content.element.className = 'pswp__content';
    content.element.append(createVideo(content.data));
    content.onLoaded();
  });
  viewer.on('contentDeactivate', ({ content }) => videoIn(content.element)?.pause());
  for (const name of ['pointerDown', 'pointerMove'] as const)
    viewer.on(name, (event) => {
      const { target, clientY } = event.originalEvent;
      if (!(target instanceof HTMLVideoElement)) return;
      if (clientY > target.getBoundingClientRect().bottom - VIDEO_CONTROLS_PX) event.preventDefault();
    });
}

function createVideo({ src = '', alt = '' }: SlideData): HTMLVideoElement {
  const video = document.createElement('video');
  Object.assign(video, { src, controls: true, playsInline: true, preload: 'metadata' });
  video.setAttribute('aria-label', alt);
  return video;
}
