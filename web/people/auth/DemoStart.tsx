import { Button } from '@mantine/core';
import { useVisit } from '../../product/DemoNotice';
import { errorMessage, trpc } from '../../product/trpc';
import { useProduct } from '../../product/use-product';
import { EndOfSession } from './EndOfSession';
import classes from './SplitScreen.module.css';
import { TestPhones } from './TestPhones';
import { useAskForCode } from './use-ask-for-code';
import { useSignIn } from './use-sign-in';

type Props = { onChange: (phoneNumber: string) => void; onSent: (askedAt: number) => void };

/** In place of the form for a number: nobody has one here (docs/product/demo.md). */
export function DemoStart({ onChange, onSent }: Props) {
  const { name } = useProduct();
  const visit = useVisit();
  const signIn = useSignIn();
  const login = useAskForCode(onSent);
  const start = trpc.demo.start.useMutation({
    onSuccess: ({ user }) => signIn(user, 'Your hour has begun. Text something from your phone.'),
  });
  const goesOn = Boolean(visit?.endsAt);
  const busy = start.isPending || start.isSuccess;
  return (
    <>
      <EndOfSession />
      <h1>Try {name}</h1>
      <p className={classes.lead}>
        Save anything by text, share boards, find it all again. For an hour you get two phones and a few
        boards; then all of it is deleted. Nothing to sign up for, and nobody is texted.
      </p>
      <div className={classes.fields}>
        <Button size="lg" disabled={busy} onClick={() => start.mutate()}>
          {busy ? 'Setting up your boards...' : goesOn ? 'Go on' : 'Try it'}
        </Button>
        {start.isError && (
          <p role="alert" className={classes.hint}>
            {errorMessage(start.error, 'The demo could not be reached. Please try again.')}
          </p>
        )}
      </div>
      {goesOn && <TestPhones login={login} onChange={onChange} />}
    </>
  );
}
