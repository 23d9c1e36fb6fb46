import { Button } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';
import { displayName } from '../../../src/contract/people';
import { forgetPerson } from '../../product/session';
import { useTextLink } from '../../product/text-link';
import { errorMessage, trpc } from '../../product/trpc';
import { usePageTitle } from '../../product/use-page-title';
import { useProduct } from '../../product/use-product';
import { Loaded } from '../../ui/Loaded';
import { Notice } from '../../ui/Notice';
import { Link, useParams } from '../../ui/router';
import { toastError } from '../../ui/toast';
import { SplitScreen } from './SplitScreen';
import classes from './SplitScreen.module.css';
import { useSignIn } from './use-sign-in';

/** Opening the page does not sign in, because messengers open links to show previews. */
export function SignInLinkPage() {
  const { token = '' } = useParams();
  usePageTitle('Sign in');
  const link = trpc.auth.link.useQuery({ token }, { staleTime: 0, gcTime: 0, retry: 1 });
  return (
    <SplitScreen foot="Nobody will ever ask you for this link.">
      <Loaded query={link} what="this link" height={220} radius="lg">
        {({ user, state }) =>
          user ? (
            <OpenLink token={token} user={user} onFailed={() => void link.refetch()} />
          ) : (
            <EndedLink used={state === 'used'} />
          )
        }
      </Loaded>
    </SplitScreen>
  );
}

type OpenProps = {
  token: string;
  user: { id: number; name: string | null; phoneNumber: string };
  onFailed: () => void;
};

function OpenLink({ token, user, onFailed }: OpenProps) {
  const product = useProduct();
  const signIn = useSignIn();
  const session = trpc.auth.session.useQuery(undefined, { staleTime: 'static' }).data;
  const signedIn = session?.authenticated === true;
  const profile = trpc.users.profile.useQuery(undefined, { enabled: signedIn }).data;
  const redeem = trpc.auth.redeemLink.useMutation({
    async onSuccess({ user, message }) {
      if (signedIn) await forgetPerson();
      return signIn(user, message);
    },
    onError(error) {
      toastError(errorMessage(error, 'Failed to sign in'));
      onFailed();
    },
  });
  const who = user.name ?? user.phoneNumber;
  const isSame = signedIn && session.userId === user.id;
  const busy = redeem.isPending || redeem.isSuccess;
  return (
    <>
      <h1>Sign in to {product.name}</h1>
      <p className={classes.lead}>
        {isSame ? 'This browser is signed in as ' : 'This link signs this browser in as '}
        <strong>{who}</strong>
        {isSame && ' already'}
        {!isSame && user.name && (
          <>
            , <span className={classes.number}>{user.phoneNumber}</span>
          </>
        )}
        .
        {!isSame &&
          signedIn &&
          ` It is signed in as ${profile ? displayName(profile) : 'somebody else'} now, and that ends.`}
      </p>
      <div className={classes.fields}>
        {!isSame && (
          <Button size="lg" autoFocus disabled={busy} onClick={() => redeem.mutate({ token })}>
            {busy ? 'Signing in...' : signedIn ? `Sign in as ${who}` : 'Sign in'}
          </Button>
        )}
        {signedIn && (
          <Button component={Link} to="/" size="lg" variant={isSame ? undefined : 'default'}>
            {isSame ? 'Go to my boards' : 'Stay signed in as I am'}
          </Button>
        )}
      </div>
    </>
  );
}

function EndedLink({ used }: { used: boolean }) {
  const link = useTextLink('LOGIN');
  return (
    <>
      <Notice
        icon={<IconLinkOff size={30} aria-hidden />}
        title={used ? 'This link has been used.' : 'This link has expired.'}
        heading
      >
        A sign-in link works once, for ten minutes. Text LOGIN for a new one.
      </Notice>
      <div className={classes.fields}>
        <Button component="a" {...link} size="lg">
          Text LOGIN
        </Button>
        <Button component={Link} to="/login" size="lg" variant="default">
          Sign in with a code
        </Button>
      </div>
    </>
  );
}
