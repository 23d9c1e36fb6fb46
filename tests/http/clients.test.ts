import { expect, test } from 'bun:test';
import type { CreatedToken } from '../../src/contract/tokens';
import { ann } from '../support/cast';
import { generateClient, LANGUAGES, type OpenapiDocument } from '../support/clients';
import { testServer } from '../support/server';

/** If Python or Go is installed, the generated programs run. */

for (const [name, language] of Object.entries(LANGUAGES))
  test(`a client generated in ${name} posts, lists and searches`, async () => {
    await using server = await testServer();
    const { token } = (await server.as(ann).post<CreatedToken>('/api/tokens', { name, scope: 'write' })).body;
    const { body: document } = await server.stranger().get<OpenapiDocument>('/api/openapi.json');
    const call = generateClient(document, language, token);
    const content = `Ramen “by” ${name} #food`;

    const posted = await call('messagesAdd', { body: { content } });
    expect(posted.code).toContain(token);
    expect(posted.answer).toMatchObject({ content, tags: ['food'], senderFirstName: null });
    const { id } = posted.answer as { id: number };
    const listed = await call('messagesList', { query: { limit: 5 } });
    expect(listed.answer).toMatchObject([{ id, content }]);
    const found = await call('searchMessages', { query: { q: 'ramen #food' } });
    expect(found.answer).toMatchObject([{ id, content }]);
    const stored = await server.as(ann).get('/api/messages');
    expect(found.answer).toEqual(stored.body);
  });
