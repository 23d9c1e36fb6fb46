import { SMTPServer, type SMTPServerSession } from 'smtp-server';

type Refusal =
  | { at: 'login' | 'sender' | 'recipient' | 'data'; code: number }
  | { at: 'drop' | 'hang' | 'keep' };
export type Arrived = { from: string; to: string; raw: string; user: string | undefined };

/** A server that takes mails as relays do, and does once what the test asks for. */
export async function openSmtpServer() {
  const arrived: Arrived[] = [];
  const asked: Refusal[] = [];
  const take = (...at: Refusal['at'][]) =>
    asked[0] && at.includes(asked[0].at) ? (asked.shift() as { at: string; code?: number }) : undefined;
  const answer = (refusal: ReturnType<typeof take>) =>
    refusal ? Object.assign(new Error('No, for a test'), { responseCode: refusal.code }) : null;
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ username }, _, done) => {
      const refusal = answer(take('login'));
      refusal ? done(refusal) : done(null, { user: username });
    },
    onMailFrom: (_, __, done) => done(answer(take('sender'))),
    onRcptTo: (_, __, done) => done(answer(take('recipient'))),
    async onData(stream, session: SMTPServerSession, done) {
      const raw = await new Response(stream as never).text().catch(() => null);
      if (raw === null) return; // the client went away
      if (take('hang')) return;
      const refusal = answer(take('data'));
      if (refusal) return done(refusal);
      const { mailFrom, rcptTo } = session.envelope;
      const user = session.user;
      arrived.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo[0]!.address, raw, user });
      if (take('keep')) return; // it was taken, and no answer tells of it
      if (take('drop')) return void hangUp();
      done();
    },
  });
  const hangUp = () => {
    for (const connection of server.connections as Set<{ close(): void }>) connection.close();
  };
  server.on('error', () => {}); // clients that go away
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as { port: number };
  return {
    arrived,
    url: `smtp://tagline:secret@127.0.0.1:${port}`,
    next: (...refusals: Refusal[]) => void asked.push(...refusals),
    [Symbol.asyncDispose]: async () => {
      hangUp();
      await new Promise<void>((closed) => server.close(closed));
    },
  };
}
