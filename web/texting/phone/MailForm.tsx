import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorMessage, trpc } from '../../product/trpc';
import { toast, toastError } from '../../ui/toast';
import classes from './Mailbox.module.css';

export function MailForm({ phone, owner }: { phone: string; owner: string }) {
  const [subject, setSubject] = useState('');
  const [body, setBody] = useState('');
  const send = trpc.simulator.sendMail.useMutation({
    onSuccess() {
      setSubject('');
      setBody('');
      toast({ title: 'The mail has arrived' });
    },
    onError: (error) => toastError(errorMessage(error, 'Failed to send the mail')),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!send.isPending && (subject.trim() || body.trim())) send.mutate({ phone, subject, body });
  };
  return (
    <details>
      <summary>
        <strong>Write a mail</strong>
        <span>to the secret address of {owner}</span>
      </summary>
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          label="Subject"
          placeholder="Shopping, or ? milk"
          value={subject}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
        <Textarea
          label="Words"
          autosize
          minRows={2}
          maxRows={6}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
        <Button type="submit" disabled={send.isPending || !(subject.trim() || body.trim())}>
          {send.isPending ? 'Sending...' : 'Send mail'}
        </Button>
      </form>
    </details>
  );
}
