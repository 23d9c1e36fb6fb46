import { useId } from 'react';
import { formatPhone } from '../../../src/contract/people';
import { errorMessage, trpc } from '../../product/trpc';
import { useProduct } from '../../product/use-product';
import { toastError } from '../../ui/toast';
import { Composer } from './Composer';
import { Delivery } from './Delivery';
import { Examples } from './Examples';
import { Mailbox } from './Mailbox';
import classes from './Phone.module.css';
import { Thread } from './Thread';
import { TEXTS_POLL } from './texts-poll';
import type { TestPhone } from './use-phones';

/** A simulated phone with its conversation with the product. */
export function Phone({ phone, name, operator }: TestPhone) {
  const { url, demo } = useProduct();
  const title = useId();
  const { data: texts, isError } = trpc.simulator.texts.useQuery({ phone }, TEXTS_POLL);
  const send = trpc.simulator.send.useMutation({
    onError: (error) => toastError(errorMessage(error, 'The text could not be sent.')),
  });
  const owner = name || formatPhone(phone);

  return (
    <section className={classes.phone} aria-labelledby={title}>
      <header className={classes.head}>
        <h2 id={title}>
          {name} <span>{formatPhone(phone)}</span> {operator && <em>operator</em>}
        </h2>
        {!demo && <Delivery phone={phone} owner={owner} />}
      </header>
      <Thread
        owner={owner}
        texts={texts}
        offline={isError}
        sending={send.isPending ? send.variables : undefined}
      />
      <Examples
        owner={owner}
        allForms={`${url}/texting`}
        onSend={(body) => send.mutate({ from: phone, body })}
      />
      {!demo && <Mailbox phone={phone} owner={owner} />}
      <Composer
        phone={phone}
        owner={owner}
        onSend={(body, media) => send.mutateAsync({ from: phone, body, media })}
      />
    </section>
  );
}
