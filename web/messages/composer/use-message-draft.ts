import { useDraft } from '../../product/drafts';

/**
 * The text of a new message, which survives a reload. Its key is stored with it: if the answer was lost and
 * the person saves again, the server adds no second message (docs/product/calls.md: Idempotency keys).
 */
export function useMessageDraft(name: string, initial?: string) {
  const [content, setContent] = useDraft(name, initial);
  const [key, setKey] = useDraft(`${name} key`);
  return {
    content,
    setContent,
    idempotencyKey() {
      const used = key || crypto.getRandomValues(new Uint32Array(4)).join('-');
      setKey(used);
      return used;
    },
    clear() {
      setContent('');
      setKey('');
    },
  };
}
