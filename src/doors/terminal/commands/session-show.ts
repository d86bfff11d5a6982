import { billApi } from '#contract/api/bills.ts';
import { meterValueApi } from '#contract/api/meter-values.ts';
import { sessionApi } from '#contract/api/sessions.ts';
import type { AskedCommand, EndedBy, SessionDetail } from '#contract/sessions/detail.ts';
import { openApi } from '../api.ts';
import { billLines } from '../bill-lines.ts';
import { done } from '../exit-code.ts';
import { principalNames } from '../find-named.ts';
import { json } from '../json.ts';
import type { ServerOptions } from '../server-address.ts';
import { chartColumns, sessionChart } from '../session-chart.ts';
import {
  durationWords,
  energyWords,
  flagWord,
  odditySentence,
  placeOf,
  powerWords,
  stateCell,
  stopReasonWord,
} from '../session-words.ts';
import { fullTime } from '../shown-time.ts';
import { type Cell, renderFields } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

export type SessionShowOptions = ServerOptions & { id: string; json?: boolean };

export async function sessionShow(terminal: Terminal, options: SessionShowOptions): Promise<number> {
  const api = openApi(terminal, options);
  const session = await api.call(sessionApi.get, { params: { id: options.id } });
  const [curve, bill] = await Promise.all([
    api.call(meterValueApi.curve, { params: { id: session.id }, query: { points: chartColumns(terminal) } }),
    api.call(billApi.get, { params: { id: session.id } }),
  ]);
  if (options.json) {
    terminal.out(json({ ...session, curve, bill }));
    return done;
  }
  const names = await principalNames(api);
  const lines = [
    terminal.paint('strong', visible(session.id)),
    '',
    ...renderFields(fieldsOf(terminal, session, names), terminal.paint),
    ...oddLines(terminal, session),
    '',
    ...(await billLines(terminal, api, { bill, names })),
    '',
    ...sessionChart(terminal, curve),
  ];
  terminal.out(lines.join('\n'));
  return done;
}

type Names = (id: string) => string;

function fieldsOf(terminal: Terminal, session: SessionDetail, names: Names): [string, Cell][] {
  const { text } = terminal;
  const { columns, fields, fromTo, startedBy } = text.session;
  const { unknown } = text.station;
  const { start, end } = session;
  const rows: [string, Cell | null][] = [
    [columns.station, session.stationId],
    [columns.connector, placeOf(session) || unknown],
    [columns.state, stateCell(text, session)],
    [columns.started, session.startedAt === null ? unknown : fullTime(terminal, session.startedAt)],
    [fields.startedBy, [startedBy[start.by], ...commandWords(terminal, start.command, names)].join(', ')],
    [columns.ended, session.endedAt === null ? null : fullTime(terminal, session.endedAt)],
    [fields.whyEnded, end === null ? null : whyEnded(terminal, end, names)],
    [columns.duration, session.durationSeconds === null ? null : durationWords(session.durationSeconds)],
    [columns.energy, energyWords(text, session.energyWh) || unknown],
    [columns.power, powerWords(text, session.powerW) || null],
    [fields.averagePower, powerWords(text, session.averagePowerW) || null],
    [
      fields.registers,
      session.firstRegisterWh === null || session.lastRegisterWh === null
        ? null
        : fromTo(energyWords(text, session.firstRegisterWh), energyWords(text, session.lastRegisterWh)),
    ],
    [fields.token, session.tokenHash ?? unknown],
    [fields.ref, session.ref],
  ];
  return rows.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

/** "the vehicle was unplugged, by someone at the station" */
function whyEnded(
  terminal: Terminal,
  { reason, by, command }: NonNullable<SessionDetail['end']>,
  names: Names,
): string {
  const { text } = terminal;
  return [
    ...(reason === null ? [] : [stopReasonWord(text, reason)]),
    ...(reason !== null && saysWho[by]?.includes(reason) ? [] : [text.session.endedBy[by]]),
    ...commandWords(terminal, command, names),
  ].join(', ');
}

/** Reasons that say already who it was: nobody is to read "stopped from afar, from afar". */
const saysWho: Partial<Record<EndedBy, readonly string[]>> = {
  driver: ['Local', 'MasterPass'],
  remote: ['Remote', 'UnlockCommand'],
  vehicle: ['StoppedByEV'],
  station: ['Reboot', 'SoftReset', 'HardReset', 'ImmediateReset'],
};

function commandWords({ text }: Terminal, command: AskedCommand | null, names: Names): string[] {
  if (command === null) return [];
  const { askedBy, because } = text.session;
  return [
    askedBy(names(command.askedBy), localTime(command.askedAt)),
    ...(command.why === null ? [] : [because(command.why)]),
  ];
}

function oddLines({ text, paint }: Terminal, { oddities }: SessionDetail): string[] {
  if (oddities.length === 0) return [];
  const lines = oddities.map((oddity) =>
    paint('warning', visible(`${flagWord(text, oddity.flag)}: ${odditySentence(text, oddity)}`)),
  );
  return ['', text.session.fields.odd, ...lines.map((line) => `  ${line}`)];
}
