import { beforeAll, expect, test } from 'bun:test';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Toasts } from '../../web/ui/Toasts';
import { showStoredToast, toast, toastAfterReload, toastError } from '../../web/ui/toast';

// toasts appear when their code has loaded, which happens outside of React's act()
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

test('a new toast replaces the old one', async () => {
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

test('a toast stored for after a reload is shown once', async () => {
  using _ = show();
  toastAfterReload({ title: 'Profile Created!' });
  expect(screen.queryByText('Profile Created!')).toBeNull();
  showStoredToast();
  await screen.findByText('Profile Created!');
  expect(sessionStorage.length).toBe(0);
});
