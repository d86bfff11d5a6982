import { logFileApi } from '#contract/api/log-files.ts';
import type { LogFile } from '#contract/stations/log-files.ts';
import type { LogKind } from '#contract/stations/logs.ts';
import { openApi } from '../api.ts';
import type { ShowOptions, Switches } from '../read-options.ts';
import { show, showList, strong, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

export async function logList(terminal: Terminal, options: ShowOptions & { station: string }): Promise<number> {
  const list = await openApi(terminal, options).call(logFileApi.list, { params: { id: options.station } });
  const { titles, upkeep: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.noLog,
    table: () =>
      tableOf(list.logFiles, [
        [titles.id, ({ id }) => strong(id)],
        [titles.kind, ({ kind }) => kind],
        [titles.state, ({ state, refusal }) => (refusal === null ? state : `${state}: ${refusal}`)],
        [titles.asked, ({ askedAt }) => localTime(askedAt)],
        [titles.findings, findingWords, 'flexible'],
      ]),
  });
}

function findingWords({ findings }: LogFile): string {
  return (findings ?? []).map(({ kind, code, count }) => `${kind} ${code} ×${count}`).join(', ');
}

type AskOptions = ShowOptions & Switches<'ftp'> & { station: string; kind: LogKind };

export async function logAsk(terminal: Terminal, options: AskOptions): Promise<number> {
  const { logFile } = await openApi(terminal, options).call(logFileApi.ask, {
    params: { id: options.station },
    body: { kind: options.kind, way: options.ftp === true ? 'ftp' : 'http' },
  });
  const { logAsked, logRefused } = terminal.text.upkeep;
  const say = logFile.state === 'gone' ? logRefused : logAsked;
  return tellDone(terminal, options, logFile, say(visible(logFile.stationId), logFile.id));
}

export async function logShow(terminal: Terminal, options: ShowOptions & { log: string }): Promise<number> {
  const text = await openApi(terminal, options).call(logFileApi.text, { params: { id: options.log } });
  return show(terminal, options, text, () => text.text.split('\n').map((line) => visible(line)));
}
