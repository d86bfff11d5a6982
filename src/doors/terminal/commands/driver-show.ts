import type { Driver, DriverDetail } from '#contract/access/driver.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { placesWords, standingCell } from '../access-words.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { driverIdOf, driverName, groupIdOf, groupNames } from '../find-named.ts';
import { json } from '../json.ts';
import { readNumber } from '../read-input.ts';
import type { ServerOptions } from '../server-address.ts';
import { showList, tableLines } from '../show-list.ts';
import { fullTime } from '../shown-time.ts';
import { type Cell, renderFields, type Table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { tokenTable } from '../token-table.ts';
import { visible } from '../visible.ts';

type ShowOptions = ServerOptions & { json?: boolean };

export type DriverListOptions = ShowOptions & { search?: string; group?: string; limit?: string };

export async function driverList(terminal: Terminal, options: DriverListOptions): Promise<number> {
  const api = openApi(terminal, options);
  const limit = readNumber(terminal, { name: '--limit', value: options.limit ?? '100' }, [1, 1000]);
  const groupId = options.group === undefined ? undefined : await groupIdOf(terminal, api, options.group);
  const list = await api.call(driverApi.list, { query: { search: options.search, groupId, limit } });
  const nameOf = await groupNames(api);
  const { none, more } = terminal.text.driver;
  return showList(terminal, options, {
    value: list,
    none,
    table: () => tableOf(terminal, list.drivers, nameOf),
    more: list.next === null ? undefined : more(String(limit)),
  });
}

function tableOf(terminal: Terminal, drivers: readonly Driver[], nameOf: (id: string) => string): Table {
  const { columns } = terminal.text.driver;
  return {
    columns: [
      { title: columns.driver },
      { title: columns.name, isFlexible: true },
      { title: columns.email, isFlexible: true, isOptional: true },
      { title: columns.group, isFlexible: true },
      { title: columns.tokens, isRight: true },
      { title: columns.state },
      { title: columns.note, isFlexible: true, isOptional: true },
    ],
    rows: drivers.map((driver): Cell[] => [
      { text: driver.id, tone: 'strong' },
      driverName(terminal, driver),
      driver.email ?? '',
      driver.groupId === null ? '' : nameOf(driver.groupId),
      String(driver.tokenCount),
      standingCell(terminal, driver),
      driver.note ?? '',
    ]),
  };
}

export async function driverShow(terminal: Terminal, options: ShowOptions & { driver: string }): Promise<number> {
  const api = openApi(terminal, options);
  const driver = await api.call(driverApi.get, { params: { id: await driverIdOf(terminal, api, options.driver) } });
  if (options.json) {
    terminal.out(json(driver));
    return done;
  }
  const nameOf = await groupNames(api);
  const lines = [
    terminal.paint('strong', driverName(terminal, driver)),
    '',
    ...renderFields(fieldsOf(terminal, driver, nameOf), terminal.paint),
    ...(driver.hidden === undefined ? [] : [terminal.paint('quiet', visible(driver.hidden))]),
    '',
    ...(driver.tokens.length === 0
      ? [terminal.text.driver.giveToken(driver.id)]
      : tableLines(terminal, tokenTable(terminal, driver.tokens, { group: nameOf }))),
  ];
  terminal.out(lines.join('\n'));
  return done;
}

function fieldsOf(terminal: Terminal, driver: DriverDetail, nameOf: (id: string) => string): [string, Cell][] {
  const { text } = terminal;
  const { columns, fields, asGroup } = text.driver;
  const { oneAtATime, severalAtATime } = text.group;
  const rows: [string, Cell | null][] = [
    [columns.driver, driver.id],
    [columns.state, standingCell(terminal, driver)],
    [columns.email, driver.email],
    [fields.phone, driver.phone],
    [fields.language, driver.language],
    [columns.note, driver.note],
    [columns.group, driver.groupId === null ? null : nameOf(driver.groupId)],
    [text.group.columns.places, driver.places === null ? asGroup : placesWords(text, driver.places)],
    [fields.sessions, driver.oneAtATime === null ? asGroup : driver.oneAtATime ? oneAtATime : severalAtATime],
    [fields.created, fullTime(terminal, driver.createdAt)],
    [fields.forgotten, driver.forgottenAt === null ? null : fullTime(terminal, driver.forgottenAt)],
  ];
  return rows.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}
