export const TO = 'ann@notes.example';
export type Answers = { login?: string; search?: string; size?: number; fetch?: string };

/** An IMAP server with unread mails 1, 2 and 3, whose `answers` stand in place of its own. */
export function mailbox(answers: Answers) {
  const said: string[] = [];
  const head = `To: ${TO}\r\n\r\n`;
  const mail = `${head}milk\r\n`;
  const answerTo = (command: string): string => {
    const [, uid] = /^UID (?:FETCH|STORE) (\d+)/.exec(command) ?? [];
    if (/^CAPABILITY/.test(command)) return '* CAPABILITY IMAP4rev1\r\n';
    if (/^(?:LOGIN|AUTHENTICATE)/.test(command)) return answers.login ?? '';
    if (/^SELECT/.test(command)) return '* 3 EXISTS\r\n* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 4] x\r\n';
    if (/^UID SEARCH UID \d+$/.test(command)) return '* SEARCH 1\r\n';
    if (/^UID SEARCH/.test(command)) return answers.search ?? '* SEARCH 1 2 3\r\n';
    if (/^UID FETCH .*HEADER/.test(command))
      return (
        answers.fetch ??
        `* ${uid} FETCH (UID ${uid} RFC822.SIZE ${answers.size ?? mail.length} BODY[HEADER.FIELDS (TO)] {${head.length}}\r\n${head})\r\n`
      );
    if (uid && /FETCH/.test(command))
      return `* ${uid} FETCH (UID ${uid} BODY[] {${mail.length}}\r\n${mail})\r\n`;
    return '';
  };
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open: (socket) => void socket.write('* OK ready\r\n'),
      data(socket, data) {
        for (const line of data.toString().split('\r\n').filter(Boolean)) {
          const [tag, ...words] = line.split(' ');
          const command = words.join(' ').replace(/"/g, '');
          said.push(command);
          const answer = answerTo(command);
          const isRefusal = answer.startsWith('NO');
          socket.write(isRefusal ? `${tag} ${answer}\r\n` : `${answer}${tag} OK done\r\n`);
        }
      },
    },
  });
  return {
    said,
    url: new URL(`imap://box:secret@127.0.0.1:${server.port}/INBOX`),
    [Symbol.dispose]: () => void server.stop(true),
  };
}
