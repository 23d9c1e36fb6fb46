import { MEDIA_BYTES_MAX } from '../../src/contract/limits';
import { pageText } from '../../src/contract/share';

export const KINDS = ['page', 'selection', 'image', 'link'] as const;
export type Kind = (typeof KINDS)[number];

/** What the person has chosen in a menu; strings, because it travels in the address of the form. */
export type Choice = {
  kind: Kind;
  tab: string;
  frame: string;
  title: string;
  url: string;
  selection?: string;
  link?: string;
  src?: string;
};

export type Taken = { content: string; picture: File | null; remark: string };

const CUT = 'The text was too long for a message, so its end is left out.';
const NO_PICTURE =
  'The site does not give out this picture, so here is its address. The options can change that.';

export async function takeOpenPage(): Promise<Taken> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  const { id = 0, title = '', url = '' } = tab ?? {};
  return take({ kind: 'selection', tab: String(id), frame: '0', title, url });
}

export async function take(choice: Choice): Promise<Taken> {
  const { kind, title, url, link, src } = choice;
  if (kind === 'link') return toTaken({ url: link });
  const selection = kind === 'selection' ? await selectionOf(choice) : '';
  if (kind !== 'image' || !src) return toTaken({ title, url, selection });
  const picture = await pictureOf(choice, src);
  return picture
    ? toTaken({ title, url }, picture)
    : { ...toTaken({ title, url, selection: src }), remark: NO_PICTURE };
}

function toTaken(page: Parameters<typeof pageText>[0], picture: File | null = null): Taken {
  const { text, isCut } = pageText(page);
  return { content: text, picture, remark: isCut ? CUT : '' };
}

/** Runs in the page, with its rights. Returns null where no script may run, such as in the browser's own pages. */
async function runInPage<Result, Args extends unknown[]>(
  { tab, frame }: Choice,
  func: (...args: Args) => Result,
  ...args: Args
): Promise<Awaited<Result> | null> {
  const target = { tabId: Number(tab), frameIds: [Number(frame)] };
  const [ran] = await chrome.scripting.executeScript({ target, func, args }).catch(() => []);
  return ran?.result ?? null;
}

/** What the browser itself says of a selection has lost its line breaks. */
const selectionOf = async (choice: Choice): Promise<string> =>
  (await runInPage(choice, () => String(getSelection()))) || choice.selection || '';

async function pictureOf(choice: Choice, src: string): Promise<File | null> {
  const read = (address: string) =>
    fetch(address)
      .then((response) => (response.ok ? response.blob() : null))
      .catch(() => null);
  const inPage = await runInPage(choice, readAsAddress, src, MEDIA_BYTES_MAX);
  const picture = await read(inPage ?? src);
  if (!picture?.type.startsWith('image/')) return null;
  const name = /^https?:/.test(src) ? new URL(src).pathname.split('/').at(-1) : '';
  return new File([picture], name || 'picture', { type: picture.type });
}

/** This function runs in the page, so it cannot use anything outside its own body. */
async function readAsAddress(src: string, max: number): Promise<string | null> {
  try {
    const response = await fetch(src);
    const blob = await response.blob();
    if (!response.ok || blob.size > max) return null;
    return await new Promise((read) => {
      const reader = new FileReader();
      reader.onload = () => read(reader.result as string);
      reader.readAsDataURL(blob);
    });
  } catch {
    return null;
  }
}
