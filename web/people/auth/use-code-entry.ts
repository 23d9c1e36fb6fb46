import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CODE_LENGTH } from '../../../src/contract/limits';
import { useInitialFocus } from './use-initial-focus';
import { listenForCode, toCodeDigits } from './verification-code';

type On = { busy: boolean; onEdit: () => void; onCode: (digits: string) => void };

/** The last digit submits the code. The caller says with `settle` that the server has answered. */
export function useCodeEntry({ busy, onEdit, onCode }: On) {
  const [code, setCode] = useState('');
  const field = useInitialFocus<HTMLInputElement>();
  // not a state, because two codes can arrive before React renders again
  const submitted = useRef(false);

  function submit(digits = code) {
    if (digits.length !== CODE_LENGTH || busy || submitted.current) return;
    submitted.current = true;
    onCode(digits);
  }

  function enter(received: string) {
    const digits = toCodeDigits(received);
    if (digits === code || busy || submitted.current) return;
    setCode(digits);
    onEdit();
    submit(digits);
  }

  const receive = useEffectEvent(enter);
  useEffect(() => listenForCode(receive), []);

  return {
    ...{ code, field, busy, enter, submit },
    isComplete: code.length === CODE_LENGTH,
    settle() {
      submitted.current = false;
    },
    /** Selects a refused code, so that typing replaces it. */
    select: () => field.current?.select(),
    clear() {
      enter('');
      field.current?.focus();
    },
  };
}
