import { useEffect } from 'react';
import { useProduct } from './use-product';

const COUNT_MAX = 99;

export function usePageTitle(title?: string, unread = 0) {
  const { name } = useProduct();
  const count = unread === 0 ? '' : `(${unread > COUNT_MAX ? `${COUNT_MAX}+` : unread}) `;
  useEffect(() => {
    document.title = count + (title ? `${title} · ${name}` : name);
  }, [count, title, name]);
}
