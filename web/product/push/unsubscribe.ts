/** Longest time that a sign-out waits for the push service, in milliseconds. */
export const WAIT_MS = 1000;

export async function findSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? undefined;
}

export async function unsubscribeHere(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}

/** Never rejects. */
export async function unsubscribeSoon(subscription = findSubscription()): Promise<void> {
  const ended = subscription.then((found) => found?.unsubscribe()).catch(() => {});
  await Promise.race([ended, new Promise((done) => setTimeout(done, WAIT_MS))]);
}
