import type { SigecError } from '#base/errors.ts';
import type { TariffAssignment } from '#contract/billing/tariff.ts';
import type { SiteEnergy } from '#contract/energy/site-energy.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { reachNow } from '#principals/reach.ts';
import type { Charging } from './open-charging.ts';
import { problemOf } from './problem.ts';

export type Sites = ReadonlySet<string>;
type Call = { charging: Charging; sites: Sites; args: unknown[]; proceed(...args: unknown[]): unknown };
/** How one use case is narrowed to some sites. */
type Rule = (call: Call) => unknown;
type Rules = { [Key in keyof Charging]?: Rule | { [Each in keyof Charging[Key]]?: Rule } };

/**
 * The business for callers who may see and touch some sites alone, as the doors hand it to routes and tools. This table says for every use case
 * how it is narrowed; one that is missing here is refused to them, so that a new one is closed until somebody has thought about it.
 */
const rules: Rules = {
  findStations: filtered,
  getStation: ofStation,
  renewPassword: ofStation,
  killSwitch: { current: shared },
  runCommand: ofStation,
  runManyCommands: ofStations,
  runRaw: ofStation,
  wouldRefuse: ofStations,
  findCommands: ofStation,
  findCommandsByRequest: ofStation,
  getCommand: found,
  startSession: ofStation,
  stopSession: ofSession,
  describeSession: ofSession,
  receipt: ofSession,
  sites: {
    list: sitesListed,
    get: ofSite,
    change: ofSite,
    placeStation: stationAtSite,
    placeOf: placeFound,
    devicePlaces: devicesListed,
  },
  sessions: {
    find: filtered,
    each: filtered,
    sums: filtered,
    get: found,
    findByRef: ofStation,
    findNamed: listed,
    listed,
    events: ofSession,
    explain: ofSession,
  },
  meterValues: { ofSession, ofStation, curve: ofSession, signed: ofSession, keys: ofStation, setKeys: ofStation },
  sessionLimits: { view: ofSession },
  dataTransfer: { of: ofStation },
  displays: { of: ofStation },
  quirks: { list: quirksListed, repairsOf: ofStation, setSwitch: quirkOfStation },
  attention: { find: filtered },
  authorization: { refusals: filtered },
  drivers: {},
  localLists: { view: ofStation, all: listed, setMode: ofStation },
  desiredSettings: { view: ofStation },
  paymentAddresses: { ofStation },
  guests: { list: ofStation },
  payments: { list: ofStation, settlements: ofStation, vatValidations: ofStation },
  reservations: { find: filtered, get: ofStation, create: ofStation, cancel: ofStation, check: ofStation },
  tariffs: {
    list: tariffsListed,
    find: ofTariff,
    get: ofTariff,
    detail: ofTariff,
    tryOut: ofTariff,
    textFor: shared,
    assignments: assignmentsListed,
    ofStation,
    costs: ofStation,
  },
  billing: { bill: ofSession, foresee: ofSession, correct: ofSession },
  variables: { view: ofStation, networkProfiles: ofStation },
  monitoring: { view: ofStation, alerts: ofStation, standingAlerts: ofStation },
  streams: { find: ofStation, samples: ofStation },
  security: { get: ofStation, findEvents: ofStation, acknowledge: ofStation },
  securityUpgrades: { find: ofStation, start: ofStation, abandon: ofStation },
  certificates: { find: ofStation, findRequests: ofStation, authority: shared },
  firmware: { find: ofStation },
  logs: { find: ofStation },
  logFiles: { ask: ofStation, find: ofStation, get: found, content: ofLogFile, text: ofLogFile },
  customerInformation: { find: ofStation, read: ofStation },
  chargingProfiles: {
    find: ofStation,
    plan: ofStation,
    dropPlanned: ofStation,
    composites: ofStation,
    limits: ofStation,
    evNeeds: ofStation,
    evSchedules: ofStation,
    priorityCharging: ofStation,
  },
  der: { view: ofStation },
  energy: {
    list: energySitesListed,
    get: ofSite,
    set: energySet,
    remove: ofSite,
    status: ofSite,
    plan: ofSite,
    preview: ofSite,
    apply: ofSite,
    limits: ofSite,
    setLimit: ofSite,
    removeLimit: ofSite,
    addReadings: ofSite,
    series: ofSite,
    importSeries: ofSite,
    removeSeries: ofSite,
    need: ofSession,
    setNeed: ofSession,
    removeNeed: ofSession,
    nameDrivers: shared, // of a plan that they were given
  },
  batterySwaps: { find: ofStation },
  health: { findings: filtered, risks: filtered, diagnose: ofStation, finding: found, close: ofFinding },
  outages: { find: filtered, get: found, exclude: ofOutage },
  tickets: { find: filtered, get: found, open: ofStation, change: ofTicket, repairs: filtered },
  livePower: { now: filtered, byStation: filtered },
  reports: {
    make: filtered,
    today: filtered,
    hours: filtered,
    uptime: filtered,
    refusals: filtered,
    sessions: filtered,
  },
};

