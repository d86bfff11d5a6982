import { sessionApi } from '#contract/api/sessions.ts';
import type { ListedSession } from '#contract/sessions/session.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { json, jsonLine } from '../json.ts';
import { moneyText } from '../money.ts';
import { readNumber } from '../read-input.ts';
import type { ServerOptions } from '../server-address.ts';
import { readFilter, type SessionFilterOptions } from '../session-filter.ts';
import { durationWords, energyWords, flagWord, placeOf, powerWords, stateCell } from '../session-words.ts';
import { shownTime } from '../shown-time.ts';
import { type Cell, renderTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { watch } from '../watch.ts';

export type SessionListOptions = ServerOptions &
  SessionFilterOptions & { limit?: string; json?: boolean; watch?: boolean };

const usualLimit = '50';
const maxShown = '1000';

/** With --watch, what is running unless another state was asked for. */
export async function sessionList(terminal: Terminal, options: SessionListOptions): Promise<number> {
  const api = openApi(terminal, options);
  const value = options.limit ?? (options.watch ? maxShown : usualLimit);
  const limit = readNumber(terminal, { name: '--limit', value }, [1, Number(maxShown)]);
  const state = options.watch ? (options.state ?? 'running') : options.state;
  const filter = await readFilter(terminal, api, { ...options, ...(state !== undefined && { state }) });
  const read = () => api.call(sessionApi.list, { query: { ...filter, limit } });
  if (options.watch) {
    await watch(terminal, async () => {
      const page = await read();
      return options.json ? [jsonLine(page)] : watched(terminal, page.sessions);
    });
    return done;
  }
  const page = await read();
  if (options.json) terminal.out(json(page));
  else if (page.sessions.length === 0) terminal.err(terminal.text.session.none);
  else {
    terminal.out(tableOf(terminal, page.sessions).join('\n'));
    if (page.next !== null) terminal.err(terminal.text.session.more(String(limit)));
  }
  return done;
}

/** The sum comes first: the last rows are the ones that a small screen has no room for. */
function watched(terminal: Terminal, sessions: readonly ListedSession[]): string[] {
  if (sessions.length === 0) return [terminal.text.session.none];
  const watts = sessions.reduce((sum, { powerW }) => sum + (powerW ?? 0), 0);
  const power = powerWords(terminal.text, watts);
  const { sum, oneSum } = terminal.text.session;
  const line = sessions.length === 1 ? oneSum(power) : sum(String(sessions.length), power);
  return [line, '', ...tableOf(terminal, sessions)];
}

function tableOf(terminal: Terminal, sessions: readonly ListedSession[]): string[] {
  const { text } = terminal;
  const { columns } = text.session;
  return renderTable(
    {
      columns: [
        { title: columns.session },
        { title: columns.station, isFlexible: true },
        { title: columns.connector },
        { title: columns.state, isFlexible: true },
        { title: columns.started },
        { title: columns.duration },
        { title: columns.energy },
        { title: columns.cost, isRight: true, isOptional: true },
        { title: columns.power, isOptional: true },
        { title: columns.odd, isFlexible: true, isOptional: true },
      ],
      rows: sessions.map((session): Cell[] => [
        { text: session.id, tone: 'strong' },
        session.stationId,
        placeOf(session),
        stateCell(text, session),
        session.startedAt === null ? '' : shownTime(terminal, session.startedAt),
        lengthOf(terminal, session),
        energyWords(text, session.energyWh),
        costWords(terminal, session),
        powerWords(text, session.powerW),
        { text: session.flags.map((flag) => flagWord(text, flag)).join(', '), tone: 'warning' },
      ]),
    },
    { width: terminal.size()?.columns, paint: terminal.paint },
  );
}

function costWords({ language }: Terminal, { cost }: ListedSession): string {
  return cost === null ? '' : moneyText(cost.total, cost.currency, language);
}

/** Of a running session until now. A clock that tells nonsense tells no length. */
function lengthOf({ clock }: Terminal, { startedAt, endedAt, state }: ListedSession): string {
  if (startedAt === null || (state !== 'running' && endedAt === null)) return '';
  const until = endedAt === null ? clock.now().getTime() : Date.parse(endedAt);
  const seconds = (until - Date.parse(startedAt)) / 1000;
  return seconds < 0 ? '' : durationWords(seconds);
}
