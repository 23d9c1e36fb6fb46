import { Outlet } from '@tanstack/react-router';
import { Toasts } from '../ui/Toasts';

/** What every screen has, signed in or not. */
export function Root() {
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  );
}
