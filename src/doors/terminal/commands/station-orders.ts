import { commandApi } from '#contract/api/commands.ts';
import { stationDetailApi } from '#contract/api/station-details.ts';
import type { FirmwareJob, FirmwareReport } from '#contract/stations/firmware.ts';
import type { LogKind } from '#contract/stations/logs.ts';
import { openApi } from '../api.ts';
import { type AskOptions, askStations, tell } from '../ask-stations.ts';
import { principalNames } from '../find-named.ts';
import { jsonLine } from '../json.ts';
import { outcomeSentence } from '../outcome-words.ts';
import { optionReader, readConnector, readObject, type ShowOptions, type Texts } from '../read-options.ts';
import { fieldLines, quiet, show, showList, strong, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { fullTime, localTime } from '../times.ts';

type OfStations = AskOptions & { id: string; also?: string[] };

function idsOf({ id, also = [] }: OfStations): string[] {
  return [id, ...also];
}

export function stationReset(
  terminal: Terminal,
  options: AskOptions & Texts<'evse'> & { ids: readonly string[]; now?: boolean; resume?: boolean },
): Promise<number> {
  const { ids, now, resume } = options;
  const evseId = optionReader(terminal, options).number('evse', [1, 1000]);
  const input = { when: now ? 'now' : resume ? 'resume' : 'idle', evseId };
  return askStations(terminal, options, { ids, name: 'reset', input });
}

export function stationUnlock(
  terminal: Terminal,
  options: AskOptions & { id: string; connector: string },
): Promise<number> {
  const input = readConnector(terminal, { name: 'CONNECTOR', value: options.connector });
  return askStations(terminal, options, { ids: [options.id], name: 'unlock', input });
}

export function stationAvailability(
  terminal: Terminal,
  options: AskOptions & Texts<'connector'> & { ids: readonly string[]; isOperative: boolean },
): Promise<number> {
  const { ids, isOperative } = options;
  const input = { isOperative, ...optionReader(terminal, options).connector('connector') };
  return askStations(terminal, options, { ids, name: 'set-availability', input });
}

export function stationTrigger(
  terminal: Terminal,
  options: OfStations & Texts<'connector' | 'custom'> & { message: string },
): Promise<number> {
  const { message, custom: customTrigger } = options;
  const input = { message, ...optionReader(terminal, options).connector('connector'), customTrigger };
  return askStations(terminal, options, { ids: idsOf(options), name: 'trigger', input });
}

export function firmwareUpdate(terminal: Terminal, options: OfStations & { address: string }): Promise<number> {
  const input = { location: options.address };
  return askStations(terminal, options, { ids: idsOf(options), name: 'update-firmware', input });
}

export function logsFetch(
  terminal: Terminal,
  options: OfStations & { address: string; kind: LogKind },
): Promise<number> {
  const input = { kind: options.kind, location: options.address };
  return askStations(terminal, options, { ids: idsOf(options), name: 'get-log', input });
}

/** Any command of the business, its input written as JSON. */
export function stationCommand(terminal: Terminal, options: OfStations & Texts<'input'> & { name: string }) {
  const input = readObject(terminal, options.input ?? '{}');
  return askStations(terminal, options, { ids: idsOf(options), name: options.name, input, showsAnswer: true });
}

/** A message of the station's own OCPP version, as it is. */
export async function stationCall(
  terminal: Terminal,
  options: AskOptions & Texts<'payload'> & { id: string; action: string },
): Promise<number> {
  const { id, action, why } = options;
  const payload = readObject(terminal, options.payload ?? '{}');
  const api = openApi(terminal, options);
  const record = await api.call(commandApi.runRaw, { params: { id, action }, body: { payload, why } });
  return tell(terminal, options, { api, records: [record], showsAnswer: true });
}

export async function firmwareStatus(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const firmware = await openApi(terminal, options).call(stationDetailApi.firmware, { params: { id: options.id } });
  const { firmware: words, station } = terminal.text;
  const [job] = firmware.jobs;
  const [report] = firmware.otherReports;
  return show(terminal, options, firmware, () =>
    fieldLines(terminal, [
      [words.version, firmware.version ?? station.unknown],
      ...(job === undefined ? [[words.job, words.noJob] as const] : jobFields(terminal, job)),
      [words.told, report === undefined ? null : reportWords(terminal, report)],
    ]),
  );
}

function jobFields(terminal: Terminal, job: FirmwareJob): [string, string][] {
  const { firmware: words, outcome } = terminal.text;
  const last = job.reports.at(-1);
  return [
    [words.job, job.location],
    [words.asked, fullTime(terminal, job.askedAt)],
    [words.outcome, job.outcome === null ? outcome.running : outcome.status[job.outcome]],
    [words.status, last === undefined ? words.noReport : reportWords(terminal, last)],
  ];
}

function reportWords(terminal: Terminal, { status, reason, at }: FirmwareReport): string {
  const word = terminal.text.firmware.statuses[status];
  return `${reason === null ? word : `${word} (${reason})`}, ${fullTime(terminal, at)}`;
}

export async function stationCommands(
  terminal: Terminal,
  options: ShowOptions & Texts<'limit'> & { id: string },
): Promise<number> {
  const { text } = terminal;
  const { titles } = text;
  const limit = optionReader(terminal, options).limit(50);
  const api = openApi(terminal, options);
  const list = await api.call(commandApi.list, { params: { id: options.id }, query: { limit } });
  const names = options.json || list.commands.length === 0 ? (id: string) => id : await principalNames(api);
  return showList(terminal, options, {
    value: list,
    none: text.command.none,
    table: () =>
      tableOf(list.commands, [
        [titles.asked, ({ askedAt }) => quiet(localTime(askedAt))],
        [titles.command, ({ name }) => strong(name)],
        [titles.input, ({ input }) => jsonLine(input), 'flexible'],
        // Whether it was online then is in the reason that was kept.
        [titles.outcome, (command) => outcomeSentence(text, { command, isOffline: false }), 'flexible'],
        [titles.by, ({ askedBy }) => names(askedBy), 'flexible optional'],
        [titles.why, ({ why }) => why, 'flexible optional'],
      ]),
  });
}
