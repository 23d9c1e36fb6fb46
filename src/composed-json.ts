/**
 * An answer whose JSON is there already, because SQLite has composed parts of it. Its routes send `text`; everything
 * else that turns the answer into JSON parses it first.
 */
export class ComposedJson<T> {
  constructor(readonly text: string) {}

  toJSON(): T {
    return JSON.parse(this.text);
  }
}

/** Returns the JSON of a procedure's answer. */
export const jsonOf = (answer: unknown): string =>
  answer instanceof ComposedJson ? answer.text : JSON.stringify(answer);
