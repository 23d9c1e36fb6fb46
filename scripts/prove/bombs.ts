import { join } from 'node:path';
import { writeZip } from '../../tests/archive/write-zip';
import type { Client } from '../../tests/support/client';
import { tempFolder } from '../../tests/support/folder';
import { png } from '../../tests/support/pictures';

/** Files of a few kilobytes that take gigabytes or minutes if they are read without limits. */
export async function fileBombs(): Promise<File[]> {
  using folder = tempFolder();
  const lists = `{"bookmarks":[{"id":"a","createdAt":"2024-01-31T18:30:00Z","tags":[],"content":{"type":"text","text":"Soup"}},{"x":[${'[],'.repeat(20_000_000)}[]]}]}`;
  await writeZip(folder.file('lists.zip'), { 'items.json': lists });
  const chat = `{"name":"Ann","type":"personal_chat","id":1,"messages":[{"x":[${'[],'.repeat(15_000_000)}[]]}]}`;
  const about = `{"about":"Here is the data you requested","chats":{"list":[${chat}]}}`;
  await writeZip(folder.file('telegram.zip'), { 'result.json': about });
  const head = '31/01/2024, 18:30 - Ann: Soup';
  return [
    await zipFile(folder.path, 'lists.zip'),
    await zipFile(folder.path, 'telegram.zip'),
    new File([`${head}${'\r'.repeat(900_000)}`], 'chat.txt'),
    new File([`<smses><sms ${'a'.repeat(1_000_000)}/></smses>`], 'attribute.xml'),
    new File(
      [
        `<smses><mms date="9" msg_box="2">${`<part ct="image/png" data="${'A'.repeat(4_000)}"/>`.repeat(5_240)}</mms></smses>`,
      ],
      'parts.xml',
    ),
  ];
}

const zipFile = async (folder: string, name: string) =>
  new File([await Bun.file(join(folder, name)).bytes()], name);

/** A PNG of 8 kB with 64 million pixels. */
export const pictureBomb = () => new File([png(8_000, 8_000)], 'large.png', { type: 'image/png' });

export function sendFiles(client: Client, path: string, files: File[]) {
  const body = new FormData();
  for (const file of files) body.append('file', file);
  return client.send<{ id: number; state: string; error: string | null }>(path, { method: 'POST', body });
}

export async function importToEnd(client: Client, file: File) {
  let job = (await sendFiles(client, '/api/import', [file])).body;
  while (/^(looking|importing)$/.test(job.state)) {
    await Bun.sleep(200);
    job = (await client.get<typeof job>(`/api/import/${job.id}`)).body;
  }
  return job;
}

/** Returns how long a visitor has waited for each of the answers, in milliseconds, until the work ends. */
export async function waitsDuring(url: string, work: Promise<unknown>): Promise<number[]> {
  const waits: number[] = [];
  let done = false;
  const end = work.finally(() => {
    done = true;
  });
  while (!done) {
    const began = performance.now();
    await (await fetch(`${url}/api/product`)).text();
    waits.push(performance.now() - began);
    await Bun.sleep(10);
  }
  await end;
  return waits;
}
