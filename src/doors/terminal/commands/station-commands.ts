import { commandApi } from '#contract/api/commands.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { principalNames } from '../find-named.ts';
import { json, jsonLine } from '../json.ts';
import { outcomeSentence } from '../outcome-words.ts';
import { readNumber } from '../read-input.ts';
import type { ServerOptions } from '../server-address.ts';
import { type Cell, renderTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';

export type StationCommandsOptions = ServerOptions & { id: string; limit?: string; json?: boolean };

/** What was asked of a station, newest first. */
export async function stationCommands(terminal: Terminal, options: StationCommandsOptions): Promise<number> {
  const { text, paint } = terminal;
  const limit = readNumber(terminal, { name: '--limit', value: options.limit ?? '50' }, [1, 1000]);
  const api = openApi(terminal, options);
  const list = await api.call(commandApi.list, { params: { id: options.id }, query: { limit } });
  if (options.json) terminal.out(json(list));
  else if (list.commands.length === 0) terminal.err(text.command.none);
  else {
    const { columns } = text.command;
    const names = await principalNames(api);
    const rows = list.commands.map((command): Cell[] => [
      { text: localTime(command.askedAt), tone: 'quiet' },
      { text: command.name, tone: 'strong' },
      jsonLine(command.input),
      // Whether it was online then is in the reason that was kept.
      outcomeSentence(text, { command, isOffline: false }),
      names(command.askedBy),
      command.why ?? '',
    ]);
    const flexible = (title: string) => ({ title, isFlexible: true });
    const table = {
      columns: [
        { title: columns.asked },
        { title: columns.command },
        flexible(columns.input),
        flexible(columns.outcome),
        { ...flexible(columns.by), isOptional: true },
        { ...flexible(columns.why), isOptional: true },
      ],
      rows,
    };
    terminal.out(renderTable(table, { width: terminal.size()?.columns, paint }).join('\n'));
  }
  return done;
}
