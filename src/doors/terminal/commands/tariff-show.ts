import { tariffApi } from '#contract/api/tariffs.ts';
import type { Tariff, TariffAssignment, TariffDetail, TariffTerms, TariffVersion } from '#contract/billing/tariff.ts';
import { openApi } from '../api.ts';
import { groupNames, principalNames } from '../find-named.ts';
import { moneyText, priceText, rateText } from '../money.ts';
import type { ShowOptions } from '../read-options.ts';
import { durationWords, energyWords } from '../session-words.ts';
import {
  type Cell,
  type ColumnOf,
  fieldLines,
  quiet,
  show,
  showList,
  strong,
  type Table,
  tableLines,
  tableOf,
} from '../table.ts';
import { assignedPlace, assignedTo, pricesInBrief, whenWords } from '../tariff-words.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

type NameOf = (id: string) => string;

export async function tariffList(terminal: Terminal, options: ShowOptions): Promise<number> {
  const api = openApi(terminal, options);
  const list = await api.call(tariffApi.list);
  const [{ assignments }, nameOf] = await Promise.all([api.call(tariffApi.assignments), groupNames(api)]);
  const { titles, tariff: words } = terminal.text;
  const placesOf = ({ id }: Tariff) =>
    assignments
      .filter(({ tariffId }) => tariffId === id)
      .map((assignment) => assignedTo(terminal, assignment, nameOf))
      .join('; ');
  const stateOf = ({ retiredAt, current }: Tariff): Cell => {
    if (retiredAt !== null) return quiet(words.retired);
    return current === null ? { text: words.later, tone: 'warning' } : { text: words.inForce, tone: 'good' };
  };
  return showList(terminal, options, {
    value: list,
    none: words.none,
    table: () =>
      tableOf(list.tariffs, [
        [titles.tariff, ({ id }) => strong(id)],
        [titles.prices, ({ current }) => current && pricesInBrief(terminal, current.terms), 'flexible'],
        [titles.where, (tariff) => placesOf(tariff) || words.holdsNowhere, 'flexible'],
        [titles.versions, ({ versionCount }) => versionCount, 'right optional'],
        [titles.standing, stateOf],
      ]),
  });
}

export async function tariffShow(terminal: Terminal, options: ShowOptions & { tariff: string }): Promise<number> {
  const api = openApi(terminal, options);
  const tariff = await api.call(tariffApi.get, { params: { id: options.tariff } });
  const all = await api.call(tariffApi.assignments);
  const assignments = all.assignments.filter(({ tariffId }) => tariffId === tariff.id);
  return show(terminal, options, { ...tariff, assignments }, async () => {
    const [groupName, keyName] = await Promise.all([groupNames(api), principalNames(api)]);
    const shown = tariff.current ?? tariff.versions[0];
    const { paint } = terminal;
    const { headings, holdsNowhere, isRetired } = terminal.text.tariff;
    return [
      paint('strong', visible(tariff.id)),
      ...(tariff.retiredAt === null ? [] : [paint('warning', isRetired(visible(tariff.id)))]),
      ...(shown === undefined ? [] : ['', ...termLines(terminal, shown.terms)]),
      '',
      paint('strong', headings.versions),
      ...tableLines(terminal, versionTable(terminal, tariff, keyName)),
      '',
      paint('strong', headings.where),
      ...(assignments.length === 0
        ? [holdsNowhere]
        : tableLines(terminal, tableOf(assignments, assignmentColumns(terminal, groupName)))),
    ];
  });
}

/** What a version says: its prices as a table, then whatever else it says. */
export function termLines(terminal: Terminal, terms: TariffTerms): string[] {
  return [...tableLines(terminal, priceTable(terminal, terms)), '', ...fieldLines(terminal, fieldsOf(terminal, terms))];
}

function priceTable(terminal: Terminal, { prices, currency }: TariffTerms): Table {
  const { text, language } = terminal;
  const { titles } = text;
  const price = (amount: string) => priceText(amount, currency, language);
  const name: ColumnOf<TariffTerms['prices'][number]> = [titles.name, (row) => strong(row.name ?? ''), 'flexible'];
  return tableOf(prices, [
    ...(prices.some((row) => row.name !== null) ? [name] : []),
    [titles.when, (row) => whenWords(terminal, row), 'flexible'],
    [titles.perKwh, ({ perKwh }) => price(perKwh), 'right'],
    [titles.perMinute, ({ perMinute }) => price(perMinute), 'right'],
    [
      titles.perIdleMinute,
      ({ perIdleMinute }) => (perIdleMinute === null ? text.tariff.asCharging : price(perIdleMinute)),
      'right',
    ],
  ]);
}

