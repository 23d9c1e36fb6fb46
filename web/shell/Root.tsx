import { Outlet } from '@tanstack/react-router';
import { Toasts } from '../toasts';

/** What every screen has, signed in or not. */
export function Root() {
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  );
}
