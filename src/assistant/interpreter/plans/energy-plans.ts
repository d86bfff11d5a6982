import { defined } from '#base/present.ts';
import { shownAt } from '#base/wall-clock.ts';
import { inWords } from '#contract/problems/problem-words.ts';
import { sentence } from '#contract/sentence.ts';
import type { IntentOf } from '../intent.ts';
import { cardsOf, siteNamed, stationNamed, whoOrWhere } from './named.ts';
import { type Asking, askAll, askOne, type Plan, Reply, type Setting, type WantedCall } from './plan.ts';
import { namesIn, numberAt, objectAt, type Row, rowsIn, textIn } from './read-answer.ts';
import { moneyText, numberText, plain, rowTable } from './show.ts';

/** Why a car charges as it does, when it is ready, and what of it is only foreseen. */
export function* explainPlan(setting: Setting, { station, evse }: IntentOf<'explain-plan'>): Plan {
  const { texts } = setting;
  const id = yield* stationNamed(setting, station);
  const given = { charge_point_id: id, ...(evse !== undefined && { evse_id: evse }) };
  const { data } = yield* askOne(setting, 'explain_plan', given);
  const car = objectAt(data, 'car');
  const clock = { ...setting, timeZone: textIn(data, 'time_zone') || setting.timeZone };
  const need = numberAt(car, 'needs_kwh');
  const assumed = namesIn(data, 'assumptions').map((name) => texts.energy.assumptions[name] ?? name);
  const measured = numberAt(data, 'measured_kw');
  return [
    `**${plain(id)}**: ${explanationText(clock, car)}`,
    ...(need === undefined
      ? []
      : [
          texts.energy.counts(
            `${numberText(setting, need)} kWh`,
            clockText(clock, textIn(car, 'by')),
            texts.energy.sources[textIn(car, 'need_source')] ?? '',
          ),
        ]),
    ...(measured === undefined ? [] : [texts.energy.measured(`${numberText(setting, measured)} kW`)]),
    ...(assumed.length === 0 ? [] : [texts.energy.assumed(assumed.join(', '))]),
    ...deliveryLines(setting, car),
  ].join('\n\n');
}

function deliveryLines({ texts }: Setting, car: Row): string[] {
  const said = texts.energy.deliveries[textIn(car, 'delivery')];
  return said === undefined ? [] : [said];
}

/** The sentence of the plan in the language of the person; what this version has no words for is told as the server says it. */
function explanationText(setting: Setting, car: Row): string {
  const read = sentence.safeParse(car['said']);
  const { language } = setting;
  const words = read.success
    ? inWords(read.data, {
        language,
        time: (moment) => clockText(setting, moment),
        number: (value) => numberText(setting, value),
      })
    : null;
  return plainSentence(words ?? textIn(car, 'explanation'));
}

/** Longer than a cell, and names in it format nothing either. */
function plainSentence(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ').replaceAll(/[\\`*_[\]<>|~]/g, String.raw`\$&`);
}

function clockText({ timeZone, now, language }: Setting, moment: string): string {
  const at = new Date(moment);
  return Number.isNaN(at.getTime()) ? '' : shownAt(at, { timeZone, now, language });
}

/** Who charges when at a site, hour by hour and car by car; with another limit, what it would be. */
/** Where no site is named, and only one has a plan, it is that one. */
function* siteWithPlan(setting: Setting): Asking<{ id: string; timeZone: string }> {
  const { data } = yield* askOne(setting, 'list_sites', { limit: 100 });
  const sites = rowsIn(data, 'sites').slice(0, maxAsked);
  if (sites.length < 2) return yield* siteMeant(setting, undefined);
  const answers = yield* askAll(
    ...sites.map((row) => ({ tool: 'plan_charging', given: { site_id: textIn(row, 'site_id') } })),
  );
  const planned = sites.filter((_, index) => answers[index]?.isError === false);
  const [only] = planned;
  if (only === undefined || planned.length > 1) return yield* siteMeant(setting, undefined);
  return { id: textIn(only, 'site_id'), timeZone: textIn(only, 'time_zone') || setting.timeZone };
}

const maxAsked = 12;

export function* sitePlan(setting: Setting, { site, kw, amperes }: IntentOf<'site-plan'>): Plan {
  const { texts } = setting;
  const { heads } = texts;
  const { id, timeZone } = site === undefined ? yield* siteWithPlan(setting) : yield* siteMeant(setting, site);
  const limit = kw === undefined ? (amperes === undefined ? undefined : { limit_a: amperes }) : { limit_kw: kw };
  const given = { site_id: id, ...(limit !== undefined && { if_limits: [limit] }) };
  const { data } = yield* askOne(setting, 'plan_charging', given);
  const clock = { ...setting, timeZone };
  const cars = rowsIn(data, 'cars');
  const money = (name: string) => moneyText(setting, numberAt(data, name) ?? 0, textIn(data, 'currency') || 'EUR');
  const title =
    limit === undefined
      ? texts.energy.planOf(plain(id))
      : texts.energy.planIf(plain(id), amountText(setting, { kw, amperes }));
  if (cars.length === 0) return [title, texts.energy.noCars].join('\n\n');
  return [
    title,
    rowTable(setting, cars, [
      [heads.station, (row) => `${textIn(row, 'charge_point_id')} / ${textIn(row, 'evse_id')}`],
      [texts.energy.now, (row) => `${numberText(setting, numberAt(row, 'power_kw') ?? 0)} kW`],
      [texts.energy.ready, (row) => clockText(clock, textIn(row, 'ready_at'))],
      [texts.energy.leaves, (row) => clockText(clock, textIn(row, 'by'))],
    ]),
    ...cars.map((row) => `**${plain(textIn(row, 'charge_point_id'))}**: ${explanationText(clock, row)}`),
    texts.energy.cost(money('cost'), money('cost_without_plan')),
    ...namesIn(data, 'warnings').map(plainSentence),
  ].join('\n\n');
}

