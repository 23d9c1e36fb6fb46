import { CloseButton } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { FirstSteps as Steps } from '../../../src/contract/first-steps';
import { RESERVED_TAGS } from '../../../src/contract/limits';
import { AddToContacts } from '../../product/AddToContacts';
import { SIDEBAR_POLL } from '../../product/query-client';
import { useTextLink } from '../../product/text-link';
import { errorMessage, trpc } from '../../product/trpc';
import { Link } from '../../ui/router';
import { toastError } from '../../ui/toast';
import classes from './FirstSteps.module.css';

const isDone = ({ texted, photo, shared, found }: Steps) => texted && photo && shared && found;

export function FirstSteps({ boards }: { boards: readonly string[] }) {
  const { data } = trpc.users.firstSteps.useQuery(undefined, {
    ...SIDEBAR_POLL,
    refetchInterval: ({ state: { data } }) =>
      data && (data.dismissed || isDone(data)) ? false : SIDEBAR_POLL.refetchInterval,
  });
  const dismiss = trpc.users.dismissFirstSteps.useMutation({
    onError: (error) => toastError(errorMessage(error, 'Failed to hide the first steps')),
  });
  const aText = useTextLink('Try the ramen place on 5th #food');
  const aPhoto = useTextLink('#photos');
  // when the person does the last step, the list stays so that its tick shows; on the next visit the list is
  // gone
  const [wasOpen, setWasOpen] = useState(false);
  if (data && !wasOpen && !isDone(data)) setWasOpen(true);
  if (!data || data.dismissed || dismiss.isPending || (isDone(data) && !wasOpen)) return null;

  const done = isDone(data);
  const board = boards.find((tag) => !RESERVED_TAGS.includes(tag));
  return (
    <section className={classes.steps} aria-labelledby="first-steps">
      <header className={classes.header}>
        <h2 id="first-steps">{done ? 'That is all there is to it' : 'First steps'}</h2>
        {/* hidden on an empty dashboard, which has the same button below */}
        {boards.length > 0 && <AddToContacts />}
        <CloseButton size="lg" aria-label="Hide the first steps" onClick={() => dismiss.mutate()} />
      </header>
      <ol className={classes.list}>
        <Step done={data.texted} title={<a {...aText}>Text something</a>}>
          A thought, a link. A #hashtag puts it on a board.
        </Step>
        <Step done={data.photo} title={<a {...aPhoto}>Text a photo</a>}>
          From your phone, with a #hashtag if you like.
        </Step>
        <Step
          done={data.shared}
          title={
            board ? (
              <Link to="/tag/private/$tag" params={{ tag: board }}>
                Share a board
              </Link>
            ) : (
              'Share a board'
            )
          }
        >
          Open a board and invite somebody by phone number.
        </Step>
        <Step done={data.found} title={<Link to="/search">Find it</Link>}>
          Search by words, people or months.
        </Step>
      </ol>
    </section>
  );
}

function Step({ done, title, children }: { done: boolean; title: ReactNode; children: ReactNode }) {
  return (
    <li className={classes.step} data-done={done || undefined}>
      {done ? (
        <IconCircleCheckFilled size={22} role="img" aria-label="Done:" />
      ) : (
        <IconCircle size={22} role="img" aria-label="To do:" />
      )}
      <div>
        <strong>{title}</strong>
        <span>{children}</span>
      </div>
    </li>
  );
}
