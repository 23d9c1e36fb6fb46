import { resolve } from 'node:path';
import * as prompts from '@clack/prompts';
import { readConfig } from '../../app/config/config';
import type { Outcome } from '../command-line';
import { ask, chooseOne } from './ask';
import { type Draft, hiddenSentence, lineLabel, save } from './draft';
import { receiveFirstText } from './first-text';
import { leave, unlessInterrupted } from './interrupt';
import { mailRecords } from './mail-records';
import { print } from './print';
import { errorIn, isSecret, questionsFor } from './questions';
import { type Trial, tryOut } from './trial';

type Next = 'save' | 'change' | 'again' | 'repair' | 'leave';

export async function runDialogue(draft: Draft): Promise<Outcome> {
  prompts.intro(`The settings of this server go to ${resolve(draft.file)}`);
  print.step('Enter takes what is shown, Ctrl-C leaves and writes nothing.');
  await askAll(draft);
  for (let repair = false; ; ) {
    const trial = await tryAndShow(draft, repair);
    const next = await whatNext(draft, trial);
    repair = next === 'repair';
    if (next === 'save') break;
    if (next === 'leave') leave();
    if (next === 'change') await changeOne(draft);
  }
  const hidden = save(draft);
  print.good(`Saved to ${resolve(draft.file)}, which you alone can read.`);
  if (hidden.length > 0) print.notice(hiddenSentence(hidden));
  const records = mailRecords(readConfig(draft.env));
  if (records.length > 0) print.step(records.join('\n'));
  return receiveFirstText(draft);
}

async function askAll(draft: Draft): Promise<void> {
  for (;;) {
    const wrong = errorIn(draft.env)?.name;
    const questions = questionsFor(draft.env);
    const open =
      questions.find(({ name }) => !draft.answered.has(name)) ?? questions.find(({ name }) => name === wrong);
    if (!open) return;
    await ask(draft, open);
  }
}

async function tryAndShow(draft: Draft, repair: boolean): Promise<Trial> {
  print.step(`Trying ${lineLabel(draft)} ... (Ctrl-C leaves)`);
  const config = readConfig(draft.env);
  const trial = await unlessInterrupted((signal) => tryOut(config, { repair, signal }), leave);
  for (const { state, name, value, advice } of trial.findings)
    print[state](`${name}: ${value && `${value}. `}${advice}`, { spacing: 0 });
  return trial;
}

async function whatNext(draft: Draft, { findings, canRepair }: Trial): Promise<Next> {
  const save = { value: 'save', label: 'Save' } as const;
  const change = { value: 'change', label: 'Change an answer' } as const;
  const again = { value: 'again', label: 'Try again', hint: 'after a correction elsewhere' } as const;
  const leave = { value: 'leave', label: 'Leave', hint: 'nothing is written' } as const;
  const repair = {
    value: 'repair',
    label: `Correct it at ${lineLabel(draft)}`,
    hint: 'what can be set from here',
  } as const;
  const isFaulty = findings.some(({ state }) => state === 'bad');
  const next = isFaulty
    ? await chooseOne<Next>('What now?', [
        ...(canRepair ? [repair] : []),
        change,
        again,
        { ...save, label: 'Save anyway' },
        leave,
      ])
    : await chooseOne<Next>('Save these settings?', [save, change, leave]);
  return next ?? 'leave';
}

async function changeOne(draft: Draft): Promise<void> {
  const questions = questionsFor(draft.env);
  const choices = questions.map(({ name, words }) => ({
    value: name,
    label: words,
    hint: shown(draft, name),
  }));
  const name = await chooseOne('Which answer?', choices);
  const chosen = questions.find((question) => question.name === name);
  if (chosen) await ask(draft, chosen);
  await askAll(draft);
}

const shown = ({ env }: Draft, name: string) => (isSecret(name) ? 'not shown' : env[name] || 'none');
