import { lazy, Suspense, useState } from 'react';
import type { SignInByText } from '../../../src/contract/auth';
import { usePageTitle } from '../../product/use-page-title';
import { useProduct } from '../../product/use-product';
import { type HistoryState, useLocation, useNavigate } from '../../ui/router';
import { CodeStep } from './CodeStep';
import { PhoneStep } from './PhoneStep';
import { SplitScreen } from './SplitScreen';

const TextStep = lazy(() => import('./TextStep').then(({ TextStep }) => ({ default: TextStep })));

const DemoStart = lazy(() => import('./DemoStart').then(({ DemoStart }) => ({ default: DemoStart })));

type Step = Pick<HistoryState, 'codeSentTo' | 'codeAskedAt' | 'signInByText'>;

/** The second step is stored in the state of the history entry, so a reload shows it again. */
export function LoginPage() {
  const { codeSentTo, codeAskedAt: askedAt = 0, signInByText: byText, unconnected } = useLocation().state;
  const [phoneNumber, setPhoneNumber] = useState(codeSentTo ?? byText?.from ?? '');
  const navigate = useNavigate();
  const { demo } = useProduct();
  const show = (step: Step) =>
    navigate({
      to: '/login',
      replace: true,
      state: ({ codeSentTo: _, codeAskedAt: __, signInByText: ___, refused: ____, ...state }) => ({
        ...state,
        ...step,
      }),
    });
  const showText = (from: string) => (shown: SignInByText) => show({ signInByText: { from, shown } });
  usePageTitle('Sign in');

  return (
    <SplitScreen foot="Text it, tag it, find it later.">
      {byText ? (
        <Suspense>
          <TextStep
            key={byText.shown.phrase}
            {...byText}
            onAgain={showText(byText.from)}
            onBack={() => void show({})}
          />
        </Suspense>
      ) : codeSentTo === undefined && demo ? (
        <Suspense>
          <DemoStart
            onChange={setPhoneNumber}
            onSent={(codeAskedAt) => void show({ codeSentTo: phoneNumber, codeAskedAt })}
          />
        </Suspense>
      ) : codeSentTo === undefined ? (
        <PhoneStep
          value={phoneNumber}
          onChange={setPhoneNumber}
          onSent={(codeAskedAt) => void show({ codeSentTo: phoneNumber, codeAskedAt })}
          onText={showText(phoneNumber)}
        />
      ) : (
        <CodeStep
          phoneNumber={codeSentTo}
          connect={unconnected !== undefined}
          askedAt={askedAt}
          onSentAgain={(codeAskedAt) => void show({ codeSentTo, codeAskedAt })}
          onText={showText(codeSentTo)}
          onBack={() => void show({})}
        />
      )}
    </SplitScreen>
  );
}
