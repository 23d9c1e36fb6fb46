import { beforeAll, expect, test } from 'bun:test';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toasts } from '../../web/ui/Toasts';
import { showStoredToast, toast, toastAfterReload, toastError } from '../../web/ui/toast';

// as in open-app.tsx: here things happen when a module has come, and not only within what a test does
beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});

function show() {
  render(
    <MantineProvider env="test">
      <Toasts />
    </MantineProvider>,
  );
  return { [Symbol.dispose]: cleanup };
}

test('at most one toast shows: a new one takes the place of the old', async () => {
  using _ = show();
  toast({ title: 'First' });
  await screen.findByText('First');
  toastError('Second');
  await screen.findByText('Second');
  expect(screen.queryByText('First')).toBeNull();
  expect(screen.getByText('Error')).toBeTruthy();
});

test('a toast can be closed', async () => {
  using _ = show();
  toast({ title: 'Here' });
  await screen.findByText('Here');
  await userEvent.click(screen.getByRole('button', { name: 'Close notification' }));
  expect(screen.queryByText('Here')).toBeNull();
});

test('a toast meant for after the reload shows there, once', async () => {
  using _ = show();
  toastAfterReload({ title: 'Profile Created!' });
  expect(screen.queryByText('Profile Created!')).toBeNull();
  showStoredToast();
  await screen.findByText('Profile Created!');
  expect(sessionStorage.length).toBe(0);
});
