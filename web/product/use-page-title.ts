import { useEffect } from 'react';
import { useProduct } from './use-product';

/** Sets the title of the browser tab, such as "#food · Tagline". */
export function usePageTitle(title?: string) {
  const { name } = useProduct();
  useEffect(() => {
    document.title = title ? `${title} · ${name}` : name;
  }, [title, name]);
}
