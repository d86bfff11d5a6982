import { SigecError } from '#base/errors.ts';
import { tariffApi } from '#contract/api/tariffs.ts';
import { openApi } from '../api.ts';
import { costTable } from '../cost-table.ts';
import { done } from '../exit-code.ts';
import { groupIdOf, groupNames } from '../find-named.ts';
import { json } from '../json.ts';
import { readConnector, readNumber } from '../read-input.ts';
import { readTime } from '../read-time.ts';
import type { ServerOptions } from '../server-address.ts';
import { tableLines, tellDone } from '../show-list.ts';
import { assignedTo } from '../tariff-words.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

type ShowOptions = ServerOptions & { json?: boolean };

export type TariffTryOptions = ShowOptions & {
  id: string;
  at?: string;
  minutes: string;
  kwh: string;
  idle?: string;
  site?: string;
};

/** What a made-up session would cost, step by step. */
export async function tariffTry(terminal: Terminal, options: TariffTryOptions): Promise<number> {
  const { id, at, minutes, kwh, idle = '0', site: siteId } = options;
  const answer = await openApi(terminal, options).call(tariffApi.try, {
    params: { id },
    body: {
      startedAt:
        at === undefined ? terminal.clock.now().toISOString() : readTime(terminal, { name: '--at', value: at }),
      minutes: readNumber(terminal, { name: '--minutes', value: minutes }, [0, 525_600]),
      kwh: readKwh(terminal, kwh),
      idleMinutes: readNumber(terminal, { name: '--idle', value: idle }, [0, 525_600]),
      ...(siteId !== undefined && { siteId }),
    },
  });
  const { tried } = terminal.text.tariff;
  const lines = () => [
    tried({ tariff: visible(id), version: String(answer.version), zone: answer.timeZone }),
    '',
    ...tableLines(terminal, costTable(terminal, answer)),
  ];
  terminal.out(options.json ? json(answer) : lines().join('\n'));
  return done;
}

function readKwh({ text }: Terminal, value: string): string {
  const plain = value.replace(',', '.');
  if (/^\d{1,6}(\.\d{1,3})?$/.test(plain)) return plain;
  const { wrongUse, accepts } = text;
  throw new SigecError('INVALID_INPUT', wrongUse.invalidInput({ name: '--kwh', value, accepts: accepts.energy }));
}

export type TariffAssignOptions = ShowOptions & {
  id: string;
  everywhere?: boolean;
  site?: string;
  station?: string;
  connector?: string;
  group?: string;
  from?: string;
  until?: string;
};

export async function tariffAssign(terminal: Terminal, options: TariffAssignOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { id: tariffId, everywhere, site, station, connector, group, from, until } = options;
  const { text } = terminal;
  if (connector !== undefined && station === undefined) throw wrong(text.tariff.needsStation);
  // For a group alone it holds wherever they charge; without a word it would hold for everyone everywhere.
  if (!everywhere && site === undefined && station === undefined && group === undefined)
    throw wrong(text.tariff.needsPlace);
  if (everywhere && (site !== undefined || station !== undefined)) throw wrong(text.tariff.needsPlace);
  const place = connector === undefined ? {} : readConnector(terminal, { name: '--connector', value: connector });
  const assignment = await api.call(tariffApi.assign, {
    body: {
      tariffId,
      siteId: site ?? null,
      stationId: station ?? null,
      ...place,
      groupId: group === undefined ? null : await groupIdOf(terminal, api, group),
      validFrom: from === undefined ? null : readTime(terminal, { name: '--from', value: from }),
      validTo: until === undefined ? null : readTime(terminal, { name: '--until', value: until }),
    },
  });
  const where = assignedTo(terminal, assignment, await groupNames(api));
  const { validFrom } = assignment;
  const isLater = validFrom !== null && Date.parse(validFrom) > terminal.clock.now().getTime();
  const sentence = isLater
    ? text.tariff.assignedLater({ tariff: tariffId, place: where, time: localTime(validFrom) })
    : text.tariff.assigned(tariffId, where);
  return tellDone(terminal, options, assignment, visible(sentence));
}

export async function tariffUnassign(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const api = openApi(terminal, options);
  const assignment = await api.call(tariffApi.unassign, { params: { id: options.id } });
  const where = assignedTo(terminal, assignment, await groupNames(api));
  return tellDone(terminal, options, assignment, visible(terminal.text.tariff.unassigned(assignment.tariffId, where)));
}

export async function tariffRetire(
  terminal: Terminal,
  options: ShowOptions & { id: string; force?: boolean },
): Promise<number> {
  const tariff = await openApi(terminal, options).call(tariffApi.retire, {
    params: { id: options.id },
    query: { force: options.force ?? false },
  });
  return tellDone(terminal, options, tariff, visible(terminal.text.tariff.isRetired(tariff.id)));
}

function wrong(sentence: string): SigecError {
  return new SigecError('INVALID_INPUT', sentence);
}
