import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { SimulatedText } from '../../../src/contract/simulator';
import { textParts } from '../../messages/card/text-parts';
import { findLoginCode } from './codes';
import classes from './Phone.module.css';

type Props = Pick<SimulatedText, 'direction' | 'body' | 'media'>;

/** One text with its photos. `inbound` texts were sent from this phone, and are on the right. */
export function Bubble({ direction, body, media }: Props) {
  const code = direction === 'outbound' && findLoginCode(body);
  return (
    <>
      {media.map((url, index) => (
        <img key={url} className={classes.photo} src={url} alt={`Attachment ${index + 1}`} />
      ))}
      {body && (
        <p className={classes.bubble} dir="auto">
          {textParts(body, []).map((part) =>
            part.kind === 'link' ? (
              <a key={part.at} href={part.href} target="_blank" rel="noopener noreferrer">
                {part.text}
              </a>
            ) : (
              part.text
            ),
          )}
        </p>
      )}
      {code && (
        <CopyButton value={code} timeout={2000}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              size="compact-md"
              radius="xl"
              rightSection={copied ? <IconCheck size={17} aria-hidden /> : <IconCopy size={17} aria-hidden />}
              onClick={copy}
            >
              {code} {copied ? 'Copied' : 'Copy code'}
            </Button>
          )}
        </CopyButton>
      )}
    </>
  );
}
