import type { GeneratedFile } from './generated-file.ts';

/** A page of docs/reference: its title, from where it is written, and its lines. */
export function referencePage(
  name: string,
  { title, source, lines }: { title: string; source: string; lines: readonly string[] },
): GeneratedFile {
  const note = `<!-- Written by \`npm run generate\` from ${source}; change that instead. -->`;
  return { path: `docs/reference/${name}.md`, content: `${[`# ${title}`, '', note, '', ...lines].join('\n')}\n` };
}

/** A table of Markdown. A line break or a bar inside a cell would end it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/** A name as it is typed; nothing where there is none. */
export function code(text: string | undefined): string {
  return text === undefined || text === '' ? '' : `\`${text}\``;
}

function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll(/\s*\n\s*/g, ' ');
}
