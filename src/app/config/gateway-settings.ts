import type { CountryCode } from 'libphonenumber-js/max';
import type { Countries } from '../phone';
import type { Abilities } from './abilities';
import { type Env, readSettings, type Settings, type Values } from './settings';

/**
 * The configuration of one kind of gateway (docs/product.md: Gateways). It is read by src/app/config/config.ts, by
 * `tagline setup` and by the script that writes the documentation.
 */
export type Block<S extends Settings, Line> = {
  /** The name that operators read. */
  label: string;
  /** A few words about this gateway, for the list of `tagline setup`. */
  about: string;
  settings: S;
  /** Settings that choose this gateway if SMS_GATEWAY is not set. */
  chosenBy: readonly (keyof S & string)[];
  /**
   * Defaults of this gateway for settings that all gateways share. Contains only defaults that differ from
   * the usual ones.
   */
  defaults?: Partial<Defaults>;
  can: Abilities;
  /**
   * Returns the settings of this gateway. Throws a ConfigError that names the first setting that is missing
   * or wrong.
   */
  read(set: Values<S>, country: CountryCode): Line;
  /**
   * Returns words that distinguish this account from other accounts of the same gateway. They contain no
   * secret. They are needed, because the id of a text is valid only within one account.
   */
  account(line: Line): string;
  /**
   * Returns the gateway's own number. People text this number unless PHONE_NUMBER names another one. Throws a
   * ConfigError if the settings of this gateway do not tell the number.
   */
  ownNumber(line: Line): string;
};

export type Defaults = {
  host: string;
  /** SMS segments a second. */
  broadcastPace: number;
  allowedCountries: Countries;
  adminPhones: readonly string[];
};

/** Value of `about` for gateways whose number is rented from a company. */
export const RENTED_NUMBER = 'an account with a number; in the US it must be registered';

/**
 * Adds the function `readFrom` to the configuration of a gateway. `readFrom` reads the settings from the
 * environment.
 */
export const block = <S extends Settings, Line>(described: Block<S, Line>) => ({
  ...described,
  /**
   * Reads the settings of this gateway. Also returns the account, and a function that returns the number that
   * people text. Throws a ConfigError like `read`.
   */
  readFrom(env: Env, country: CountryCode) {
    const line = described.read(readSettings(described.settings, env), country);
    return { line, account: described.account(line), ownNumber: () => described.ownNumber(line) };
  },
});
