/** A block of code in a guide. `file` is set if the block is the content of a file: the path of that file. */
export type Block = { language: string; file?: string; text: string };

/**
 * Returns the blocks of code between a heading of a Markdown text and the next heading, in order. The words
 * after the opening fence are the language and the file. Throws if there is no such heading.
 */
export function blocksBelow(markdown: string, heading: string): Block[] {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
  if (start < 0) throw new Error(`The guide has no heading "${heading}".`);
  const blocks: Block[] = [];
  let open: { block: Block; indent: number } | null = null;
  for (const line of lines.slice(start + 1)) {
    const [, indent = '', info] = /^( *)```(.*)$/.exec(line) ?? [];
    if (open && info === '') {
      blocks.push(open.block);
      open = null;
    } else if (open) {
      open.block.text += `${line.slice(open.indent)}\n`;
    } else if (info !== undefined) {
      const [language = '', file] = info.split(' ');
      open = { block: { language, file, text: '' }, indent: indent.length };
    } else if (/^#+ /.test(line)) {
      break;
    }
  }
  return blocks;
}
