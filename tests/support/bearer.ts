import type { CreatedToken, TokenInput } from '../../src/contract/tokens';
import type { Person } from './cast';
import { connect } from './client';
import type { TestServer } from './server';

export async function tokenOf(server: TestServer, person: Person, input: Partial<TokenInput> = {}) {
  const made = await server
    .as(person)
    .post<CreatedToken>('/api/tokens', { name: 'Script', scope: 'write', ...input });
  if (made.status !== 201) throw new Error(made.text);
  const { token, id } = made.body;
  return { id, token, client: bearing(server, token) };
}

export function bearing(server: { url: string }, token: string) {
  const client = connect(server.url);
  const send = <T>(path: string, { headers, ...init }: RequestInit = {}) =>
    client.send<T>(path, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...(headers as Record<string, string>) },
    });
  return {
    send,
    get: <T>(path: string, headers: Record<string, string> = {}) => send<T>(path, { headers }),
    post: <T>(path: string, body: unknown, headers: Record<string, string> = {}) =>
      send<T>(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  };
}
