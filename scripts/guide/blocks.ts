/**
 * A block of code in a guide. `file` is the file into which the reader of the guide writes the block, if the
 * block names one.
 */
export type Block = { language: string; file?: string; text: string };

/**
 * Returns the blocks of code below a heading of a Markdown text, in order, up to the next heading. The words
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
