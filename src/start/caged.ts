import { runCaged, type Work } from '../outside/cage/caged';

/** What a process of its own does, by the names that the owners of cages use. */
const WORK: Record<string, () => Promise<Work>> = {
  pictures: async () => (await import('../media/decoding')).decode,
  words: async () => (await import('../media/words/reading-photos')).readPhoto,
  imports: async () => (await import('../archive/caged-files')).readForeign(),
  mails: async () => (await import('../outside/mail/caged-mails')).readMail,
};

export async function runCage([name = '', limits = '']: string[]): Promise<never> {
  return runCaged(await WORK[name]!(), JSON.parse(limits));
}
