import { draftKey } from '../../product/drafts';
import { useDraft } from '../../product/use-draft';
import { readStored } from '../../ui/storage';

/**
 * The text of a new message, which survives a reload. Its key is stored with it: if the answer was lost and
 * the person saves again, the server adds no second message (docs/product/calls.md: Idempotency keys).
 */
export function useMessageDraft(name: string, initial?: string) {
  const [content, setContent] = useDraft(name, initial);
  const [key, setKey] = useDraft(`${name} key`);
  const sentKey = draftKey(`${name} sent`);
  const readSent = () => readStored<[text: string, key: string][]>(sentKey, []);
  const setSent = (sent: [string, string][]) =>
    sent.length > 0 ? localStorage.setItem(sentKey, JSON.stringify(sent)) : localStorage.removeItem(sentKey);
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
      setSent([...readSent(), [content, key]]);
      setContent('');
      setKey('');
    },
    forget: (key?: string) => setSent(readSent().filter(([, other]) => other !== key)),
    /** Also for a page that was closed before the answer came. */
    takeBack(isBack: (key: string) => boolean) {
      const back = readSent().filter(([, key]) => isBack(key));
      if (back.length === 0) return;
      const now = localStorage.getItem(draftKey(name)) ?? '';
      setContent([...back.map(([text]) => text), ...(now ? [now] : [])].join('\n'));
      setKey(back[0]![1]);
      setSent(readSent().filter(([, key]) => !isBack(key)));
    },
  };
}
