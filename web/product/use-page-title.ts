import { useEffect } from 'react';
import { useProduct } from './use-product';

/** The largest number in a title. */
const COUNT_MAX = 99;

/**
 * Sets the title of the browser tab, such as "(2) #food · Tagline". If `title` is undefined, the title is the
 * name of the product. `unread` is the number of unread messages on the page; 0 is not shown.
 */
export function usePageTitle(title?: string, unread = 0) {
  const { name } = useProduct();
  const count = unread === 0 ? '' : `(${unread > COUNT_MAX ? `${COUNT_MAX}+` : unread}) `;
  useEffect(() => {
    document.title = count + (title ? `${title} · ${name}` : name);
  }, [count, title, name]);
}
