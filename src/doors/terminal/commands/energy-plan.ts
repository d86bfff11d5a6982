import { energyApi } from '#contract/api/energy.ts';
import type { EnergyPlan, PlanApplied, PlannedCar } from '#contract/energy/energy-plan.ts';
import type { TemporaryLimit } from '#contract/energy/site-energy.ts';
import { type Api, openApi } from '../api.ts';
import {
  kilowattHours,
  planWords,
  readLimit,
  readShare,
  type SiteClock,
  siteClock,
  utcClock,
  warningLines,
} from '../energy-words.ts';
import { done, refusedByStation } from '../exit-code.ts';
import { json } from '../json.ts';
import { moneyText } from '../money.ts';
import type { Tone } from '../paint.ts';
import { carName, planTable } from '../plan-table.ts';
import { invalidInput, optionReader, type ShowOptions, type Texts } from '../read-options.ts';
import { show, tableLines } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { shownTime } from '../times.ts';
import { visible } from '../visible.ts';

type PlanOptions = ShowOptions & Texts<'hours' | 'caution'> & { site: string; whatIf?: string[] };

export async function energyPlanShow(terminal: Terminal, options: PlanOptions): Promise<number> {
  const api = openApi(terminal, options);
  const hours = optionReader(terminal, options).number('hours', [1, 48]) ?? 12;
  const isPreview = options.whatIf !== undefined || options.caution !== undefined;
  const plan = isPreview
    ? await preview(terminal, api, options)
    : await api.call(energyApi.plan, { params: { id: options.site } });
  return show(terminal, options, plan, async () => {
    const clock = await siteClock(terminal, api, options.site);
    return planLines(terminal, plan, { clock, hours, isPreview });
  });
}

async function preview(terminal: Terminal, api: Api, { site, whatIf = [], caution }: PlanOptions): Promise<EnergyPlan> {
  const params = { id: site };
  const limits: TemporaryLimit[] = [];
  for (const value of whatIf) {
    const [, node, limit] = /^([^=]+)=(.+)$/.exec(value) ?? [];
    if (node === undefined || limit === undefined)
      throw invalidInput(terminal, { name: '--what-if', value, accepts: terminal.text.energy.accepts.whatIf });
    const nodeId = node === 'limit' ? await rootOf(api, site) : node;
    const none = { limitA: null, limitW: null, from: null, until: null, why: null };
    limits.push({ ...none, nodeId, ...readLimit(terminal, { name: '--what-if', value: limit }) });
  }
  const share = caution === undefined ? null : readShare(terminal, { name: '--caution', value: caution });
  return api.call(energyApi.preview, { params, body: { limits, caution: share } });
}

async function rootOf(api: Api, siteId: string): Promise<string> {
  const { tree } = await api.call(energyApi.get, { params: { id: siteId } });
  return tree.nodes.find(({ parentId }) => parentId === null)?.id ?? 'grid';
}

type Shown = { clock: SiteClock; hours: number; isPreview: boolean };

async function planLines(terminal: Terminal, plan: EnergyPlan, { clock, hours, isPreview }: Shown): Promise<string[]> {
  const { text, language, paint } = terminal;
  const { energy } = text;
  const site = visible(clock.site.id);
  const by = energy.madeBy[plan.madeBy];
  const title = isPreview
    ? energy.whatIfTitle(site, by)
    : energy.planTitle(site, energy.planMade(shownTime(terminal, plan.madeAt)), by);
  const { planned, uncontrolled, currency } = plan.cost;
  const money = (amount: number) => moneyText(amount.toFixed(2), currency, language);
  const cars = plan.cars.filter(({ sessionId }) => sessionId !== null);
  const expected = plan.cars.length - cars.length;
  return [
    paint('strong', title),
    ...(cars.length === 0 ? [energy.noCars] : []),
    ...(planned === 0 && uncontrolled === 0 ? [] : [energy.cost(money(planned), money(uncontrolled))]),
    '',
    ...tableLines(terminal, planTable(terminal, plan, { hours, clock })),
    ...(await Promise.all(cars.map((car) => carLines(terminal, car, clock)))).flat(),
    ...(expected === 0 ? [] : ['', energy.expected(expected)]),
    ...(await warningLines(terminal, plan.warnings, clock)),
  ];
}

const tones = {
  'not-sent': 'quiet',
  sending: 'quiet',
  followed: 'good',
  ignored: 'bad',
  capped: 'warning',
  rounded: 'quiet',
  refused: 'bad',
  offline: 'bad',
} as const satisfies Record<PlannedCar['delivery']['state'], Tone>;

/** "CP-1 (Ana): 24.0 kWh by 07:00, foreseen. It waits until 02:00 …" */
async function carLines(terminal: Terminal, car: PlannedCar, clock: SiteClock): Promise<string[]> {
  const { text, paint } = terminal;
  const { energy } = text;
  const { need, driverName, shortWh, delivery } = car;
  const name = driverName === null ? carName(car) : `${carName(car)} (${driverName})`;
  const wanted =
    need === null
      ? []
      : [
          energy.car(kilowattHours(terminal, need.energyWh), clock.time(need.departsAt)),
          energy.needSources[need.source],
        ];
  const missing = shortWh > 50 ? [energy.short(kilowattHours(terminal, shortWh))] : [];
  const reason = delivery.reason === null ? [] : [await planWords(terminal, delivery.reason, clock)];
  const state = [energy.deliveries[delivery.state], ...reason].join(': ');
  return [
    '',
    `${paint('strong', visible(name))}  ${visible([...wanted, ...missing].join(', '))}  ${paint(tones[delivery.state], visible(state))}`,
    `  ${await planWords(terminal, car.explanation, clock)}`,
  ];
}

export async function energyApply(terminal: Terminal, options: ShowOptions & { site: string }): Promise<number> {
  const applied = await openApi(terminal, options).call(energyApi.apply, { params: { id: options.site } });
  terminal.out(options.json ? json(applied) : (await appliedLines(terminal, applied)).join('\n'));
  return applied.failed.length === 0 ? done : refusedByStation;
}

async function appliedLines(terminal: Terminal, { sent, unchanged, failed }: PlanApplied): Promise<string[]> {
  const { text, paint } = terminal;
  const reasons = await Promise.all(failed.map(({ reason }) => planWords(terminal, reason, utcClock)));
  return [
    paint('good', text.energy.applied(sent, unchanged)),
    ...failed.map(({ stationId }, index) =>
      paint('bad', visible(text.energy.notApplied(stationId, reasons[index] ?? ''))),
    ),
  ];
}
