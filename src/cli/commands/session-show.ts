import type { Session } from '#contract/session.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import type { ServerOptions } from '../server-address.ts';
import { placeOf, stateCell } from '../session-words.ts';
import { fullTime } from '../shown-time.ts';
import { type Cell, renderFields } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

export type SessionShowOptions = ServerOptions & { id: string; json?: boolean };

export async function sessionShow(terminal: Terminal, options: SessionShowOptions): Promise<number> {
  const session = await openApi(terminal, options).session(options.id);
  const lines = () => [
    terminal.paint('strong', visible(session.id)),
    '',
    ...renderFields(fieldsOf(terminal, session), terminal.paint),
  ];
  terminal.out(options.json ? json(session) : lines().join('\n'));
  return done;
}

function fieldsOf(terminal: Terminal, session: Session): [string, Cell][] {
  const { columns, fields, kwh } = terminal.text.session;
  const { unknown } = terminal.text.station;
  return [
    [columns.station, session.stationId],
    [columns.connector, placeOf(session) || unknown],
    [columns.state, stateCell(terminal.text, session)],
    [columns.started, session.startedAt === null ? unknown : fullTime(terminal, session.startedAt)],
    ...(session.endedAt === null
      ? []
      : [[columns.ended, fullTime(terminal, session.endedAt)] satisfies [string, Cell]]),
    [columns.energy, session.energyWh === null ? unknown : kwh(session.energyWh / 1000)],
    [fields.token, session.tokenHash ?? unknown],
    [fields.ref, session.ref],
    ...(session.flags.length === 0
      ? []
      : [[fields.odd, { text: session.flags.join(', '), tone: 'warning' }] satisfies [string, Cell]]),
  ];
}
