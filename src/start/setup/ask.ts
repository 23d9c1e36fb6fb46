import * as prompts from '@clack/prompts';
import { getCountries } from 'libphonenumber-js/max';
import { BLOCKS } from '../../app/config/gateways';
import { answer, type Draft, refusalOf } from './draft';
import { leave } from './interrupt';
import { fitIndented } from './print';
import { COUNTRY, isOn, LINE, PROXY, type Question, TIME_ZONE } from './questions';

const LIST_ROWS = 8;

type Choice<Value extends string> = { value: Value; label: string; hint?: string };

export async function ask(draft: Draft, question: Question): Promise<void> {
  answer(draft, question.name, await given(draft, question));
}

async function given(draft: Draft, { name, words, secret, suggested }: Question): Promise<string> {
  if (name === LINE) return (await chooseOne(words, lines(), suggested || undefined)) ?? leave();
  if (name === COUNTRY) return search(words, countries(), suggested);
  if (name === TIME_ZONE) return search(words, timeZones(), suggested);
  if (name === PROXY)
    return unlessLeft(await prompts.confirm({ message: words, initialValue: isOn(suggested) })) ? '1' : '0';
  const check = (value = '') => {
    const refusal = refusalOf(draft, name, value);
    return refusal === null ? undefined : fitIndented(refusal);
  };
  if (secret) {
    const message = fitIndented(suggested ? `${words} (Enter keeps the present one)` : words);
    const typed = await prompts.password({ message, validate: (value) => check(value || suggested) });
    return unlessLeft(typed) || suggested;
  }
  const message = fitIndented(check('') ? words : `${words} (optional)`);
  return unlessLeft(await prompts.text({ message, initialValue: suggested, validate: check })) ?? '';
}

export async function chooseOne<Value extends string>(
  message: string,
  options: Choice<Value>[],
  initialValue?: Value,
): Promise<Value | null> {
  const chosen = await prompts.select<string>({ message, options, initialValue, showInstructions: false });
  return prompts.isCancel(chosen) ? null : (chosen as Value);
}

function unlessLeft<T>(given: T | typeof prompts.CANCEL_SYMBOL): T {
  return prompts.isCancel(given) ? leave() : given;
}

async function search(message: string, options: Choice<string>[], initialValue: string): Promise<string> {
  const filter = (typed: string, { value, label }: { value: string; label?: string }) =>
    `${label} ${value}`.toLowerCase().includes(typed.toLowerCase());
  const chosen = await prompts.autocomplete<string>({
    message,
    options,
    initialValue,
    maxItems: LIST_ROWS,
    filter,
  });
  return unlessLeft(chosen) ?? initialValue;
}

const lines = (): Choice<string>[] =>
  Object.entries(BLOCKS)
    .toSorted(([, a], [, b]) => Number(b.can.reachPeople) - Number(a.can.reachPeople))
    .map(([value, { label, about }]) => ({ value, label: `${label}: ${about}` }));

function countries(): Choice<string>[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return getCountries()
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}

const timeZones = (): Choice<string>[] => [
  { value: '', label: "that of each number's country" },
  ...Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value })),
];
