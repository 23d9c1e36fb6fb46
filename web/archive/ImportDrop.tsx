import { Button, Group } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import type { ImportList } from '../../src/contract/imports';
import classes from './ImportCard.module.css';
import { type ChosenFile, chosenFiles, droppedFiles } from './upload-import';

type Props = { formats: ImportList['formats']; onChosen: (files: ChosenFile[]) => void };

export function ImportDrop({ formats, onChosen }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);

  function onDrag(event: DragEvent) {
    event.preventDefault(); // otherwise the browser would open the file
    setOver(event.type === 'dragenter' || event.type === 'dragover');
  }

  return (
    <>
      <Group
        justify="center"
        gap="0.6rem"
        className={classes.drop}
        data-over={over || undefined}
        onDragEnter={onDrag}
        onDragOver={onDrag}
        onDragLeave={onDrag}
        onDrop={async (event) => {
          onDrag(event);
          onChosen(await droppedFiles(event.dataTransfer));
        }}
      >
        <input
          ref={input}
          type="file"
          multiple
          hidden
          data-testid="import-files"
          onChange={({ currentTarget }) => {
            onChosen(chosenFiles(currentTarget.files ?? []));
            currentTarget.value = ''; // cleared, so that the same file can be chosen again
          }}
        />
        <Button variant="default" onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <span>or drop a file or a folder here</span>
      </Group>
      <details className={classes.details}>
        <summary>What can be imported</summary>
        <ul>
          {formats.map(({ name, takes }) => (
            <li key={name}>
              <strong>{name}</strong>: {takes}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
