import { useEffect } from 'react';
import { useProduct } from './use-product';

/**
 * Sets the title of the browser tab, such as "#food · Tagline". Without `title` it is the name of the
 * product.
 */
export function usePageTitle(title?: string) {
  const { name } = useProduct();
  useEffect(() => {
    document.title = title ? `${title} · ${name}` : name;
  }, [title, name]);
}
