import type { AskedCommand, SessionDetail } from '#contract/session-detail.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import type { ServerOptions } from '../server-address.ts';
import { chartColumns, sessionChart } from '../session-chart.ts';
import {
  durationWords,
  energyWords,
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
  const session = await api.session(options.id);
  const curve = await api.sessionCurve(session.id, chartColumns(terminal));
  const lines = () => [
    terminal.paint('strong', visible(session.id)),
    '',
    ...renderFields(fieldsOf(terminal, session), terminal.paint),
    ...oddLines(terminal, session),
    '',
    ...sessionChart(terminal, curve),
  ];
  terminal.out(options.json ? json({ ...session, curve }) : lines().join('\n'));
  return done;
}

function fieldsOf(terminal: Terminal, session: SessionDetail): [string, Cell][] {
  const { text } = terminal;
  const { columns, fields, fromTo, startedBy } = text.session;
  const { unknown } = text.station;
  const { start, end } = session;
  const rows: [string, Cell | null][] = [
    [columns.station, session.stationId],
    [columns.connector, placeOf(session) || unknown],
    [columns.state, stateCell(text, session)],
    [columns.started, session.startedAt === null ? unknown : fullTime(terminal, session.startedAt)],
    [fields.startedBy, [startedBy[start.by], ...commandWords(terminal, start.command)].join(', ')],
    [columns.ended, session.endedAt === null ? null : fullTime(terminal, session.endedAt)],
    [fields.whyEnded, end === null ? null : whyEnded(terminal, end)],
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
function whyEnded(terminal: Terminal, { reason, by, command }: NonNullable<SessionDetail['end']>): string {
  const { text } = terminal;
  return [
    ...(reason === null ? [] : [stopReasonWord(text, reason)]),
    text.session.endedBy[by],
    ...commandWords(terminal, command),
  ].join(', ');
}

function commandWords({ text }: Terminal, command: AskedCommand | null): string[] {
  if (command === null) return [];
  const { askedBy, because } = text.session;
  return [
    askedBy(command.askedBy, localTime(command.askedAt)),
    ...(command.why === null ? [] : [because(command.why)]),
  ];
}

function oddLines({ text, paint }: Terminal, { oddities }: SessionDetail): string[] {
  if (oddities.length === 0) return [];
  const lines = oddities.map((oddity) => paint('warning', visible(`${oddity.flag}: ${odditySentence(text, oddity)}`)));
  return ['', text.session.fields.odd, ...lines.map((line) => `  ${line}`)];
}
