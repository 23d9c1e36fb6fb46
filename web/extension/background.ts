import { renewal, renewConnection, storedConnection } from './connection';
import { type Choice, KINDS, type Kind } from './taken';
import { RETRY, sendAll } from './unsent';

const TITLES: Record<Kind, string> = {
  page: 'Save page to Tagline',
  selection: 'Save selection to Tagline',
  image: 'Save picture to Tagline',
  link: 'Save link to Tagline',
};
const WINDOW = { type: 'popup', width: 440, height: 680 } as const;

renewal.run = renewConnection;

chrome.runtime.onInstalled.addListener(async () => {
  await chrome.contextMenus.removeAll(); // those of an earlier version
  for (const kind of KINDS) chrome.contextMenus.create({ id: kind, title: TITLES[kind], contexts: [kind] });
  if (!(await storedConnection())) await chrome.runtime.openOptionsPage();
});

chrome.contextMenus.onClicked.addListener((info, tab) => {
  const choice: Choice = {
    kind: info.menuItemId as Kind,
    tab: String(tab?.id),
    frame: String(info.frameId ?? 0),
    title: tab?.title ?? '',
    url: tab?.url ?? info.pageUrl ?? '',
    ...(info.selectionText && { selection: info.selectionText }),
    ...(info.linkUrl && { link: info.linkUrl }),
    ...(info.srcUrl && { src: info.srcUrl }),
  };
  void chrome.windows.create({ ...WINDOW, url: `form.html?${new URLSearchParams(choice)}` });
});

chrome.runtime.onMessage.addListener((message, _sender, answer) => {
  if (message !== 'renew') return;
  void renewConnection().finally(() => answer());
  return true; // the answer comes later
});

chrome.alarms.onAlarm.addListener(({ name }) => void (name === RETRY && sendAll()));
chrome.runtime.onStartup.addListener(() => void sendAll());
