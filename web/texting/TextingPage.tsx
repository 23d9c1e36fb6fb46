import { Group } from '@mantine/core';
import { formatPhone } from '../../src/contract/people';
import { FORM_GROUPS, TEXTING_FORMS, type TextingForm } from '../../src/contract/texting-forms';
import { useTextLink } from '../product/text-link';
import { usePageTitle } from '../product/use-page-title';
import { useProduct } from '../product/use-product';
import { Logo } from '../ui/Logo';
import classes from './TextingPage.module.css';

export function TextingPage() {
  usePageTitle('What you can text');
  const { name, phoneNumber } = useProduct();
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <a href="/" className={classes.home} aria-label={`${name}, home`}>
          <Logo name={name} size={28} />
        </a>
      </header>
      <main className={classes.main}>
        <h1>What you can text</h1>
        <p className={classes.lead}>
          Text anything to <strong>{formatPhone(phoneNumber)}</strong> to keep it. A <b>#hashtag</b> puts it
          on a board. Say the rest in your own words, or in the forms below. What only looks like one of them
          is kept, and you are told how to say it. UNDO takes back whatever a text changes.
        </p>
        {Object.entries(FORM_GROUPS).map(([group, title]) => (
          <section key={group} aria-labelledby={group}>
            <h2 id={group}>{title}</h2>
            <dl className={classes.forms}>
              {TEXTING_FORMS.filter((form) => form.group === group).map((form) => (
                <Form key={form.form} {...form} />
              ))}
            </dl>
          </section>
        ))}
        <p className={classes.foot}>
          Words in capitals can be typed in any case. Only EDIT and RE count in capitals, or with a colon:{' '}
          <q>edit: new words</q>. STOP ends all texts from us, in your language, too. START lifts that. A
          reaction of your phone to a text, such as 👍, shows on the card of the message.
        </p>
      </main>
    </div>
  );
}

function Form({ form, meaning, answer, texts }: TextingForm) {
  return (
    <div className={classes.form}>
      <dt>{form}</dt>
      <dd>
        {meaning}
        {answer && <span className={classes.answer}>{answer}</span>}
        <Group component="span" align="stretch" gap="0.5rem" mt="0.6rem">
          {texts.map((body) => (
            <Example key={body} body={body} />
          ))}
        </Group>
      </dd>
    </div>
  );
}

function Example({ body }: { body: string }) {
  const link = useTextLink(body);
  return (
    <a href={link.href} target={link.target} className={classes.example} aria-label={`Text ${body}`}>
      {body}
    </a>
  );
}
