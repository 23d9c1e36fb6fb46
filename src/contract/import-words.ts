import { countOf, withCommas } from './counts';
import type { ImportLook } from './imports';

export const IMPORT_BYTES_MAX = 4 * 1024 ** 3;
export const IMPORT_FILES_MAX = 2_000;
export const IMPORT_MESSAGES_MAX = 200_000;
export const IMPORT_KEPT_HOURS = 24;

export const lookSentence = ({ notes, photos, files, boards, unreadable }: Counts): string =>
  [
    countOf(notes, 'note'),
    photos > 0 && countOf(photos, 'photo'),
    files > 0 && countOf(files, 'other file'),
    countOf(boards, 'board'),
    unreadable > 0 && `${countOf(unreadable, 'part')} that we cannot read`,
  ]
    .filter(Boolean)
    .join(', ');

type Counts = Pick<ImportLook, 'notes' | 'photos' | 'files' | 'boards' | 'unreadable'>;

export const lookDetails = ({ known, long, empty, others, ...left }: Details): string[] =>
  [
    known > 0 && `${countOf(known, 'is', 'are')} here already and will not be saved twice.`,
    long > 0 && `${countOf(long, 'is', 'are')} too long for one message: the rest follows as replies.`,
    empty > 0 &&
      `${countOf(empty, 'has', 'have')} neither text nor files and ${empty === 1 ? 'is' : 'are'} left out.`,
    others > 0 && `${countOf(others, 'message')} of other people ${others === 1 ? 'is' : 'are'} left out.`,
    ...leftDetails(left),
  ].filter((sentence) => sentence !== false);

export const leftDetails = ({ leftOut = [], remarks = [] }: Left): string[] => [
  ...(leftOut.length > 0
    ? [`Left out: ${leftOut.map(({ what, count }) => `${what} (${withCommas(count)})`).join(', ')}.`]
    : []),
  ...remarks,
];

type Left = Pick<ImportLook, 'leftOut' | 'remarks'>;
type Details = Pick<ImportLook, 'known' | 'long' | 'empty' | 'others'> & Left;
