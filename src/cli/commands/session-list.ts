import type { Session } from '#contract/session.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import { readNumber } from '../read-input.ts';
import type { ServerOptions } from '../server-address.ts';
import { placeOf, stateCell } from '../session-words.ts';
import { shownTime } from '../shown-time.ts';
import { type Cell, renderTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';

export type SessionListOptions = ServerOptions & {
  station?: string;
  state?: 'running' | 'ended';
  limit?: string;
  json?: boolean;
};

export async function sessionList(terminal: Terminal, options: SessionListOptions): Promise<number> {
  const limit = readNumber(terminal, { name: '--limit', value: options.limit ?? '50' }, [1, 1000]);
  const { station: stationId, state } = options;
  const page = await openApi(terminal, options).sessions({ stationId, state, limit });
  if (options.json) terminal.out(json(page));
  else if (page.sessions.length === 0) terminal.err(terminal.text.session.none);
  else terminal.out(tableOf(terminal, page.sessions).join('\n'));
  return done;
}

function tableOf(terminal: Terminal, sessions: readonly Session[]): string[] {
  const { columns } = terminal.text.session;
  return renderTable(
    {
      columns: [
        { title: columns.session },
        { title: columns.station, isFlexible: true },
        { title: columns.connector },
        { title: columns.state, isFlexible: true },
        { title: columns.started },
        { title: columns.ended, isOptional: true },
        { title: columns.energy },
      ],
      rows: sessions.map((session): Cell[] => [
        { text: session.id, tone: 'strong' },
        session.stationId,
        placeOf(session),
        stateCell(terminal.text, session),
        shownTime(terminal, session.startedAt),
        session.endedAt === null ? '' : shownTime(terminal, session.endedAt),
        session.energyWh === null ? '' : terminal.text.session.kwh(session.energyWh / 1000),
      ]),
    },
    { width: terminal.size()?.columns, paint: terminal.paint },
  );
}
