import { CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { findHashtags } from '../../../src/contract/hashtags';
import { textParts } from '../../messages/card/text-parts';
import classes from './Bubble.module.css';
import { findLoginCode } from './login-code';

type Props = { direction: 'inbound' | 'outbound'; body: string; media: string[] };

/**
 * One SMS with its photos. `inbound` means sent from this phone to the product. Such an SMS is on the right.
 */
export function Bubble({ direction, body, media }: Props) {
  const code = direction === 'outbound' ? findLoginCode(body) : undefined;
  const tags = findHashtags(body).map(({ slug }) => slug);
  return (
    <>
      {media.map((url, index) => (
        <img
          // biome-ignore lint/suspicious/noArrayIndexKey: a text that was sent does not change
          key={index}
          className={classes.photo}
          data-direction={direction}
          src={url}
          alt={`Attachment ${index + 1}`}
        />
      ))}
      {body && (
        <p className={classes.bubble} data-direction={direction} dir="auto">
          {textParts(body, direction === 'inbound' ? tags : []).map((part) => {
            if (part.kind === 'text') return part.text;
            if (part.kind === 'tag') return <b key={part.at}>{part.text}</b>;
            return (
              <a key={part.at} href={part.href} target="_blank" rel="noopener noreferrer">
                {part.text}
              </a>
            );
          })}
        </p>
      )}
      {code && (
        <CopyButton value={code} timeout={2000}>
          {({ copied, copy }) => (
            <button
              type="button"
              className={classes.code}
              onClick={copy}
              aria-label={`${code} ${copied ? 'Copied' : 'Copy code'}`}
            >
              <span>{code} </span>
              {copied ? <IconCheck size={17} aria-hidden /> : <IconCopy size={17} aria-hidden />}
              <span role="status">{copied ? 'Copied' : 'Copy code'}</span>
            </button>
          )}
        </CopyButton>
      )}
    </>
  );
}
