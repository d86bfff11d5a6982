import { displayWidth, padToWidth } from '../../display-width.ts';
import type { Terminal } from '../../terminal.ts';
import { paintWords, wordsOf, wrapWords } from '../markdown/words.ts';
import type { Slash } from './slash.ts';

export const help: Slash = {
  async run({ terminal }) {
    const { text, paint } = terminal;
    const { slashes } = await import('./slashes.ts'); // it lists this one too
    const rows = Object.entries(slashes as Record<string, Slash>).map(([name, { takes = '' }]) => ({
      typed: `/${name} ${takes}`.trim(),
      about: text.chat.slashes[name as keyof typeof text.chat.slashes],
    }));
    const width = Math.max(...rows.map(({ typed }) => displayWidth(typed)));
    for (const { typed, about } of rows) {
      const [first = '', ...more] = wrapped(terminal, about, width + 2);
      terminal.out(`${paint('quiet', padToWidth(typed, width))}  ${first}`);
      for (const line of more) terminal.out(`${' '.repeat(width + 2)}${line}`);
    }
    terminal.out('');
    for (const sentence of text.chat.help.split('\n')) terminal.out(wrapped(terminal, sentence, 0).join('\n'));
  },
};

/** Whole words in what the screen has left beside an indentation. */
function wrapped({ size, paint }: Terminal, sentence: string, indent: number): string[] {
  const room = Math.max(20, (size()?.columns ?? 200) - indent);
  return wrapWords(wordsOf([{ text: sentence }]), room).map((line) => paintWords(line, paint));
}
