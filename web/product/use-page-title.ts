import { useEffect } from 'react';
import { useProduct } from './use-product';

/** Names the browser's tab: "#food · Tagline". */
export function usePageTitle(title?: string) {
  const { name } = useProduct();
  useEffect(() => {
    document.title = title ? `${title} · ${name}` : name;
  }, [title, name]);
}
