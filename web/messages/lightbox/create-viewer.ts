import PhotoSwipe, { type SlideData } from 'photoswipe';
import type { Media } from '../../../src/contract/media';
import { thumbnail, toSlide } from './slides';

/**
 * Space above and below a photo that is not zoomed, in pixels. The upper space has the buttons, and the lower
 * space has the caption.
 */
const [TOP, BOTTOM] = [56, 112];

/**
 * Height of the controls of a video, in pixels. A finger that moves over the controls seeks in the video and
 * does not move the slide.
 */
const VIDEO_CONTROLS = 64;

const DOWNLOAD_ICON =
  '<svg class="pswp__icn" aria-hidden="true" viewBox="0 0 32 32" width="32" height="32"><path d="M20.5 14.3 17.1 18V10h-2.2v7.9l-3.4-3.6L10 16l6 6.1 6-6.1ZM23 23H9v2h14Z"/></svg>';

type Options = {
  files: Media[];
  /** Index of the file that is shown first. */
  index: number;
  /** Name of the dialog for screen readers. */
  label: string;
  altOf: (file: Media) => string;
  /** Receives the element for the caption below the photo. */
  onCaption: (element: HTMLElement) => void;
  /** Called when the viewer begins to close. */
  onClose: () => void;
  /** Called when the viewer has closed and its elements are removed. */
  onGone: () => void;
  /** Called with the element that replaces a photo that could not be loaded. */
  onError: (element: HTMLElement) => void;
};

/** Creates a viewer (PhotoSwipe) for the photos and videos of a message. `init()` opens the viewer. */
export function createViewer(options: Options): PhotoSwipe {
  const { files, index, label, altOf, onCaption, onClose, onGone, onError } = options;
  const viewer = new PhotoSwipe({
    dataSource: files.map((file) => toSlide(file, altOf(file))),
    index,
    loop: false,
    bgOpacity: 1,
    showAnimationDuration: 220,
    hideAnimationDuration: 200,
    paddingFn: () => ({ top: TOP, bottom: BOTTOM, left: 0, right: 0 }),
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

/**
 * Moves the focus with Tab from the last control of the viewer to the first one, and with Shift Tab from the
 * first one to the last.
 */
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

/**
 * Draws slides of the type `video` as videos with controls. Leaving a slide pauses its video. A finger on the
 * controls does not move the slide.
 */
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
      if (clientY > target.getBoundingClientRect().bottom - VIDEO_CONTROLS) event.preventDefault();
    });
}

function createVideo({ src = '', alt = '' }: SlideData): HTMLVideoElement {
  const video = document.createElement('video');
  Object.assign(video, { src, controls: true, playsInline: true, preload: 'metadata' });
  video.setAttribute('aria-label', alt);
  return video;
}
