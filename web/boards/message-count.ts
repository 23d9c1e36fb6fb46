/** "1 message", "1,200 messages". */
export const messageCount = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'message' : 'messages'}`;
