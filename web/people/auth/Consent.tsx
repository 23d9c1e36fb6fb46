import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Button, MultiSelect, NativeSelect } from '@mantine/core';
import { IconPlugX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { TOKEN_BOARDS_MAX } from '../../../src/contract/limits';
import type { AllowProgramInput, ProgramRequest } from '../../../src/contract/programs';
import { client, errorMessage, httpStatusOf, trpc } from '../../product/trpc';
import { useProduct } from '../../product/use-product';
import { Loaded } from '../../ui/Loaded';
import { lazyDialog } from '../../ui/lazy-dialog';
import { Notice } from '../../ui/Notice';
import { toastError } from '../../ui/toast';
import { useIsProofAsked, withProof } from './proof';
import split from './SplitScreen.module.css';
import { SCOPE_LABELS } from './token-scopes';

const ProofDialog = lazyDialog(() => import('./ProofDialog'), 'ProofDialog');

/** What the program has put into the address (RFC 6749, 4.1.1). The server checks it. */
const requestIn = (search: string) =>
  Object.fromEntries(new URLSearchParams(search)) as unknown as ProgramRequest;

export function Consent() {
  const [request] = useState(() => requestIn(window.location.search));
  const program = trpc.programs.look.useQuery(request, { staleTime: 'static', retry: false });
  const isProofAsked = useIsProofAsked();
  const isWrong = httpStatusOf(program.error) === 400;
  return (
    <>
      {isWrong ? (
        <Notice icon={<IconPlugX size={30} aria-hidden />} title="This program cannot be let in" heading>
          {errorMessage(program.error, 'Start again in the program.')}
        </Notice>
      ) : (
        <Loaded query={program} what="the program" height={320} radius="lg">
          {(asking) => <ConsentForm request={request} {...asking} />}
        </Loaded>
      )}
      <ProofDialog opened={isProofAsked} />
    </>
  );
}

type FormProps = {
  request: ProgramRequest;
  name: string;
  host: string;
  asked: 'read' | 'write';
  denyTo: string;
};

function ConsentForm({ request, name, host, asked, denyTo }: FormProps) {
  const product = useProduct();
  const [granted, setGranted] = useState(asked);
  const [boards, setBoards] = useState<string[]>([]);
  const tags = trpc.boards.tags.useQuery().data ?? [];
  const shared = trpc.boards.shared.useQuery().data ?? [];
  const names = [...tags, ...shared.map((board) => board.name)];
  const allow = useMutation({
    mutationFn: (input: AllowProgramInput) => withProof(() => client.programs.allow.mutate(input)),
    onSuccess: (allowed) => allowed && window.location.assign(allowed.redirectTo),
    onError: (error) => toastError(errorMessage(error, 'Failed to let the program in')),
  });
  const busy = allow.isPending || Boolean(allow.data);
  const scopes = asked === 'read' ? (['read'] as const) : (['write', 'read'] as const);
  return (
    <>
      <h1>
        Let <bdi>{name}</bdi> in?
      </h1>
      <p className={split.lead}>
        It asks to act in your name on {product.name}, and returns to <strong>{host}</strong>. Programs choose
        their names themselves: go on only if you have begun this.
      </p>
      <form
        className={split.fields}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) allow.mutate({ ...request, granted, boards: boards.length > 0 ? boards : null });
        }}
      >
        <NativeSelect
          label="It may"
          size="lg"
          disabled={busy}
          data={scopes.map((value) => ({ value, label: SCOPE_LABELS[value] }))}
          value={granted}
          onChange={(event) => setGranted(event.currentTarget.value as typeof granted)}
        />
        {names.length > 0 && (
          <MultiSelect
            label="On these boards alone"
            placeholder={boards.length > 0 ? undefined : 'All boards, also later ones'}
            size="lg"
            searchable
            disabled={busy}
            maxValues={TOKEN_BOARDS_MAX}
            data={names.map((tag) => ({ value: tag, label: `#${tag}` }))}
            value={boards}
            onChange={setBoards}
          />
        )}
        <Button type="submit" size="lg" disabled={busy}>
          {busy ? 'Allowing...' : 'Allow'}
        </Button>
        <Button variant="default" size="lg" disabled={busy} onClick={() => window.location.assign(denyTo)}>
          Do not allow
        </Button>
      </form>
    </>
  );
}
