import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Message } from '../../src/contract/messages';
import { tokenOf } from '../support/bearer';
import { ann, bob } from '../support/cast';
import { executable } from '../support/command';
import { tempFolder } from '../support/folder';
import { shareBoard } from '../support/household';
import { testServer, until } from '../support/server';

/** In a shell whose home is `home`, and which finds the program by its name. */
const start = (home: string, script: string, env: Record<string, string> = {}) =>
  Bun.spawn(['bash', '-c', script], {
    cwd: home,
    env: { PATH: `${join(executable(), '..')}:${process.env.PATH}`, HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 90_000,
  });

async function shell(home: string, script: string, env?: Record<string, string>) {
  const program = start(home, script, env);
  const [stdout, stderr] = await Promise.all([
    new Response(program.stdout).text(),
    new Response(program.stderr).text(),
  ]);
  return { stdout: stdout.trimEnd(), stderr: stderr.trimEnd(), exitCode: await program.exited };
}

test('the executable is a client of a server that is elsewhere', async () => {
  await using server = await testServer();
  using home = tempFolder();
  await shareBoard(server, 'house', ann, bob);
  const { token, id } = await tokenOf(server, ann);
  const run = (script: string) => shell(home.path, script);
  const sees = async (script: string) => {
    const { stdout, stderr, exitCode } = await run(script);
    expect({ script, stderr, exitCode }).toEqual({ script, stderr: '', exitCode: 0 });
    return stdout;
  };

  expect(await run('tagline list')).toEqual({
    stdout: '',
    stderr: 'Log in first: tagline login https://notes.example.com',
    exitCode: 3,
  });
  expect(await sees(`echo ${token} | tagline login ${server.url}`)).toContain(' as Ann Lee.');
  const watching = start(home.path, 'tagline watch house --json');
  const lines = watching.stdout.pipeThrough(new TextDecoderStream()).getReader();
  await until(() => server.app.hub.size === 1);
  expect(await sees("seq 3 | tagline send '#house'")).toBe('Saved on #house.');
  const { value = '' } = await lines.read();
  expect((JSON.parse(value) as Message).content).toBe('#house\n1\n2\n3');
  watching.kill();

  const read = start(home.path, 'tagline watch house --json | head -n 1; exit $PIPESTATUS');
  await until(() => server.app.hub.size === 1);
  await until(async () => {
    await server.as(bob).post('/api/messages', { content: 'Hi', tags: ['house'] });
    return read.exitCode !== null;
  });
  expect(read.exitCode).toBe(0); // a reader that has seen enough is no failure
  expect(await sees('tagline list house --limit 500')).toContain('Ann Lee  #house\n  #house\n  1\n  2\n  3');
  expect(JSON.parse(await sees('tagline list --json')).boards).toMatchObject([{ name: 'house' }]);
  expect(await sees('tagline ask 3 --board house')).toContain('#house');
  expect(await sees('tagline remind "water the plants every sunday 10am"')).toContain('You will be reminded');
  const completed = (typed: string) =>
    sees(
      `source <(tagline completion bash); COMP_WORDS=(${typed}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _tagline; echo "\${COMPREPLY[*]}"`,
    );
  expect(await completed('tagline lo')).toBe('login logout');
  expect(await completed('tagline watch ho')).toBe('house');
  expect(await completed("tagline ask --board ''")).toBe('uncategorized house');
  expect(await completed('tagline send --')).toBe('--json --help');

  expect(await run('true | tagline send --json')).toEqual({
    stdout: '{"error":"Nothing came from the pipe, so nothing was sent."}',
    stderr: 'Nothing came from the pipe, so nothing was sent.',
    exitCode: 1,
  });
  await server.as(ann).send(`/api/tokens/${id}`, { method: 'DELETE' });
  expect(await run('tagline list house')).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('Log in again'),
  });
  await server.stop();
  expect(await run('tagline list house')).toMatchObject({
    exitCode: 4,
    stderr: `${server.url} cannot be reached. Is this machine online?`,
  });
  expect(await sees('tagline logout')).toContain('Logged out of');
});

test('the manual and the completion have each command and option', async () => {
  using home = tempFolder();
  const script =
    'tagline --help; for shell in bash zsh fish; do tagline completion $shell > $shell; done; tagline man > man';
  const { stdout } = await shell(home.path, script);
  const names = [...stdout.split('Options:')[0]!.matchAll(/^ {2}([a-z-]+) {2}/gm)].map(([, name]) => name!);
  expect(names).toContain('watch');
  const [bash, zsh, fish, man] = await Promise.all(
    ['bash', 'zsh', 'fish', 'man'].map((name) => Bun.file(home.file(name)).text()),
  );
  for (const name of names) {
    expect(bash).toContain(`    ${name})`);
    expect(zsh).toContain(`    ${name}) _arguments`);
    expect(fish).toContain(`-a ${name} -d`);
    expect(man).toContain(`.SS tagline ${name.replace('-', '\\-')}`);
  }
  expect(fish).toContain("-l board -r -f -a '(tagline list --names 2>/dev/null)'");
  expect(man).toContain('.B 3\nnot logged in, or not any more.');
  expect((await shell(home.path, 'tagline completion tcsh')).stderr).toContain('only for bash, zsh, fish');
});