type Site = { id: string; timeZone: string };

/** The site that is named, or the only one there is. */
function* siteMeant(setting: Setting, name: string | undefined): Asking<Site> {
  const { data } = yield* askOne(setting, 'list_sites', { limit: 100 });
  const sites = rowsIn(data, 'sites');
  const [only] = sites;
  const id = name !== undefined ? yield* siteNamed(setting, name) : textIn(only ?? {}, 'site_id');
  const found = sites.find((row) => textIn(row, 'site_id') === id);
  if (found === undefined || (name === undefined && sites.length > 1))
    throw new Reply(
      setting.texts.energy.whichSite(
        sites
          .slice(0, 20)
          .map((row) => plain(textIn(row, 'name')))
          .join(', '),
      ),
    );
  return { id, timeZone: textIn(found, 'time_zone') || setting.timeZone };
}

type Prepared = { what: string; call: WantedCall };

export function* setNeed(setting: Setting, intent: IntentOf<'set-need'>): Asking<Prepared> {
  const { texts } = setting;
  const { percent, kwh, by, minKwh, priority } = intent;
  const car = yield* carMeant(setting, intent);
  const given = {
    transaction_id: textIn(car, 'session_id'),
    ...defined({ target_percent: percent, energy_kwh: kwh, by, min_energy_kwh: minKwh, priority }),
  };
  const energy = (value: number) => `${numberText(setting, value)} kWh`;
  const amount = [
    ...(percent === undefined ? [] : [`${percent} %`]),
    ...(kwh === undefined ? [] : [energy(kwh)]),
    ...(minKwh === undefined ? [] : [texts.changes.atLeast(energy(minKwh))]),
  ].join(', ');
  const place = [plain(textIn(car, 'charge_point_id')), textIn(car, 'evse_id')]
    .filter((part) => part !== '')
    .join(' / ');
  const what =
    priority !== undefined && amount === ''
      ? texts.changes.priority(place, priority)
      : texts.changes.need(place, amount, siteTimeText(by));
  return { what, call: { tool: 'set_charging_need', given } };
}

/** The one car that is meant: at the station, or the only one that charges at all. */
function* carMeant(setting: Setting, { station, name, session, evse }: IntentOf<'set-need'>): Asking<Row> {
  const { texts } = setting;
  const at = station === undefined ? {} : { charge_point_id: yield* stationNamed(setting, station) };
  const known = name === undefined ? undefined : yield* whoOrWhere(setting, name);
  const cards = known !== undefined && 'driver' in known ? yield* cardsOf(setting, known.driver) : undefined;
  const { data } = yield* askOne(setting, 'list_sessions', {
    state: 'running',
    ...at,
    ...(evse !== undefined && { evse_id: evse }),
    limit: 20,
  });
  const running = rowsIn(data, 'sessions').filter(
    (row) =>
      (session === undefined || [textIn(row, 'session_id'), textIn(row, 'transaction_id')].includes(session)) &&
      (name === undefined || cards?.includes(textIn(row, 'token_id')) === true),
  );
  const [only] = running;
  if (only === undefined) throw new Reply(texts.energy.noCar(plain(session ?? name ?? station ?? '')));
  if (running.length === 1) return only;
  const places = running.map((row) => `${plain(textIn(row, 'charge_point_id'))} EVSE ${textIn(row, 'evse_id')}`);
  throw new Reply(`${texts.energy.whichCar} ${places.join(', ')}`);
}

export function* setSiteLimit(
  setting: Setting,
  { site, kw, amperes, from, until }: IntentOf<'set-site-limit'>,
): Asking<Prepared> {
  const id = yield* siteNamed(setting, site);
  const limit = kw === undefined ? { limit_a: amperes } : { limit_kw: kw };
  const given = { site_id: id, ...limit, ...defined({ from, until }) };
  const what = setting.texts.changes.siteLimit(
    plain(id),
    amountText(setting, { kw, amperes }),
    siteTimeText(until),
    siteTimeText(from),
  );
  return { what, call: { tool: 'set_site_limit', given } };
}

export function* clearSiteLimit(setting: Setting, { site }: IntentOf<'clear-site-limit'>): Asking<Prepared> {
  const id = yield* siteNamed(setting, site);
  const given = { site_id: id, limit_kw: null };
  return { what: setting.texts.changes.clearSiteLimit(plain(id)), call: { tool: 'set_site_limit', given } };
}

function amountText(
  setting: Setting,
  { kw, amperes }: { kw?: number | undefined; amperes?: number | undefined },
): string {
  return kw === undefined ? `${numberText(setting, amperes ?? 0)} A` : `${numberText(setting, kw)} kW`;
}

/** "07:00", "2026-03-01 07:00"; the clock is that of the site, which the words beside it say. */
function siteTimeText(time: string | undefined): string | undefined {
  return time?.replace('T', ' ');
}
