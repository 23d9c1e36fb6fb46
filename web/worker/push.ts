/** Adds the listeners for Web Push to the worker. */
export function listenForPush(_worker: ServiceWorkerGlobalScope): void {}
