import { SigecError } from '#base/errors.ts';
import { json } from '../../json.ts';
import { visible } from '../../visible.ts';
import { cleanText } from '../clean-text.ts';
import type { Slash } from './slash.ts';

export const details: Slash = {
  takes: '[NUMBER]',
  complete: ({ last }) => (last?.view.calls ?? []).map((_, index) => String(index + 1)),
  async run({ terminal, last }, [number]) {
    const { text, paint } = terminal;
    const calls = last?.view.calls ?? [];
    if (calls.length === 0) return terminal.out(text.chat.noCalls);
    const chosen = number === undefined ? calls : calls.slice(Number(number) - 1, Number(number));
    if (chosen.length === 0) throw new SigecError('NOT_FOUND', text.chat.noSuchCall(String(calls.length)));
    for (const { call, server, title, ended } of chosen) {
      terminal.out(`${paint('strong', visible(call.name))}  ${visible(title)}  ${paint('quiet', visible(server))}`);
      terminal.out(json(call.arguments));
      if (ended !== undefined) terminal.out(paint(ended.isError ? 'bad' : 'quiet', cleanText(ended.text)));
    }
  },
};
