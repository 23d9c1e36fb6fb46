/** Longest time that a sign-out waits for the push service, in milliseconds. */
export const WAIT_MS = 1000;

/** Returns the subscription of this browser, or undefined if it has none. */
export async function findSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? undefined;
}

/** Ends the subscription of this browser at its push service, if it has one. Does not tell the server. */
export async function unsubscribeHere(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}

/**
 * Ends the subscription of this browser when the person signs out. Never rejects. If the push service is slow
 * or cannot be reached, resolves after a second and goes on in the background. The server sends nothing more
 * to this subscription, because the session has ended.
 */
export async function unsubscribeSoon(): Promise<void> {
  await Promise.race([unsubscribeHere().catch(() => {}), new Promise((done) => setTimeout(done, WAIT_MS))]);
}
