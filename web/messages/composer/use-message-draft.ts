import { useDraft } from '../../product/use-draft';

/**
 * The text of a new message, which survives a reload. Its key is stored with it: if the answer was lost and
 * the person saves again, the server adds no second message (docs/product/calls.md: Idempotency keys).
 */
export function useMessageDraft(name: string, initial?: string) {
  const [content, setContent] = useDraft(name, initial);
  const [key, setKey] = useDraft(`${name} key`);
  const [sent, setSent] = useDraft(`${name} sent`);
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
    /** Sets the text aside while it is on its way, so that the next one can be written. */
    setAside(key: string) {
      setSent(JSON.stringify([content, key]));
      setContent('');
      setKey('');
    },
    forget: () => setSent(''),
    /** Also for a page that was closed before the answer came. */
    takeBack() {
      if (!sent) return;
      const [text, itsKey] = JSON.parse(sent) as [string, string];
      setContent(content ? `${text}\n${content}` : text);
      setKey(itsKey);
      setSent('');
    },
  };
}
