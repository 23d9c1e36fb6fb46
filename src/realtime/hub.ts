/** An open socket, and the session in whose name it listens. */
export type Listener = {
  /** The session's id in the database. */
  readonly session: string;
  send(text: string): void;
  close(code: number, reason: string): void;
};

/**
 * The sockets that are open in this process, by session. It knows nothing of boards or rights: who may hear of
 * something is asked of the database each time something is sent, so nothing here can be out of date.
 */
export class Hub {
  readonly #listeners = new Map<string, Set<Listener>>();
  #size = 0;

  /** How many sockets are open. */
  get size(): number {
    return this.#size;
  }

  /** The sessions that have one open. */
  get sessions(): string[] {
    return [...this.#listeners.keys()];
  }

  /** How many of them this session has. */
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

  /** Sends to all sockets of a session; to none if it has none. */
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
