import { SigecError } from '#base/errors.ts';
import { isUuid } from '#base/uuid.ts';
import { energyApi } from '#contract/api/energy.ts';
import { sessionApi } from '#contract/api/sessions.ts';
import { stationApi } from '#contract/api/stations.ts';
import type { EffectiveNeed } from '#contract/energy/charging-need.ts';
import type { StoredLimit } from '#contract/energy/site-energy.ts';
import { type Api, openApi } from '../api.ts';
import {
  kilowattHours,
  limitWords,
  readEnergyWh,
  readLimit,
  readPercent,
  type SiteClock,
  siteClock,
} from '../energy-words.ts';
import { percentText } from '../money.ts';
import { invalidInput, optionReader, type ShowOptions, type Switches, type Texts } from '../read-options.ts';
import { fieldLines, show, showList, strong, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

type LimitOptions = ShowOptions &
  Texts<'node' | 'limit' | 'until' | 'from' | 'why'> & { site: string; remove?: boolean };

export async function energyLimit(terminal: Terminal, options: LimitOptions): Promise<number> {
  const api = openApi(terminal, options);
  const params = { id: options.site };
  const { node: nodeId, limit, why = null } = options;
  const { energy } = terminal.text;
  if (nodeId !== undefined && options.remove) {
    const list = await api.call(energyApi.removeLimit, { params: { ...params, nodeId } });
    return tellDone(terminal, options, list, visible(energy.limitRemoved(nodeId)));
  }
  if (nodeId === undefined || limit === undefined) {
    const { limits } = await api.call(energyApi.limits, { params });
    return limitList(terminal, options, limits, await siteClock(terminal, api, options.site));
  }
  const read = readLimit(terminal, { name: 'LIMIT', value: limit });
  const clock = await siteClock(terminal, api, options.site);
  const timeOf = (name: 'from' | 'until') => {
    const value = options[name];
    return value === undefined ? null : clock.readTime({ name: `--${name}`, value });
  };
  const until = timeOf('until');
  const body = { nodeId, ...read, from: timeOf('from'), until, why };
  const list = await api.call(energyApi.setLimit, { params, body });
  const amount = limitWords(terminal, read);
  const sentence =
    until === null ? energy.limitSet(nodeId, amount) : energy.limitSetUntil(nodeId, amount, clock.time(until));
  return tellDone(terminal, options, list, visible(sentence));
}

export async function energyUnlearn(
  terminal: Terminal,
  options: ShowOptions & { site: string; station: string },
): Promise<number> {
  const { site: id, station: stationId } = options;
  await openApi(terminal, options).call(energyApi.unlearn, { params: { id, stationId } });
  return tellDone(terminal, options, { stationId }, visible(terminal.text.energy.unlearned(stationId)));
}

function limitList(terminal: Terminal, options: ShowOptions, limits: StoredLimit[], clock: SiteClock): number {
  const { titles, energy } = terminal.text;
  return showList(terminal, options, {
    value: { limits },
    none: energy.noLimits,
    table: () =>
      tableOf(limits, [
        [energy.titles.node, ({ nodeId }) => strong(nodeId)],
        [energy.titles.limit, (limit) => limitWords(terminal, limit), 'right'],
        [titles.from, ({ from, setAt }) => clock.time(from ?? setAt)],
        [titles.until, ({ until }) => until && clock.time(until)],
        [energy.titles.setBy, ({ source }) => energy.sources[source]],
        [titles.why, ({ why }) => why, 'flexible optional'],
      ]),
  });
}

type NeedOptions = ShowOptions &
  Texts<'target' | 'by' | 'min' | 'capacity' | 'arrival' | 'reserve' | 'evse'> &
  Switches<'discharge' | 'remove'> & { car: string; priority?: string | boolean };

export async function energyNeed(terminal: Terminal, options: NeedOptions): Promise<number> {
  const api = openApi(terminal, options);
  const { energy } = terminal.text;
  const { sessionId, stationId } = await carOf(terminal, api, options);
  const params = { id: sessionId };
  const clock = await clockOf(terminal, api, stationId);
  if (options.remove) {
    const need = await api.call(energyApi.removeNeed, { params });
    const sentence = energy.needRemoved(kilowattHours(terminal, need.energyWh), clock.time(need.departsAt));
    return tellDone(terminal, options, need, sentence);
  }
  const isAsked = ['target', 'by', 'min', 'capacity', 'arrival', 'reserve', 'priority', 'discharge'].some(
    (name) => options[name as keyof NeedOptions] !== undefined,
  );
  if (!isAsked) {
    const need = await api.call(energyApi.need, { params });
    return show(terminal, options, need, () => needLines(terminal, need, { stationId, clock }));
  }
  const need = await api.call(energyApi.setNeed, { params, body: readNeed(terminal, options, clock) });
  const sentence = energy.needSet(stationId, kilowattHours(terminal, need.energyWh), clock.time(need.departsAt));
  tellDone(terminal, options, need, visible(sentence));
  if (!options.json && need.assumptions.length > 0) terminal.err(assumedWords(terminal, need));
  return 0;
}

function readNeed(terminal: Terminal, options: NeedOptions, clock: SiteClock) {
  const { target, by, min, capacity, arrival, reserve, priority, discharge } = options;
  return {
    ...(target !== undefined && readTarget(terminal, target)),
    ...(by !== undefined && { departsAt: clock.readTime({ name: '--by', value: by }) }),
    ...(min !== undefined && { minEnergyWh: readEnergyWh(terminal, { name: '--min', value: min }) }),
    ...(capacity !== undefined && { capacityWh: readEnergyWh(terminal, { name: '--capacity', value: capacity }) }),
    ...(arrival !== undefined && { arrivalPercent: readPercent(terminal, { name: '--arrival', value: arrival }) }),
    ...(reserve !== undefined && { reservePercent: readPercent(terminal, { name: '--reserve', value: reserve }) }),
    ...(priority !== undefined && { priority: priority === true ? 5 : readPriority(terminal, String(priority)) }),
    ...(discharge && { allowsDischarge: true }),
  };
}

function readTarget(terminal: Terminal, value: string): { targetPercent: number } | { energyWh: number } {
  const given = { name: 'TARGET', value };
  if (/%\s*$/.test(value)) return { targetPercent: readPercent(terminal, given) };
  if (/kwh\s*$/i.test(value)) return { energyWh: readEnergyWh(terminal, given) };
  throw invalidInput(terminal, { ...given, accepts: terminal.text.energy.accepts.target });
}

function readPriority(terminal: Terminal, value: string): number {
  const number = /^\d{1,2}([.,]\d)?$/.test(value) ? Number(value.replace(',', '.')) : 0;
  if (number >= 0.1 && number <= 10) return number;
  throw invalidInput(terminal, {
    name: '--priority',
    value,
    accepts: terminal.text.accepts.numberFrom('0.1', '10'),
  });
}

type Car = { sessionId: string; stationId: string };

/** A session by its id, or the one that runs at a station. */
async function carOf(terminal: Terminal, api: Api, options: NeedOptions): Promise<Car> {
  const { car } = options;
  if (isUuid(car)) {
    const { stationId } = await api.call(sessionApi.get, { params: { id: car } });
    return { sessionId: car, stationId };
  }
  const evse = optionReader(terminal, options).number('evse', [1, 1000]);
  const { sessions } = await api.call(sessionApi.list, { query: { stationId: car, state: 'running' } });
  const fitting = sessions.filter(({ evseId }) => evse === undefined || evseId === evse);
  const [first, ...others] = fitting;
  const { energy } = terminal.text;
  if (first === undefined) throw new SigecError('NOT_FOUND', visible(energy.noSession(car)));
  if (others.length === 0) return { sessionId: first.id, stationId: car };
  const evses = fitting.map(({ evseId }) => evseId ?? '?').join(', ');
  throw new SigecError('INVALID_INPUT', visible(energy.severalSessions(car, evses)));
}

async function clockOf(terminal: Terminal, api: Api, stationId: string): Promise<SiteClock> {
  const { place } = await api.call(stationApi.get, { params: { id: stationId } });
  if (place === undefined) throw new SigecError('INVALID_INPUT', visible(terminal.text.energy.noSite(stationId)));
  return siteClock(terminal, api, place.siteId);
}

function needLines(
  terminal: Terminal,
  need: EffectiveNeed,
  { stationId, clock }: { stationId: string; clock: SiteClock },
) {
  const { text, language, paint } = terminal;
  const { energy, titles } = text;
  const wanted = energy.car(kilowattHours(terminal, need.energyWh), clock.time(need.departsAt));
  const predicted = energy.confidence(clock.time(need.predictedDepartureAt), percentText(need.confidence, language, 0));
  const battery = [
    ...(need.batteryPercent === null ? [] : [percentText(need.batteryPercent / 100, language, 0)]),
    ...(need.capacityWh === null ? [] : [kilowattHours(terminal, need.capacityWh)]),
  ].join(' / ');
  return [
    paint('strong', visible(stationId)),
    ...fieldLines(terminal, [
      [energy.titles.needs, `${wanted} (${energy.needSources[need.source]})`],
      [titles.battery.replace(/ \(.*/, ''), battery || null],
      // Beside what somebody said, a guess that rests on nothing only confuses.
      [energy.titles.plan, isTold(need) ? null : predicted],
    ]),
    ...(need.assumptions.length === 0 ? [] : [assumedWords(terminal, need)]),
  ];
}

function isTold({ stated }: EffectiveNeed): boolean {
  return stated !== null && stated.departsAt !== null;
}

function assumedWords({ text: { energy } }: Terminal, { assumptions }: EffectiveNeed): string {
  return energy.assumed(assumptions.map((each) => energy.assumptions[each]).join(', '));
}
