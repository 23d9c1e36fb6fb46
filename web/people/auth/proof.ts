import { client, reasonOf } from '../../product/trpc';
import { createStore } from '../../ui/store';

/** The acts that wait for the person to prove who they are (docs/product/sign-in.md: Fresh proof). */
const waiting = createStore<((proven: boolean) => void)[]>([]);

/** If the act needs a fresh proof, asks for it and acts again. Returns null if the person gives none. */
export async function withProof<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (reasonOf(error) !== 'proof needed') throw error;
    return (await askForProof()) ? act() : null;
  }
}

export const prove = async (): Promise<boolean> => (await client.proof.state.query()).proven || askForProof();

export function endAsking(proven: boolean) {
  const ended = waiting.get();
  waiting.set([]);
  for (const end of ended) end(proven);
}

export const useIsProofAsked = () => waiting.use().length > 0;

const askForProof = () => new Promise<boolean>((end) => waiting.set([...waiting.get(), end]));
