import { type RefObject, useContext, useEffect, useEffectEvent, useState } from 'react';
import { KeepMountedContext } from '../../ui/keep-mounted';

const FRAMES_MAX = 6;
/** Fast scrolling loads no frames. */
const DWELL_MS = 150;

export type LoadWhen = 'never' | 'in view' | 'started';

type Place = { isStarted: boolean; isLive: boolean; isInView: boolean; distance: number };

/** First the frames that the person has started, then loaded in view, other in view, loaded out of view. */
export function chooseLive<T extends Place>(places: readonly T[]): T[] {
  const group = ({ isStarted, isLive, isInView }: Place) =>
    isStarted ? 0 : isInView ? (isLive ? 1 : 2) : isLive ? 3 : 4;
  return places
    .filter((place) => group(place) < 4)
    .sort((a, b) => group(a) - group(b) || a.distance - b.distance)
    .slice(0, FRAMES_MAX);
}

type Box = Omit<Place, 'distance'> & { element: Element; setLive: (live: boolean) => void };

const boxes = new Set<Box>();

/** Offline, no frame loads, because it would show an error. */
function update() {
  const places = [...boxes].map((box) => ({ ...box, box, distance: distanceOf(box.element) }));
  const live = new Set(chooseLive(places).map(({ box }) => box));
  for (const box of boxes) {
    const isLive = live.has(box) && (box.isLive || navigator.onLine);
    if (isLive === box.isLive) continue;
    box.isLive = isLive;
    box.setLive(isLive);
  }
}

function distanceOf(element: Element): number {
  const { top, height } = element.getBoundingClientRect();
  return Math.abs(top + height / 2 - innerHeight / 2);
}

export function useLiveFrame(
  ref: RefObject<Element | null>,
  loadWhen: LoadWhen,
  onUnload: () => void,
): boolean {
  const [live, setLive] = useState(false);
  const unloaded = useEffectEvent(() => onUnload());
  const keepMounted = useContext(KeepMountedContext);
  useEffect(() => {
    if (loadWhen === 'never') return;
    const element = ref.current!;
    const isStarted = loadWhen === 'started';
    const box: Box = {
      element,
      isStarted,
      isLive: false,
      isInView: false,
      setLive(live) {
        setLive(live);
        if (!live && isStarted) unloaded();
      },
    };
    let dwell: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver((entries) => {
      const isInView = entries.at(-1)!.isIntersecting;
      clearTimeout(dwell);
      dwell = setTimeout(
        () => {
          box.isInView = isInView;
          update();
        },
        isInView ? DWELL_MS : 0,
      );
    });
    if (boxes.size === 0) addEventListener('online', update);
    boxes.add(box);
    observer.observe(element);
    const release = isStarted ? keepMounted(element) : undefined;
    if (isStarted) update();
    return () => {
      observer.disconnect();
      clearTimeout(dwell);
      boxes.delete(box);
      if (boxes.size === 0) removeEventListener('online', update);
      release?.();
      setLive(false);
      update();
    };
  }, [loadWhen, ref, keepMounted]);
  return live;
}