function fieldsOf({ text, language }: Terminal, terms: TariffTerms): [string, Cell | null][] {
  const { titles } = text;
  const { taxIncluded, taxAdded, shownToDrivers } = text.tariff;
  const { currency, taxes } = terms;
  const money = (amount: string | null) =>
    amount === null || Number(amount) === 0 ? null : moneyText(amount, currency, language);
  const price = (amount: string) => (Number(amount) === 0 ? null : priceText(amount, currency, language));
  const rates = taxes.map(({ name, percent }) => `${name} ${rateText(percent, language)}`).join(', ');
  return [
    [titles.currency, currency],
    [titles.sessionFee, price(terms.sessionFee)],
    [titles.idleGrace, terms.idleGraceMinutes === 0 ? null : String(terms.idleGraceMinutes)],
    [titles.reservationFee, price(terms.reservationFee)],
    [titles.perReservedMinute, price(terms.perReservedMinute)],
    [titles.energyStep, terms.energyStepWh === 1 ? null : energyWords(text, terms.energyStepWh)],
    [titles.timeStep, terms.timeStepSeconds === 1 ? null : durationWords(terms.timeStepSeconds)],
    [titles.minimum, money(terms.minimum)],
    [titles.maximum, money(terms.maximum)],
    [titles.taxes, taxes.length === 0 ? null : (terms.taxIncluded ? taxIncluded : taxAdded)(rates)],
    [titles.holidays, terms.holidays.length === 0 ? null : terms.holidays.join(', ')],
    ...terms.texts.map((shown): [string, Cell] => [shownToDrivers(shown.language), shown.text]),
  ];
}

function versionTable(terminal: Terminal, { versions, current }: TariffDetail, keyName: NameOf): Table {
  const { titles, tariff: words } = terminal.text;
  const now = terminal.clock.now().getTime();
  const stateOf = ({ version, validFrom }: TariffVersion): Cell => {
    if (version === current?.version) return { text: words.inForce, tone: 'good' };
    return Date.parse(validFrom) > now ? { text: words.later, tone: 'warning' } : quiet(words.past);
  };
  return tableOf(versions, [
    [titles.version, ({ version }) => version, 'right'],
    [titles.tariffFrom, ({ validFrom }) => localTime(validFrom)],
    [titles.standing, stateOf],
    [titles.prices, ({ terms }) => pricesInBrief(terminal, terms), 'flexible'],
    [titles.by, ({ createdBy }) => keyName(createdBy), 'flexible optional'],
  ]);
}

export async function tariffAssignments(terminal: Terminal, options: ShowOptions): Promise<number> {
  const api = openApi(terminal, options);
  const list = await api.call(tariffApi.assignments);
  const nameOf = await groupNames(api);
  const { titles, tariff } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: tariff.noAssignments,
    table: () =>
      tableOf(list.assignments, [
        [titles.tariff, ({ tariffId }) => strong(tariffId)],
        ...assignmentColumns(terminal, nameOf),
      ]),
  });
}

function assignmentColumns(terminal: Terminal, nameOf: NameOf): ColumnOf<TariffAssignment>[] {
  const { titles, tariff: words } = terminal.text;
  const periodOf = ({ validFrom, validTo }: TariffAssignment) =>
    [
      ...(validFrom === null ? [] : [words.since(localTime(validFrom))]),
      ...(validTo === null ? [] : [words.until(localTime(validTo))]),
    ].join(', ');
  return [
    [titles.where, (assignment) => assignedPlace(terminal, assignment), 'flexible'],
    [
      titles.who,
      ({ groupId }) => (groupId === null ? terminal.text.site.everyone : words.group(nameOf(groupId))),
      'flexible',
    ],
    [titles.period, (assignment) => periodOf(assignment) || words.always, 'flexible'],
    [titles.assignment, ({ id }) => id],
  ];
}
