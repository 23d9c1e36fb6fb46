import type { Command } from '../start/command-line';
import type { Place } from './login';

const LIMIT = { value: 'NUMBER', about: 'at most so many, 20 if it is left out' };

/** Whatever runs loads its own modules, and none of the server. */
export const clientCommands = (place: Place): Record<string, Command> => ({
  login: {
    ofClient: true,
    summary: 'Log in to a server with an access token, for the commands below',
    operands: ['URL'],
    options: {
      token: { value: 'TOKEN', about: 'the token; without it, it is asked for or read from stdin' },
    },
    examples: [
      'tagline login https://notes.example.com',
      'tagline login https://notes.example.com < token.txt',
    ],
    run: async (invocation) => (await import('./logging-in')).logIn(place, invocation),
  },

  logout: {
    ofClient: true,
    summary: 'Forget the login on this machine',
    examples: ['tagline logout'],
    run: async () => (await import('./logging-in')).logOut(place),
  },

  send: {
    ofClient: true,
    summary: 'Save words and files on the boards of their hashtags',
    operands: ['[WORDS]', '[FILE]...'],
    examples: [
      "tagline send 'Try the ramen place #food'",
      "tagline send '#trip' photo.jpg tickets.pdf",
      "journalctl -u nginx -n 50 | tagline send '#server'",
    ],
    run: async (invocation) => (await import('./sending')).send(place, invocation),
  },

  ask: {
    ofClient: true,
    summary: 'Find notes by words and by meaning, best first',
    operands: ['WORDS...'],
    options: { board: { value: 'BOARD', about: 'only on this board' }, limit: LIMIT },
    examples: ['tagline ask ramen', 'tagline ask where do we eat --board food --json'],
    run: async (invocation) => (await import('./reading')).ask(place, invocation),
  },

  list: {
    ofClient: true,
    summary: 'List the newest notes of a board; without a board, list the boards',
    operands: ['[BOARD]'],
    options: { limit: LIMIT, names: { about: 'only the names of the boards, one on each line' } },
    examples: ['tagline list', 'tagline list food --limit 5'],
    run: async (invocation) => (await import('./reading')).list(place, invocation),
  },

  remind: {
    ofClient: true,
    summary: 'Save words with a time in them, and be reminded by text',
    operands: ['WORDS...'],
    examples: [
      "tagline remind 'call mum fri 9am #family'",
      'tagline remind water the plants every sunday 10am',
    ],
    run: async (invocation) => (await import('./sending')).remind(place, invocation),
  },

  sync: {
    ofClient: true,
    summary: 'Keep a board and a folder of Markdown files the same, in both directions',
    operands: ['BOARD', 'FOLDER'],
    options: {
      once: { about: 'carry over what has changed, and end' },
      delete: { about: 'delete what was held because much was gone at once' },
      restore: { about: 'write again what was held because much was gone at once' },
    },
    examples: ['tagline sync food ~/notes/food', 'tagline sync food ~/notes/food --once'],
    run: async (invocation) => (await import('./sync/syncing')).syncBoard(place, invocation),
  },

  watch: {
    ofClient: true,
    summary: 'Show new notes of a board, or of all boards, as they come',
    operands: ['[BOARD]'],
    examples: ['tagline watch food', 'tagline watch server --json | jq -r .content'],
    run: async (invocation) => (await import('./watching')).watch(place, invocation),
  },
});
