const PLACES = ['menu', 'dialog', 'dock', 'page'] as const;

/**
 * No toast covers a control of the frame or of a dialog: each place makes room for it, as high as the custom
 * property `--toast-dock` or the like says. `null` gives the room back.
 */
export function placeToast(viewport: HTMLElement | null): void {
  const { style } = document.documentElement;
  const menu = document.querySelector('[data-toast-place]');
  const modals = document.querySelectorAll('[aria-modal="true"]');
  const box = menu?.getBoundingClientRect();
  const isInSight = box !== undefined && box.bottom > 0 && box.bottom <= innerHeight;
  const place =
    menu && isInSight && (modals.length === 0 || !menu.closest('[aria-modal="true"]') || modals.length === 1)
      ? 'menu'
      : modals.length > 0
        ? 'dialog'
        : document.getElementById('main')
          ? 'dock'
          : 'page';
  for (const other of PLACES) if (!viewport || other !== place) style.removeProperty(`--toast-${other}`);
  if (!viewport) return;
  viewport.dataset.place = place;
  style.setProperty(`--toast-${place}`, `${viewport.offsetHeight}px`);
  const inMenu = place === 'menu' && box;
  viewport.style.left = inMenu ? `${box.left}px` : '';
  viewport.style.width = inMenu ? `${box.width}px` : '';
  viewport.style.bottom = inMenu ? `${innerHeight - box.bottom}px` : '';
}
