import type { Bundle } from '../bundle';
import { refusal } from '../notes';

export async function* linesOf(bundle: Bundle, path: string, max: number): AsyncGenerator<string> {
  let rest = '';
  for await (const text of bundle.texts(path)) {
    const lines = (rest + text).split('\n');
    if (lines.some(({ length }) => length > max))
      throw refusal(bundle.name, `${path} has a line of more than ${max} characters.`);
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  if (rest) yield rest;
}
