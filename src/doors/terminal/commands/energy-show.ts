import { energyApi } from '#contract/api/energy.ts';
import type { EnergyStatus } from '#contract/energy/energy-plan.ts';
import { openApi } from '../api.ts';
import {
  kilowatts,
  limitWords,
  planWords,
  type SiteClock,
  settingsOf,
  siteClock,
  utcClock,
  warningLines,
} from '../energy-words.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import type { ShowOptions } from '../read-options.ts';
import { powerWords } from '../session-words.ts';
import { type Cell, fieldLines, show, strong, type Table, tableLines, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { shownTime } from '../times.ts';
import { visible } from '../visible.ts';

type OfSite = ShowOptions & { site: string };

export async function energyShow(terminal: Terminal, options: OfSite & { settings?: boolean }): Promise<number> {
  const api = openApi(terminal, options);
  const params = { id: options.site };
  if (options.settings) {
    const stored = await api.call(energyApi.get, { params });
    const settings = settingsOf(stored);
    const { stringify } = await import('yaml');
    terminal.out(options.json ? json(settings) : stringify(settings).trimEnd());
    return done;
  }
  const status = await api.call(energyApi.status, { params });
  return show(terminal, options, status, async () =>
    statusLines(terminal, status, await siteClock(terminal, api, options.site)),
  );
}

async function statusLines(terminal: Terminal, status: EnergyStatus, clock: SiteClock): Promise<string[]> {
  const { text, paint } = terminal;
  const { energy } = text;
  const { titles } = energy;
  const charging = powerWords(text, status.chargingW);
  const flow =
    status.importW === null ? energy.charging(charging) : energy.flow(charging, powerWords(text, status.importW));
  return [
    paint('strong', visible(`${clock.site.id}: ${clock.site.name}`)),
    '',
    ...fieldLines(terminal, [
      [titles.mode, energy.modes[status.mode]],
      [titles.flow, flow],
      [
        titles.plan,
        status.planMadeAt === null ? energy.noPlan : energy.planMade(shownTime(terminal, status.planMadeAt)),
      ],
    ]),
    '',
    ...tableLines(terminal, nodeTable(terminal, status)),
    ...section(terminal, titles.limits, limitTable(terminal, status, clock)),
    ...section(terminal, titles.meters, await meterTable(terminal, status.meters)),
    ...section(terminal, titles.stations, stationTable(terminal, status)),
    ...(await warningLines(terminal, status.warnings, clock)),
  ];
}

function section(terminal: Terminal, title: string, table: Table): string[] {
  return table.rows.length === 0 ? [] : ['', terminal.paint('strong', title), ...tableLines(terminal, table)];
}

type Node = EnergyStatus['nodes'][number];

function nodeTable(terminal: Terminal, { nodes }: EnergyStatus): Table {
  const { energy } = terminal.text;
  return tableOf(nodes, [
    [energy.titles.node, ({ nodeId, name }) => strong(name ?? nodeId), 'flexible'],
    [energy.titles.limit, (node) => limitWords(terminal, node), 'right'],
    [energy.titles.now, ({ measuredW }) => (measuredW === null ? '' : `${kilowatts(terminal, measuredW)} kW`), 'right'],
    [energy.titles.worstCase, (node) => worstWords(terminal, node), 'right'],
    [energy.titles.safety, (node) => safetyCell(terminal, node)],
  ]);
}

function worstWords(terminal: Terminal, { worstCaseA, worstCaseW }: Node): string {
  if (worstCaseA === null && worstCaseW === null) return '';
  return limitWords(terminal, { limitA: worstCaseA, limitW: worstCaseA === null ? worstCaseW : null });
}

function safetyCell({ text: { energy } }: Terminal, { limitA, limitW, isSafe }: Node): Cell {
  if (limitA === null && limitW === null) return '';
  return isSafe ? { text: energy.safe, tone: 'good' } : { text: energy.unsafe, tone: 'bad' };
}

function limitTable(terminal: Terminal, { limits }: EnergyStatus, clock: SiteClock): Table {
  const { titles } = terminal.text;
  const { energy } = terminal.text;
  return tableOf(limits, [
    [energy.titles.node, ({ nodeId }) => strong(nodeId)],
    [energy.titles.limit, (limit) => limitWords(terminal, limit), 'right'],
    [titles.from, ({ from }) => from && clock.time(from)],
    [titles.until, ({ until }) => until && clock.time(until)],
    [titles.why, ({ why }) => why, 'flexible optional'],
  ]);
}

export async function meterTable(terminal: Terminal, meters: EnergyStatus['meters']): Promise<Table> {
  const { text } = terminal;
  const { energy } = text;
  const errors = new Map(
    await Promise.all(
      meters.map(
        async ({ meterId, error }) =>
          [meterId, error === null ? [] : [await planWords(terminal, error, utcClock)]] as const,
      ),
    ),
  );
  return tableOf(meters, [
    [energy.titles.meter, ({ meterId, name }) => strong(name ?? meterId)],
    [energy.titles.node, ({ nodeId }) => nodeId],
    [text.titles.kind, ({ kind }) => kind],
    [text.titles.power, ({ powerW }) => powerWords(text, powerW), 'right'],
    [energy.titles.read, ({ readAt }) => (readAt === null ? energy.never : shownTime(terminal, readAt))],
    [energy.titles.countsAs, ({ countsW }) => powerWords(text, countsW), 'right'],
    [
      text.titles.state,
      ({ isSilent, meterId }): Cell => {
        const said = [...(isSilent ? [energy.silent] : []), ...(errors.get(meterId) ?? [])].join(': ');
        return { text: said, tone: 'warning' };
      },
      'flexible',
    ],
  ]);
}

function stationTable(terminal: Terminal, { stations }: EnergyStatus): Table {
  const { text } = terminal;
  const { energy } = text;
  return tableOf(stations, [
    [text.titles.station, ({ stationId }) => strong(stationId)],
    [energy.titles.unit, ({ unit }) => unit],
    [energy.titles.periods, ({ maxPeriods }) => maxPeriods, 'right optional'],
    [energy.titles.stackLevel, ({ maxStackLevel }) => maxStackLevel, 'right optional'],
    [
      energy.titles.learned,
      ({ findings, pilotsA }): Cell => {
        if (findings.length === 0) return { text: energy.nothingLearned, tone: 'quiet' };
        const words = findings.map((each) => energy.findings[each]).join(', ');
        return { text: pilotsA === null ? words : `${words} (${pilotsA.join(', ')} A)`, tone: 'warning' };
      },
      'flexible',
    ],
  ]);
}
