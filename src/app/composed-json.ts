/** An answer of a procedure that is JSON text already, because SQLite has composed parts of it. */
export class ComposedJson<T> {
  constructor(readonly text: string) {}

  toJSON(): T {
    return JSON.parse(this.text);
  }
}

export const jsonOf = (answer: unknown): string =>
  answer instanceof ComposedJson ? answer.text : JSON.stringify(answer);
