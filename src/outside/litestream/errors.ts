export const NO_COPY = 'There is no copy, or none of that moment.';

const SENTENCES: [pattern: RegExp, sentence: string][] = [
  [
    /RequestTimeTooSkewed|difference between the request time/i,
    'The clock of this machine is wrong: let NTP set it.',
  ],
  [
    /InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|InvalidToken|ExpiredToken|Forbidden|status code: 403|403 /,
    'The bucket refuses the key: check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and what they may do.',
  ],
  [
    /NoCredentialProviders|failed to (retrieve|refresh) .*credentials|Missing_?Credentials/i,
    'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  ],
  [/NoSuchBucket/, 'There is no such bucket: check REPLICA_URL, AWS_REGION and AWS_ENDPOINT_URL.'],
  [/Quota|StorageFull|status code: 507/, 'The bucket is full: raise its quota, or make room.'],
  [/no space left|ENOSPC|disk full/i, 'The disk of the copies is full.'],
  [/permission denied|EACCES|read-only file system|EROFS/i, 'The folder of the copies cannot be written.'],
  [
    /connection refused|no such host|i\/o timeout|deadline exceeded|network is unreachable|ConnectionRefused|FailedToOpenSocket|send request failed|connection reset|ECONN|socket connection|timed out|Unable to connect/i,
    'The place of the copies cannot be reached: check the network, REPLICA_URL and AWS_ENDPOINT_URL.',
  ],
  [/no matching backups|cannot find snapshot|no snapshot|no backup|NoSuchKey/i, NO_COPY],
];
const SHOWN = 200;

export const explainMediaError = (error: unknown): string =>
  explainCopyError(error).replace('The place of the copies', 'S3').replace('REPLICA_URL', 'MEDIA_URL');

/** Returns a sentence that says what to do, for an error of Litestream or of S3. */
export function explainCopyError(error: unknown): string {
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  const text = `${code} ${message}`.trim();
  const known = SENTENCES.find(([pattern]) => pattern.test(text))?.[1];
  return known ?? `${text.slice(0, SHOWN).replace(/\.$/, '')}.`;
}