/** The same business, narrowed at each call to the sites of whoever it is done for. */
export function withinSites(charging: Charging): Charging {
  const narrowed = (owner: object, name: string, rule: Rule | undefined) => {
    const method = Reflect.get(owner, name) as unknown;
    if (typeof method !== 'function') return method;
    return (...args: unknown[]) => {
      const proceed = (...given: unknown[]) => Reflect.apply(method, owner, given) as unknown;
      const sites = reachNow();
      if (sites === 'whole') return proceed(...args);
      if (rule === undefined) throw problemOf('NOT_ALLOWED', sentenceOf('not-at-single-sites'));
      return rule({ charging, sites, args, proceed });
    };
  };
  return new Proxy(charging, {
    get(business, subject: string) {
      const rule = rules[subject as keyof Charging] as Rule | Record<string, Rule> | undefined;
      const part = Reflect.get(business, subject) as unknown;
      if (typeof rule !== 'object' && (typeof part !== 'object' || part === null))
        return narrowed(business, subject, rule);
      const ofPart = typeof rule === 'object' ? rule : {};
      return new Proxy(part as object, { get: (owner, name: string) => narrowed(owner, name, ofPart[name]) });
    },
  });
}

export async function isStationWithin({ sites: all }: Charging, sites: Sites, stationId: string): Promise<boolean> {
  const place = await all.placeOf(stationId);
  return place !== null && sites.has(place.siteId);
}

/** As if there were none: who guesses ids of other sites learns nothing. */
export async function mustBeWithin(charging: Charging, sites: Sites, stationId: unknown): Promise<void> {
  if (typeof stationId === 'string' && (await isStationWithin(charging, sites, stationId))) return;
  throw problemOf('NOT_FOUND', sentenceOf('station-not-known', { stationId: String(stationId) }));
}

function shared({ args, proceed }: Call): unknown {
  return proceed(...args);
}

/** The statement itself leaves out what lies elsewhere, so that pages and totals are right. */
function filtered({ sites, args: [filter, ...rest], proceed }: Call): unknown {
  return proceed({ ...(filter as object), atSites: [...sites] }, ...rest);
}

/** Named by its id, or in what is asked. */
async function ofStation({ charging, sites, args, proceed }: Call): Promise<unknown> {
  const [first] = args;
  await mustBeWithin(charging, sites, typeof first === 'string' ? first : fieldOf(first, 'stationId'));
  return proceed(...args);
}

async function ofStations({ charging, sites, args, proceed }: Call): Promise<unknown> {
  for (const stationId of fieldOf(args[0], 'stationIds') as string[]) await mustBeWithin(charging, sites, stationId);
  return proceed(...args);
}

async function ofSession({ charging, sites, args, proceed }: Call): Promise<unknown> {
  const [first] = args;
  const id = typeof first === 'string' ? first : String(fieldOf(first, 'sessionId'));
  const { stationId } = await charging.sessions.get(id);
  if (!(await isStationWithin(charging, sites, stationId))) throw noSuch();
  return proceed(...args);
}

async function ofOutage({ charging, sites, args, proceed }: Call): Promise<unknown> {
  const { stationId } = await charging.outages.get(String(args[0]));
  if (!(await isStationWithin(charging, sites, stationId))) throw noSuch();
  return proceed(...args);
}

async function ofFinding({ charging, sites, args, proceed }: Call): Promise<unknown> {
  const { stationId } = await charging.health.finding(String(args[0]));
  if (stationId === null || !(await isStationWithin(charging, sites, stationId))) throw noSuch();
  return proceed(...args);
}

async function ofTicket({ charging, sites, args, proceed }: Call): Promise<unknown> {
  const { stationId } = await charging.tickets.get(String(args[0]));
  if (!(await isStationWithin(charging, sites, stationId))) throw noSuch();
  return proceed(...args);
}

async function ofLogFile({ charging, sites, args, proceed }: Call): Promise<unknown> {
  const { stationId } = await charging.logFiles.get(String(args[0]));
  if (!(await isStationWithin(charging, sites, stationId))) throw noSuch();
  return proceed(...args);
}

/** Looked up by an id of its own; where it belongs is seen when it is there. */
async function found({ charging, sites, args, proceed }: Call): Promise<unknown> {
  const one = await proceed(...args);
  if (await isStationWithin(charging, sites, String(fieldOf(one, 'stationId')))) return one;
  throw noSuch();
}

async function listed({ charging, sites, args, proceed }: Call): Promise<unknown> {
  const all = (await proceed(...args)) as { stationId: string }[];
  const isShown = await Promise.all(all.map(({ stationId }) => isStationWithin(charging, sites, stationId)));
  return all.filter((_each, index) => isShown[index]);
}

