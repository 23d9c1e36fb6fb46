import { z } from 'zod';

const DEPTH_MAX = 100;

type LexicalNode = z.infer<typeof lexicalNode>;
const lexicalNode = z.object({
  type: z.string().catch(''),
  text: z.string().optional().catch(undefined),
  url: z.string().optional().catch(undefined),
  checked: z.boolean().optional().catch(undefined),
  listType: z.string().optional().catch(undefined),
  children: z.array(z.unknown()).catch([]),
});

/** Returns the words of a document of the editor Lexical. A text that is none is returned as it is. */
export function lexicalText(written: string): string {
  try {
    const { root } = z.object({ root: z.unknown() }).parse(JSON.parse(written));
    const lines: string[] = [];
    addBlocks(lines, parse(root), 0);
    return lines.join('\n');
  } catch {
    return written;
  }
}

const parse = (value: unknown): LexicalNode => lexicalNode.parse(value);

function addBlocks(lines: string[], node: LexicalNode, depth: number, listType?: string): void {
  if (depth > DEPTH_MAX) return;
  const children = node.children.map(parse);
  const isInline = children.length > 0 && children.every(({ type }) => INLINE.test(type));
  if (isInline || children.length === 0) {
    const words = children.map((child) => inlineText(child, depth)).join('') || node.text || '';
    if (words !== '' || node.type === 'paragraph') lines.push(`${markOf(node, listType)}${words}`);
  } else for (const child of children) addBlocks(lines, child, depth + 1, node.listType ?? listType);
}

const INLINE = /^(text|link|autolink|linebreak|tab|code-highlight|hashtag)$/;

function markOf({ type, checked }: LexicalNode, listType?: string): string {
  if (type !== 'listitem') return '';
  return listType === 'check' ? (checked ? '☑ ' : '☐ ') : '- ';
}

function inlineText({ type, text, url, children }: LexicalNode, depth: number): string {
  if (type === 'linebreak') return '\n';
  const words =
    text ?? (depth < DEPTH_MAX ? children.map((child) => inlineText(parse(child), depth + 1)).join('') : '');
  return url && url !== words ? `${words} (${url})` : words;
}
