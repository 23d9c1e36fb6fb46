import { ann, bob, cho, type Person } from './cast';
import { sunset } from './pictures';
import type { TestServer } from './server';

const TEXTS: [Person, string][] = [
  [ann, 'Try the ramen place on 5th, go early #food'],
  [ann, 'Lemon tart from the bakery by the bridge #food'],
  [ann, 'Ask Mia for her pickles #food #gifts'],
  [ann, 'The left hand of darkness, Le Guin #books'],
  [ann, 'A short history of nearly everything #books'],
  [ann, 'Library books are due on Friday #books'],
  [ann, 'Tulip bulbs go in before the first frost #garden'],
  [ann, 'Prune the apple tree in February #garden'],
  [ann, 'A bike bell for Jo #gifts'],
  [ann, 'Shakshuka: 6 eggs, 2 tins of tomatoes, feta, cumin #recipes'],
  [ann, 'Overnight oats with grated apple #recipes'],
  [ann, 'Waffles: separate the eggs! #recipes'],
  [ann, 'Night train, sleeper tickets from May 3 #trip-to-oslo'],
  [bob, 'Ferry leaves at nine, be there at eight #trip-to-oslo'],
  [cho, 'Tent pegs, headlamp, the good coffee #trip-to-oslo'],
  [ann, 'Opera house roof is free to walk on #trip-to-oslo'],
  [ann, 'The plumber comes on Tuesday between 8 and 10 #house'],
  [bob, 'We are out of light bulbs (E14) #house'],
  [ann, 'Paint the hallway the green of the old door #house'],
  [bob, 'Sunday long run: twice round the lake #running'],
  [cho, 'New shoes are in, 20 % off with the club card #running'],
  [ann, 'Knee felt fine after 12 km #running'],
];

/** Introduces the owner and the members. */
export async function shareBoard(server: TestServer, name: string, owner: Person, ...members: Person[]) {
  const client = await server.introduce(owner);
  const { id } = (await client.post<{ id: number }>('/api/shared-boards', { name })).body;
  for (const member of members) {
    await server.introduce(member);
    await client.post(`/api/shared-boards/${name}/invite`, { phoneNumber: member.phone });
  }
  return { id, client };
}

export async function fillHousehold(server: TestServer) {
  const [hers, his, theirs] = [
    await server.introduce(ann),
    await server.introduce(bob),
    await server.introduce(cho),
  ];
  await shareBoard(server, 'trip-to-oslo', ann, bob, cho);
  await shareBoard(server, 'house', ann, bob);
  await shareBoard(server, 'running', bob, ann, cho);
  for (const [who, text] of TEXTS) await server.text(who, text);
  const files = new FormData();
  files.append('files', new File([sunset(900, 600)], 'view.png', { type: 'image/png' }));
  const { body } = await theirs.send<{ id: number }[]>('/api/media', { method: 'POST', body: files });
  await theirs.post('/api/messages', {
    content: 'Seen from the ferry',
    tags: ['trip-to-oslo'],
    mediaIds: body.map(({ id }) => id),
  });
  return { ann: hers, bob: his };
}
