type Mutation = (sent: { body: string; signature: string; address: string }, seed: number) => typeof sent;
const at = (text: string, seed: number) => seed % Math.max(1, text.length);

export const MUTATIONS: Mutation[] = [
  (sent) => sent,
  (sent) => ({ ...sent, signature: '' }),
  (sent, seed) => ({ ...sent, signature: sent.signature.slice(0, at(sent.signature, seed)) }),
  (sent, seed) => {
    const index = at(sent.signature, seed);
    const other = sent.signature[index] === 'A' ? 'B' : 'A';
    return {
      ...sent,
      signature: sent.signature.slice(0, index) + other + sent.signature.slice(index + 1),
    };
  },
  (sent) => ({ ...sent, signature: sent.signature.toLowerCase() }),
  (sent) => ({ ...sent, body: `${sent.body}&Extra=1` }),
  (sent) => ({ ...sent, body: `${sent.body}&Empty=` }),
  (sent) => ({ ...sent, body: `Body=forged&${sent.body}` }),
  (sent) => ({ ...sent, body: sent.body.split('&').slice(1).join('&') }),
  (sent) => ({ ...sent, body: sent.body.split('&').reverse().join('&') }),
  (sent) => ({ ...sent, body: sent.body.replace('=', '%20=') }),
  (sent) => ({ ...sent, address: `${sent.address}${sent.address.includes('?') ? '&' : '?'}z=1` }),
  (sent) => ({ ...sent, address: sent.address.replace('https:', 'http:') }),
];
