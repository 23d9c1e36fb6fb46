/**
 * An answer of a procedure that is JSON text already, because SQLite has composed parts of it. `jsonOf`
 * returns the text as it is. `JSON.stringify` parses the text first.
 */
export class ComposedJson<T> {
  constructor(readonly text: string) {}

  toJSON(): T {
    return JSON.parse(this.text);
  }
}

export const jsonOf = (answer: unknown): string =>
  answer instanceof ComposedJson ? answer.text : JSON.stringify(answer);
