import { beforeAll, describe, expect, test } from 'bun:test';
import { MantineProvider } from '@mantine/core';
import { cleanup, configure, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useAsOpenedDialog } from '../../../web/ui/opened-dialogs';
import { Toasts } from '../../../web/ui/Toasts';
import { showStoredToast, toast, toastAfterReload, toastError } from '../../../web/ui/toast';
import { until } from '../../support/server';

// toasts appear when their code has loaded, which happens outside of React's act()
beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  configure({ asyncUtilTimeout: 15_000 });
});

function OtherDialog({ opened }: { opened: boolean }) {
  useAsOpenedDialog(opened);
  return null;
}

function show() {
  const page = (hasDialog: boolean) => (
    <MantineProvider env="test">
      <Toasts />
      <OtherDialog opened={hasDialog} />
    </MantineProvider>
  );
  const { rerender } = render(page(false));
  return { setDialog: (open: boolean) => rerender(page(open)), [Symbol.dispose]: cleanup };
}

// Radix lets the pointer through until an effect has counted the toast
const user = userEvent.setup({ pointerEventsCheck: 0 });

const closeToast = () => user.click(screen.getByRole('button', { name: 'Close notification' }));

test('a new toast replaces the old one', async () => {
  using _ = show();
  toast({ title: 'First' });
  await screen.findByText('First');
  toastError('Second');
  await screen.findByText('Second');
  expect(screen.queryByText('First')).toBeNull();
  expect(screen.getByText('Error')).toBeTruthy();
});

test('a toast stored for after a reload is shown once', async () => {
  using _ = show();
  toastAfterReload({ title: 'Profile Created!' });
  expect(screen.queryByText('Profile Created!')).toBeNull();
  showStoredToast();
  await screen.findByText('Profile Created!');
  expect(sessionStorage.length).toBe(0);
  await closeToast();
});

describe('the offer to reload', () => {
  const reload = () => screen.queryByRole('button', { name: 'Reload' });

  test('waits until no dialog is open, whose buttons it could cover', async () => {
    using app = show();
    toast({ title: 'A new version is ready', onReload: () => {} });
    await until(reload);
    app.setDialog(true);
    await until(() => reload() === null);
    app.setDialog(false);
    await until(reload);
  });

  test('comes again after another toast, until it is closed', async () => {
    using _ = show();
    toast({ title: 'A new version is ready', onReload: () => {} });
    await until(reload);
    toast({ title: 'Message added' });
    await screen.findByText('Message added');
    expect(reload()).toBeNull();
    await closeToast();
    await until(reload);
    await closeToast();
    await until(() => reload() === null);
    expect(screen.queryByText('Message added')).toBeNull();
  });
});
