import { IconAntennaBars5, IconBattery4, IconWifi } from '@tabler/icons-react';
import { useId } from 'react';
import { formatPhone } from '../../../src/contract/people';
import { errorMessage, trpc } from '../../product/trpc';
import { useProduct } from '../../product/use-product';
import { useNow } from '../../ui/dates';
import { LogoMark } from '../../ui/Logo';
import { toastError } from '../../ui/toast';
import { CarrierMenu } from './CarrierMenu';
import { Composer } from './Composer';
import { Examples } from './Examples';
import classes from './Phone.module.css';
import { Thread } from './Thread';
import { TEXTS_POLL } from './texts-poll';
import type { PhoneState, usePhoneStates } from './use-phone-states';
import type { TestPhone } from './use-phones';

type Props = TestPhone & {
  state: PhoneState;
  onState: (next: Parameters<ReturnType<typeof usePhoneStates>['change']>[1]) => void;
};

/** A simulated phone. Shows its conversation with the product. */
export function Phone({ phone, name, operator, state, onState }: Props) {
  const { name: product, phoneNumber, url } = useProduct();
  const title = useId();
  const { data: texts, isError } = trpc.simulator.texts.useQuery({ phone }, TEXTS_POLL);
  const send = trpc.simulator.send.useMutation({
    onError: (error) => toastError(errorMessage(error, 'The text could not be sent.')),
  });
  const { faults } = state;
  const sendText = (body: string, media: string[] = []) =>
    send.mutateAsync({ from: phone, body, media, held: faults.held, copies: faults.twice ? 2 : 1 });
  const sendExample = (body: string) => void sendText(body).catch(() => {});
  const owner = name || formatPhone(phone);

  return (
    <section className={classes.column} aria-labelledby={title}>
      <div className={classes.phone}>
        <div className={classes.status} aria-hidden>
          <Clock />
          <i className={classes.island} />
          <span>
            <IconAntennaBars5 size={17} stroke={2.2} />
            <IconWifi size={16} stroke={2.2} />
            <IconBattery4 size={20} stroke={1.8} />
          </span>
        </div>
        <div className={classes.contact}>
          <span className={classes.face}>
            <LogoMark size={26} />
          </span>
          <strong>{product}</strong>
          <span>{formatPhone(phoneNumber)}</span>
          <CarrierMenu
            phone={phone}
            owner={owner}
            waiting={texts?.filter(({ state }) => state === 'held').length ?? 0}
            faults={faults}
            onFaults={(faults) => onState({ faults })}
          />
        </div>
        <Thread
          owner={owner}
          texts={texts}
          offline={isError}
          sending={send.isPending ? send.variables : undefined}
          onSuggestion={sendExample}
        />
        <Examples owner={owner} allForms={`${url}/texting`} onSend={sendExample} />
        <Composer owner={owner} draft={state} onDraft={onState} onSend={sendText} />
      </div>
      <h2 id={title} className={classes.owner}>
        {name && <b>{name}</b>} <span>{formatPhone(phone)}</span>
        {operator && <em>operator</em>}
      </h2>
    </section>
  );
}

const clockFormat = new Intl.DateTimeFormat('en-GB', { hour: 'numeric', minute: '2-digit' });

function Clock() {
  return <span>{clockFormat.format(useNow())}</span>;
}
