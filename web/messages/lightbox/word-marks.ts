import type PhotoSwipe from 'photoswipe';
import type { Media, PhotoWord, PhotoWords } from '../../../src/contract/media';
import type { SearchQuery } from '../../../src/contract/query';
import { queryClient } from '../../product/query-client';
import { matchingWords, photoWordsQuery } from '../card/found-lines';

const MARGIN = 0.15;

/** In the element that PhotoSwipe moves and scales, the marks stay in place at every zoom. */
export function markWords(viewer: PhotoSwipe, files: Media[], query: SearchQuery): void {
  viewer.on('afterSetContent', async ({ slide }) => {
    const file = files[slide.index];
    if (!file?.words) return;
    const found = await queryClient.fetchQuery(photoWordsQuery(file.id)).catch(() => null);
    if (!found) return;
    slide.container.querySelector('.lightbox-marks')?.remove();
    slide.container.append(createMarks(found, matchingWords(found, query)));
    fitMarks(slide.container, slide.content.displayedImageWidth, slide.content.displayedImageHeight);
  });
  viewer.on('imageSizeChange', ({ slide, width, height }) => fitMarks(slide.container, width, height));
}

function fitMarks(container: HTMLElement, width: number, height: number): void {
  const marks = container.querySelector<HTMLElement>('.lightbox-marks');
  if (marks) Object.assign(marks.style, { width: `${width}px`, height: `${height}px` });
}

function createMarks({ slant }: PhotoWords, words: PhotoWord[]): HTMLElement {
  const marks = document.createElement('div');
  marks.className = 'lightbox-marks';
  marks.ariaHidden = 'true'; // screen readers find the words in the alternative text of the photo
  for (const { x, y, width, height } of words) {
    const mark = document.createElement('span');
    const percent = (share: number) => `${100 * share}%`;
    Object.assign(mark.style, {
      left: percent(x),
      top: percent(y),
      width: percent(width),
      height: percent(height * (1 + 2 * MARGIN)),
      transform: `translate(-50%, -50%) rotate(${slant}deg)`,
    });
    marks.append(mark);
  }
  return marks;
}
