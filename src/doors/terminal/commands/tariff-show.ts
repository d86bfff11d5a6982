import { tariffApi } from '#contract/api/tariffs.ts';
import type { TariffAssignment, TariffDetail, TariffTerms, TariffVersion } from '#contract/billing/tariff.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { groupNames, principalNames } from '../find-named.ts';
import { json } from '../json.ts';
import { moneyText, priceText, rateText } from '../money.ts';
import type { ServerOptions } from '../server-address.ts';
import { durationWords, energyWords } from '../session-words.ts';
import { showList, tableLines } from '../show-list.ts';
import { type Cell, renderFields, type Table } from '../table.ts';
import { assignedPlace, assignedTo, pricesInBrief, whenWords } from '../tariff-words.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';
import { visible } from '../visible.ts';

type ShowOptions = ServerOptions & { json?: boolean };
type NameOf = (id: string) => string;

export async function tariffList(terminal: Terminal, options: ShowOptions): Promise<number> {
  const api = openApi(terminal, options);
  const list = await api.call(tariffApi.list);
  const [{ assignments }, nameOf] = await Promise.all([api.call(tariffApi.assignments), groupNames(api)]);
  const { text } = terminal;
  const { columns, none, holdsNowhere, later, retired, inForce } = text.tariff;
  const rows = list.tariffs.map((tariff): Cell[] => {
    const places = assignments.filter(({ tariffId }) => tariffId === tariff.id);
    const where = places.map((assignment) => assignedTo(terminal, assignment, nameOf)).join('; ');
    return [
      { text: tariff.id, tone: 'strong' },
      tariff.current === null ? '' : pricesInBrief(terminal, tariff.current.terms),
      where === '' ? holdsNowhere : where,
      String(tariff.versionCount),
      tariff.retiredAt !== null
        ? { text: retired, tone: 'quiet' }
        : tariff.current === null
          ? { text: later, tone: 'warning' }
          : { text: inForce, tone: 'good' },
    ];
  });
  const table = (): Table => ({
    columns: [
      { title: columns.tariff },
      { title: columns.prices, isFlexible: true },
      { title: columns.where, isFlexible: true },
      { title: columns.versions, isRight: true, isOptional: true },
      { title: columns.state },
    ],
    rows,
  });
  return showList(terminal, options, { value: list, none, table });
}

export async function tariffShow(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const api = openApi(terminal, options);
  const tariff = await api.call(tariffApi.get, { params: { id: options.id } });
  const { assignments } = await api.call(tariffApi.assignments);
  const holds = assignments.filter(({ tariffId }) => tariffId === tariff.id);
  if (options.json) {
    terminal.out(json({ ...tariff, assignments: holds }));
    return done;
  }
  const [groupName, keyName] = await Promise.all([groupNames(api), principalNames(api)]);
  const shown = tariff.current ?? tariff.versions[0];
  const { headings, holdsNowhere, isRetired } = terminal.text.tariff;
  const heading = (words: string) => ['', terminal.paint('strong', words)];
  const lines = [
    terminal.paint('strong', visible(tariff.id)),
    ...(tariff.retiredAt === null ? [] : [terminal.paint('warning', isRetired(visible(tariff.id)))]),
    ...(shown === undefined ? [] : ['', ...termLines(terminal, shown.terms)]),
    ...heading(headings.versions),
    ...tableLines(terminal, versionTable(terminal, tariff, keyName)),
    ...heading(headings.where),
    ...(holds.length === 0 ? [holdsNowhere] : tableLines(terminal, assignmentTable(terminal, holds, groupName))),
  ];
  terminal.out(lines.join('\n'));
  return done;
}

/** What a version says: its prices as a table, then whatever else it says. */
export function termLines(terminal: Terminal, terms: TariffTerms): string[] {
  return [
    ...tableLines(terminal, priceTable(terminal, terms)),
    '',
    ...renderFields(fieldsOf(terminal, terms), terminal.paint),
  ];
}

function priceTable(terminal: Terminal, { prices, currency }: TariffTerms): Table {
  const { text, language } = terminal;
  const { columns, asCharging } = text.tariff;
  const price = (amount: string) => priceText(amount, currency, language);
  const hasNames = prices.some(({ name }) => name !== null);
  return {
    columns: [
      ...(hasNames ? [{ title: columns.name, isFlexible: true }] : []),
      { title: columns.when, isFlexible: true },
      { title: columns.perKwh, isRight: true },
      { title: columns.perMinute, isRight: true },
      { title: columns.perIdleMinute, isRight: true },
    ],
    rows: prices.map((row): Cell[] => [
      ...(hasNames ? [{ text: row.name ?? '', tone: 'strong' as const }] : []),
      whenWords(terminal, row),
      price(row.perKwh),
      price(row.perMinute),
      row.perIdleMinute === null ? asCharging : price(row.perIdleMinute),
    ]),
  };
}

