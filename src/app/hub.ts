export type Listener = {
  readonly session: string;
  send(text: string): void;
  close(code: number, reason: string): void;
};

/**
 * Code that sends an event first asks the database who may receive the event, so that no outdated permission
 * is used.
 */
export class Hub {
  readonly #listeners = new Map<string, Set<Listener>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get sessions(): string[] {
    return [...this.#listeners.keys()];
  }

  count(session: string): number {
    return this.#listeners.get(session)?.size ?? 0;
  }

  join(listener: Listener): void {
    const others = this.#listeners.get(listener.session);
    if (others) others.add(listener);
    else this.#listeners.set(listener.session, new Set([listener]));
    this.#size += 1;
  }

  leave(listener: Listener): void {
    const others = this.#listeners.get(listener.session);
    if (!others?.delete(listener)) return;
    if (others.size === 0) this.#listeners.delete(listener.session);
    this.#size -= 1;
  }

  send(session: string, text: string): void {
    for (const listener of this.#listeners.get(session) ?? []) listener.send(text);
  }

  close(session: string, code: number, reason: string): void {
    for (const listener of [...(this.#listeners.get(session) ?? [])]) listener.close(code, reason);
  }

  closeAll(code: number, reason: string): void {
    for (const session of this.sessions) this.close(session, code, reason);
  }
}
