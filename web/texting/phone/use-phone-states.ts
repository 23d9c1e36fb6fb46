import { useState } from 'react';
import type { CarrierFaults } from './CarrierMenu';

/**
 * State of a phone: the unsent text, and the faults of its carrier. The state is kept while another phone is
 * shown.
 */
export type PhoneState = { body: string; photos: string[]; faults: CarrierFaults };

const UNUSED: PhoneState = { body: '', photos: [], faults: { held: false, twice: false } };

const DRAFT_PREFIX = 'tagline:phone-draft:';

/**
 * Returns a function that reads the state of a phone, and a function that changes it. This browser stores the
 * unsent text, so it survives a reload.
 */
export function usePhoneStates() {
  const [states, setStates] = useState<Record<string, PhoneState>>({});
  const read = (phone: string, all = states): PhoneState =>
    all[phone] ?? { ...UNUSED, body: localStorage.getItem(DRAFT_PREFIX + phone) ?? '' };
  function change(phone: string, next: Partial<PhoneState> | ((before: PhoneState) => Partial<PhoneState>)) {
    setStates((all) => {
      const before = read(phone, all);
      const after = { ...before, ...(typeof next === 'function' ? next(before) : next) };
      if (after.body) localStorage.setItem(DRAFT_PREFIX + phone, after.body);
      else localStorage.removeItem(DRAFT_PREFIX + phone);
      return { ...all, [phone]: after };
    });
  }
  return { read: (phone: string) => read(phone), change };
}
