import { IconPhotoSearch } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { LISTED_WORDS_MAX } from '../../../src/contract/limits';
import type { Media } from '../../../src/contract/media';
import type { Message } from '../../../src/contract/messages';
import type { SearchQuery } from '../../../src/contract/query';
import { Highlighted } from '../../product/Highlighted';
import classes from './FoundInPhotos.module.css';
import { bestLine, lineText, photoWordsQuery } from './found-lines';
import { useMessageDialog } from './message-action';

export function FoundInPhotos({ message, query }: { message: Message; query: SearchQuery }) {
  const openDialog = useMessageDialog();
  const found = useFoundLines(message.media, query);
  return found.map(({ file, line, where }) => (
    <button
      key={file.id}
      type="button"
      className={classes.found}
      aria-haspopup="dialog"
      onClick={() => openDialog({ action: 'look', message, file: file.id, query })}
    >
      <IconPhotoSearch size={18} aria-hidden />
      <span className={classes.where}>{where}</span>
      <q className={classes.line} dir="auto">
        <Highlighted text={line} />
      </q>
    </button>
  ));
}

type FoundLine = { file: Media; line: string; where: string };

function useFoundLines(files: Media[], query: SearchQuery): FoundLine[] {
  const known = files.map((file) => ({
    file,
    line: bestLine(file.words?.split('\n') ?? [], query),
    isCut: (file.words?.length ?? 0) >= LISTED_WORDS_MAX,
  }));
  const answers = useQueries({
    queries: known.map(({ file, line, isCut }) => ({
      ...photoWordsQuery(file.id),
      enabled: line === null && isCut,
    })),
  });
  return known.flatMap(({ file, line: listed }, at): FoundLine[] => {
    const line = listed ?? bestLine(answers[at]?.data?.lines.map(lineText) ?? [], query);
    if (line) return [{ file, line, where: 'In the photo' }];
    const described = bestLine(file.alt ? [file.alt] : [], query);
    return described ? [{ file, line: described, where: 'In its description' }] : [];
  });
}
