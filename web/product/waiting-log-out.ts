const KEY = 'tagline:log-out-waits';

/** True if somebody has logged out without a connection, and the server does not know it yet. */
export const logOutWaits = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false; // the browser blocks the storage
  }
};

export const letLogOutWait = () => localStorage.setItem(KEY, '1');

export const forgetWaitingLogOut = () => localStorage.removeItem(KEY);
