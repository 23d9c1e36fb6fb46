import type { Page } from 'playwright-core';

/**
 * Writes a message in the open dialog for new messages, and keeps it from reaching the server for as long as
 * the page lives.
 */
export async function writeInVain(page: Page, text: string) {
  await page.route('**/trpc/messages.add*', (route) => route.abort());
  await page.getByRole('dialog').getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Add Message' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  // this toast covers the notice about unsent messages
  await page.getByRole('button', { name: 'Close notification' }).click();
  await page.evaluate(refuseCopy);
}

/** Runs in the page, so it cannot use anything outside its own body. */
async function refuseCopy() {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await done(indexedDB.open('tagline'));
  const store = db.transaction('entries', 'readwrite').objectStore('entries');
  const [entry] = await done(store.getAll());
  const sentence = '#food is shared with others now. Look before you send it again.';
  const refused = { seq: entry.seq + 1, id: entry.id - 1, refusal: { why: 'changed', sentence } };
  await done(store.put({ ...entry, ...refused }));
  db.close();
  const channel = new BroadcastChannel('tagline:offline');
  channel.postMessage({ account: entry.account });
  channel.close();
}
