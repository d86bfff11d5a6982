import { defined } from '#base/present.ts';
import type { Group, GroupChange } from '#contract/access/group.ts';
import { groupApi } from '#contract/api/groups.ts';
import { placesWords, standingCell } from '../access-words.ts';
import { openApi } from '../api.ts';
import { groupIdOf, tokenValueOf } from '../find-named.ts';
import {
  optionReader,
  type PlaceOptions,
  readPlaces,
  type ShowOptions,
  type Switches,
  somethingOf,
  type Texts,
} from '../read-options.ts';
import { fieldLines, show, showList, strong, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { fullTime } from '../times.ts';
import { visible } from '../visible.ts';

type OfGroup = ShowOptions & { group: string };
type GroupOptions = ShowOptions &
  PlaceOptions &
  Texts<'name' | 'from' | 'until'> &
  Switches<'oneAtATime' | 'masterPass'>;

export async function groupList(terminal: Terminal, options: ShowOptions): Promise<number> {
  const list = await openApi(terminal, options).call(groupApi.list);
  const { text } = terminal;
  const { titles } = text;
  return showList(terminal, options, {
    value: list,
    none: text.group.none,
    table: () =>
      tableOf(list.groups, [
        [titles.group, ({ id }) => strong(id)],
        [titles.name, ({ name }) => name, 'flexible'],
        [titles.tokens, ({ tokenCount }) => tokenCount, 'right'],
        [titles.drivers, ({ driverCount }) => driverCount, 'right'],
        [titles.places, ({ places }) => placesWords(text, places), 'flexible'],
        [titles.standing, (group) => standingCell(terminal, group)],
        [titles.rules, (group) => rulesOf(terminal, group), 'flexible optional'],
      ]),
  });
}

function rulesOf({ text }: Terminal, { oneAtATime, isMasterPass }: Group): string {
  const { group: words } = text;
  return [...(oneAtATime ? [words.oneAtATime] : []), ...(isMasterPass ? [words.masterPass] : [])].join(', ');
}

export async function groupShow(terminal: Terminal, options: OfGroup): Promise<number> {
  const api = openApi(terminal, options);
  const group = await api.call(groupApi.get, { params: { id: await groupIdOf(terminal, api, options.group) } });
  const { titles } = terminal.text;
  return show(terminal, options, group, () => [
    terminal.paint('strong', visible(group.name)),
    '',
    ...fieldLines(terminal, [
      [titles.group, group.id],
      [titles.groupLabel, group.label],
      [titles.standing, standingCell(terminal, group)],
      [titles.places, placesWords(terminal.text, group.places)],
      [titles.rules, rulesOf(terminal, group) || terminal.text.group.severalAtATime],
      [titles.validFrom, group.validFrom && fullTime(terminal, group.validFrom)],
      [titles.validUntil, group.expiresAt && fullTime(terminal, group.expiresAt)],
      [titles.tokens, String(group.tokenCount)],
      [titles.drivers, String(group.driverCount)],
      [titles.made, fullTime(terminal, group.createdAt)],
    ]),
  ]);
}

function changeOf(terminal: Terminal, options: GroupOptions): GroupChange {
  const { name, oneAtATime, masterPass } = options;
  const read = optionReader(terminal, options);
  return {
    name,
    places: readPlaces(terminal, options),
    oneAtATime,
    isMasterPass: masterPass,
    validFrom: read.timeOrNull('from'),
    expiresAt: read.timeOrNull('until'),
  };
}

export async function groupAdd(
  terminal: Terminal,
  options: GroupOptions & Texts<'value'> & { name: string },
): Promise<number> {
  const value = options.value === undefined ? undefined : await tokenValueOf(terminal, options.value);
  const said = defined({ ...changeOf(terminal, options), name: options.name, value });
  const group = await openApi(terminal, options).call(groupApi.add, { body: said });
  return tellDone(terminal, options, group, terminal.text.group.added(visible(group.name), group.id));
}

export function groupChange(terminal: Terminal, options: GroupOptions & OfGroup): Promise<number> {
  return change(terminal, options, defined(somethingOf(terminal, changeOf(terminal, options))));
}

export function groupBlock(terminal: Terminal, options: OfGroup & { isBlocked: boolean }): Promise<number> {
  return change(terminal, options, { isBlocked: options.isBlocked });
}

async function change(terminal: Terminal, options: OfGroup, body: GroupChange): Promise<number> {
  const api = openApi(terminal, options);
  const params = { id: await groupIdOf(terminal, api, options.group) };
  const group = await api.call(groupApi.change, { params, body });
  return tellDone(terminal, options, group, terminal.text.group.changed(visible(group.name)));
}

export async function groupRemove(terminal: Terminal, options: OfGroup): Promise<number> {
  const api = openApi(terminal, options);
  const group = await api.call(groupApi.remove, { params: { id: await groupIdOf(terminal, api, options.group) } });
  return tellDone(terminal, options, group, terminal.text.group.removed(visible(group.name)));
}
