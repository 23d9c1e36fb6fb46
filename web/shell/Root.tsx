import { Outlet } from '@tanstack/react-router';
import { Toasts } from '../ui/Toasts';

/** The frame of every screen, for signed-in and signed-out people. */
export function Root() {
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  );
}
