import { defined } from '#base/present.ts';
import type { Group, GroupChange } from '#contract/access/group.ts';
import { groupApi } from '#contract/api/groups.ts';
import { placesWords, standingCell } from '../access-words.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { groupIdOf, tokenValueOf } from '../find-named.ts';
import { json } from '../json.ts';
import { type PlaceOptions, readPlaces, somethingOf, timeOrNull } from '../read-access.ts';
import type { ServerOptions } from '../server-address.ts';
import { showList, tellDone } from '../show-list.ts';
import { fullTime } from '../shown-time.ts';
import { type Cell, renderFields, type Table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

type ShowOptions = ServerOptions & { json?: boolean };

export async function groupList(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(groupApi.list);
  const { none } = terminal.text.group;
  return showList(terminal, options, { value: list, none, table: () => tableOf(terminal, list.groups) });
}

function tableOf(terminal: Terminal, groups: readonly Group[]): Table {
  const { text } = terminal;
  const { columns } = text.group;
  return {
    columns: [
      { title: columns.group },
      { title: columns.name, isFlexible: true },
      { title: columns.tokens, isRight: true },
      { title: columns.drivers, isRight: true },
      { title: columns.places, isFlexible: true },
      { title: columns.state },
      { title: columns.rules, isFlexible: true, isOptional: true },
    ],
    rows: groups.map((group): Cell[] => [
      { text: group.id, tone: 'strong' },
      group.name,
      String(group.tokenCount),
      String(group.driverCount),
      placesWords(text, group.places),
      standingCell(terminal, group),
      rulesOf(terminal, group),
    ]),
  };
}

function rulesOf({ text }: Terminal, { oneAtATime, isMasterPass }: Group): string {
  const { group: words } = text;
  return [...(oneAtATime ? [words.oneAtATime] : []), ...(isMasterPass ? [words.masterPass] : [])].join(', ');
}

export async function groupShow(terminal: Terminal, options: ShowOptions & { group: string }): Promise<number> {
  const api = openApi(terminal, options);
  const group = await api.call(groupApi.get, { params: { id: await groupIdOf(terminal, api, options.group) } });
  if (options.json) {
    terminal.out(json(group));
    return done;
  }
  const { columns, fields, severalAtATime } = terminal.text.group;
  const lines = renderFields(
    [
      [columns.group, group.id],
      [fields.label, group.label],
      [columns.state, standingCell(terminal, group)],
      [columns.places, placesWords(terminal.text, group.places)],
      [columns.rules, rulesOf(terminal, group) || severalAtATime],
      ...periodOf(terminal, group),
      [columns.tokens, String(group.tokenCount)],
      [columns.drivers, String(group.driverCount)],
      [fields.created, fullTime(terminal, group.createdAt)],
    ],
    terminal.paint,
  );
  terminal.out([terminal.paint('strong', visible(group.name)), '', ...lines].join('\n'));
  return done;
}

function periodOf(terminal: Terminal, { validFrom, expiresAt }: Group): [string, string][] {
  const { fields } = terminal.text.group;
  return [
    ...(validFrom === null ? [] : [[fields.validFrom, fullTime(terminal, validFrom)] as [string, string]]),
    ...(expiresAt === null ? [] : [[fields.expiresAt, fullTime(terminal, expiresAt)] as [string, string]]),
  ];
}

export type GroupOptions = PlaceOptions & {
  name?: string;
  oneAtATime?: boolean;
  masterPass?: boolean;
  from?: string;
  until?: string;
};

function changeOf(terminal: Terminal, options: GroupOptions): GroupChange {
  const { name, oneAtATime, masterPass, from, until } = options;
  return {
    name,
    places: readPlaces(terminal, options),
    oneAtATime,
    isMasterPass: masterPass,
    validFrom: timeOrNull(terminal, '--from', from),
    expiresAt: timeOrNull(terminal, '--until', until),
  };
}

export async function groupAdd(
  terminal: Terminal,
  options: ShowOptions & GroupOptions & { name: string; value?: string },
): Promise<number> {
  const value = options.value === undefined ? {} : { value: await tokenValueOf(terminal, options.value) };
  const said = defined(changeOf(terminal, options));
  const group = await openApi(terminal, options).call(groupApi.add, {
    body: { ...said, name: options.name, ...value },
  });
  return tellDone(terminal, options, group, terminal.text.group.added(visible(group.name), group.id));
}

export async function groupChange(terminal: Terminal, options: ShowOptions & GroupOptions & { group: string }) {
  const change = somethingOf(terminal, changeOf(terminal, options));
  return changed(terminal, options, defined(change));
}

export function groupBlock(terminal: Terminal, options: ShowOptions & { group: string }, isBlocked: boolean) {
  return changed(terminal, options, { isBlocked });
}

async function changed(
  terminal: Terminal,
  options: ShowOptions & { group: string },
  change: GroupChange,
): Promise<number> {
  const api = openApi(terminal, options);
  const group = await api.call(groupApi.change, {
    params: { id: await groupIdOf(terminal, api, options.group) },
    body: change,
  });
  return tellDone(terminal, options, group, terminal.text.group.changed(visible(group.name)));
}

export async function groupRemove(terminal: Terminal, options: ShowOptions & { group: string }): Promise<number> {
  const api = openApi(terminal, options);
  const group = await api.call(groupApi.remove, { params: { id: await groupIdOf(terminal, api, options.group) } });
  return tellDone(terminal, options, group, terminal.text.group.removed(visible(group.name)));
}