function ofSite({ sites, args, proceed }: Call): unknown {
  const siteId = String(args[0]);
  if (sites.has(siteId)) return proceed(...args);
  throw problemOf('NOT_FOUND', sentenceOf('no-site', { siteId }));
}

/** A meter in the house is asked by us at the address that stands in the settings: who sees one site alone does not choose whom we ask. */
async function energySet({ charging, sites, args, proceed }: Call): Promise<unknown> {
  const siteId = String(args[0]);
  if (!sites.has(siteId)) throw problemOf('NOT_FOUND', sentenceOf('no-site', { siteId }));
  const known = (await charging.energy.list()).some((each) => each.siteId === siteId)
    ? askedAddresses(await charging.energy.get(siteId))
    : new Set<string>();
  const [address] = askedAddresses(args[1] as SiteEnergy).difference(known);
  if (address !== undefined) throw problemOf('NOT_ALLOWED', sentenceOf('meter-address-of-all', { address }));
  return proceed(...args);
}

function askedAddresses({ meters }: Pick<SiteEnergy, 'meters'>): Set<string> {
  return new Set(
    meters.flatMap(({ source }) => (source.kind === 'modbus-tcp' ? [`${source.host}:${source.port}`] : [])),
  );
}

/** From one of their sites to another. */
async function stationAtSite({ charging, sites, args, proceed }: Call): Promise<unknown> {
  const siteId = String(fieldOf(args[0], 'siteId'));
  if (!sites.has(siteId)) throw problemOf('NOT_FOUND', sentenceOf('no-site', { siteId }));
  await mustBeWithin(charging, sites, fieldOf(args[0], 'stationId'));
  return proceed(...args);
}

async function sitesListed({ sites, args, proceed }: Call): Promise<unknown> {
  return ((await proceed(...args)) as { id: string }[]).filter(({ id }) => sites.has(id));
}

async function energySitesListed({ sites, args, proceed }: Call): Promise<unknown> {
  return ((await proceed(...args)) as { siteId: string }[]).filter(({ siteId }) => sites.has(siteId));
}

async function placeFound({ sites, args, proceed }: Call): Promise<unknown> {
  const place = (await proceed(...args)) as { siteId: string } | null;
  return place !== null && sites.has(place.siteId) ? place : null;
}

async function devicesListed({ sites, args, proceed }: Call): Promise<unknown> {
  return ((await proceed(...args)) as { siteId: string }[]).filter(({ siteId }) => sites.has(siteId));
}

async function quirksListed({ charging, sites, args, proceed }: Call): Promise<unknown> {
  const list = (await proceed(...args)) as Awaited<ReturnType<Charging['quirks']['list']>>;
  const isShown = await Promise.all(
    list.switches.map(async ({ stationId }) => stationId === null || isStationWithin(charging, sites, stationId)),
  );
  return { ...list, switches: list.switches.filter((_each, index) => isShown[index]) };
}

/** A switch for every station of a model reaches beyond one's sites. */
async function quirkOfStation({ charging, sites, args, proceed }: Call): Promise<unknown> {
  const stationId = fieldOf(fieldOf(args[0], 'of'), 'stationId');
  if (stationId === undefined) throw problemOf('NOT_ALLOWED', sentenceOf('not-at-single-sites'));
  await mustBeWithin(charging, sites, stationId);
  return proceed(...args);
}

/** Prices that hold at their sites, or everywhere. */
async function assignmentsListed({ charging, sites }: Pick<Call, 'charging' | 'sites'>): Promise<TariffAssignment[]> {
  const all = await charging.tariffs.assignments();
  const isShown = await Promise.all(
    all.map(async ({ siteId, stationId }) => {
      if (stationId !== null) return isStationWithin(charging, sites, stationId);
      return siteId === null || sites.has(siteId);
    }),
  );
  return all.filter((_each, index) => isShown[index]);
}

async function tariffsListed({ charging, sites, args, proceed }: Call): Promise<unknown> {
  const known = await tariffIdsWithin({ charging, sites });
  return ((await proceed(...args)) as { id: string }[]).filter(({ id }) => known.has(id));
}

async function ofTariff({ charging, sites, args, proceed }: Call): Promise<unknown> {
  const [tariffId, asked] = args;
  const siteId = fieldOf(asked, 'siteId');
  const isTheirs = siteId === undefined || (typeof siteId === 'string' && sites.has(siteId));
  if (isTheirs && (await tariffIdsWithin({ charging, sites })).has(String(tariffId))) return proceed(...args);
  throw noSuch();
}

async function tariffIdsWithin(of: Pick<Call, 'charging' | 'sites'>): Promise<Sites> {
  return new Set((await assignmentsListed(of)).map(({ tariffId }) => tariffId));
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (Reflect.get(value, name) as unknown) : undefined;
}

function noSuch(): SigecError {
  return problemOf('NOT_FOUND', sentenceOf('no-such-thing'));
}