function fieldsOf({ text, language }: Terminal, terms: TariffTerms): [string, Cell][] {
  const { fields, taxIncluded, taxAdded } = text.tariff;
  const { currency, taxes } = terms;
  const money = (amount: string | null) =>
    amount === null || Number(amount) === 0 ? null : moneyText(amount, currency, language);
  const price = (amount: string) => (Number(amount) === 0 ? null : priceText(amount, currency, language));
  const rates = taxes.map(({ name, percent }) => `${name} ${rateText(percent, language)}`).join(', ');
  const rows: [string, Cell | null][] = [
    [fields.currency, currency],
    [fields.sessionFee, price(terms.sessionFee)],
    [fields.idleGrace, terms.idleGraceMinutes === 0 ? null : String(terms.idleGraceMinutes)],
    [fields.reservationFee, price(terms.reservationFee)],
    [fields.perReservedMinute, price(terms.perReservedMinute)],
    [fields.energyStep, terms.energyStepWh === 1 ? null : energyWords(text, terms.energyStepWh)],
    [fields.timeStep, terms.timeStepSeconds === 1 ? null : durationWords(terms.timeStepSeconds)],
    [fields.minimum, money(terms.minimum)],
    [fields.maximum, money(terms.maximum)],
    [fields.taxes, taxes.length === 0 ? null : (terms.taxIncluded ? taxIncluded : taxAdded)(rates)],
    [fields.holidays, terms.holidays.length === 0 ? null : terms.holidays.join(', ')],
    ...terms.texts.map((shown): [string, Cell] => [fields.text(shown.language), shown.text]),
  ];
  return rows.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

function versionTable(terminal: Terminal, { versions, current }: TariffDetail, keyName: NameOf): Table {
  const { columns, inForce, later, past } = terminal.text.tariff;
  const now = terminal.clock.now().getTime();
  const stateOf = ({ version, validFrom }: TariffVersion): Cell => {
    if (version === current?.version) return { text: inForce, tone: 'good' };
    return Date.parse(validFrom) > now ? { text: later, tone: 'warning' } : { text: past, tone: 'quiet' };
  };
  return {
    columns: [
      { title: columns.version, isRight: true },
      { title: columns.from },
      { title: columns.state },
      { title: columns.prices, isFlexible: true },
      { title: columns.by, isFlexible: true, isOptional: true },
    ],
    rows: versions.map((version): Cell[] => [
      String(version.version),
      localTime(version.validFrom),
      stateOf(version),
      pricesInBrief(terminal, version.terms),
      keyName(version.createdBy),
    ]),
  };
}

export async function tariffAssignments(terminal: Terminal, options: ShowOptions): Promise<number> {
  const api = openApi(terminal, options);
  const list = await api.call(tariffApi.assignments);
  const nameOf = await groupNames(api);
  const table = (): Table => {
    const { columns, rows } = assignmentTable(terminal, list.assignments, nameOf);
    const named = list.assignments.map(({ tariffId }, nth): Cell[] => [
      { text: tariffId, tone: 'strong' },
      ...(rows[nth] ?? []),
    ]);
    return { columns: [{ title: terminal.text.tariff.columns.tariff }, ...columns], rows: named };
  };
  return showList(terminal, options, { value: list, none: terminal.text.tariff.noAssignments, table });
}

function assignmentTable(terminal: Terminal, assignments: readonly TariffAssignment[], nameOf: NameOf): Table {
  const { columns, everyone, group, since, until, always } = terminal.text.tariff;
  return {
    columns: [
      { title: columns.where, isFlexible: true },
      { title: columns.who, isFlexible: true },
      { title: columns.period, isFlexible: true },
      { title: columns.assignment },
    ],
    rows: assignments.map((assignment): Cell[] => {
      const { groupId, validFrom, validTo, id } = assignment;
      const period = [
        ...(validFrom === null ? [] : [since(localTime(validFrom))]),
        ...(validTo === null ? [] : [until(localTime(validTo))]),
      ].join(', ');
      return [
        assignedPlace(terminal, assignment),
        groupId === null ? everyone : group(nameOf(groupId)),
        period === '' ? always : period,
        id,
      ];
    }),
  };
}
