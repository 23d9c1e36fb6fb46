import type { CountryCode } from 'libphonenumber-js/max';
import type { Countries } from '../phone';
import type { Abilities } from './abilities';
import { type Env, readSettings, type Settings, type Values } from './settings';

export type Block<S extends Settings, Line> = {
  label: string;
  about: string;
  settings: S;
  chosenBy: readonly (keyof S & string)[];
  /** Contains only defaults that differ from the usual ones. */
  defaults?: Partial<Defaults>;
  can: Abilities;
  read(set: Values<S>, country: CountryCode): Line;
  // Returns words that distinguish this account from other accounts of the same gateway. They contain no
  // secret. They are needed, because the id of a text is valid only within one account.
  account(line: Line): string;
  /** People text this number unless PHONE_NUMBER names another one. */
  ownNumber(line: Line): string;
};

export type Defaults = {
  host: string;
  /** SMS segments a second. */
  broadcastPace: number;
  allowedCountries: Countries;
  adminPhones: readonly string[];
};

export const RENTED_NUMBER = 'an account with a number; in the US it must be registered';

export const block = <S extends Settings, Line>(described: Block<S, Line>) => ({
  ...described,
  readFrom(env: Env, country: CountryCode) {
    const line = described.read(readSettings(described.settings, env), country);
    return { line, account: described.account(line), ownNumber: () => described.ownNumber(line) };
  },
});
