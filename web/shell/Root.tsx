import { Outlet } from '@tanstack/react-router';
import { Toasts } from '../ui/Toasts';

/** The frame of all screens, signed in or not. */
export function Root() {
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  );
}
