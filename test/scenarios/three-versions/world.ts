import { setTimeout as pause } from 'node:timers/promises';
import type { Token } from '../../../src/contract/access/token.ts';
import type { CommandRecord, Loss, Outcome } from '../../../src/contract/commands/command.ts';
import type { Session, SessionPage } from '../../../src/contract/sessions/session.ts';
import type { ConnectorStatus, OcppVersion, Station } from '../../../src/contract/stations/station.ts';
import { SimulatedStation } from '../../../src/simulator/station.ts';
import type { TestSigec } from '../../support/sigec.ts';
import { enterToken } from '../../support/tokens.ts';

/** What a scenario can do: the business over REST, and a simulated station that a person or a vehicle does something to. */
export type World = {
  sigec: TestSigec;
  station: SimulatedStation;
  stationId: string;
  /** `GET /api/stations/{id}` and below. */
  look<Answer>(view?: string): Promise<Answer>;
  /** Waits until a view shows it. */
  until<Answer>(view: string, fits: (answer: Answer) => boolean): Promise<Answer>;
  /** Waits until a connector is shown so. */
  connector(evseId: number, status: ConnectorStatus): Promise<ConnectorStatus>;
  /** The newest session, once it fits. */
  session(fits: Partial<Session>): Promise<Session>;
  /** Asks for a command and gives back what an operator sees of it. One that the version cannot say ends the scenario. */
  command(name: string, input?: object, more?: object): Promise<Outcome & Pick<CommandRecord, 'effect'>>;
  /** A card of this world's own that the business has entered; `value` is what a reader reads. */
  card(name: string, more?: object): Promise<Token & { value: string }>;
  /** A name that only this world uses. */
  own(name: string): string;
  /** A card is entered, held to the reader of EVSE 1, and the session runs. */
  charging(name?: string): Promise<Session & { card: Token & { value: string } }>;
};

/** One piece of business, told in the business's words; what comes out must not depend on the version. */
export type Scenario = { name: string; run(world: World): Promise<unknown>; comesOut: unknown };

/** What came of a scenario in one version; without a result, the version could not say it. */
export type Told = { says: string[]; result?: unknown };

/** The version has no words for a command: the business has said so, and nothing more will come of it. */
class Unsayable extends Error {}

/** Plays a scenario and gathers what the product says was lost on the way. */
export async function tell(
  scenario: Scenario,
  { sigec, version, stationId }: { sigec: TestSigec; version: OcppVersion; stationId: string },
): Promise<Told> {
  const lost: Loss[] = [];
  await using world = await openWorld(sigec, { version, stationId, lost });
  const says = () => [...new Set(lost.map(({ field, why }) => `${field}: ${why}`))];
  try {
    return { result: await scenario.run(world), says: says() };
  } catch (error) {
    if (error instanceof Unsayable) return { says: says() };
    throw error;
  }
}

async function openWorld(
  sigec: TestSigec,
  { version, stationId, lost }: { version: OcppVersion; stationId: string; lost: Loss[] },
): Promise<World & AsyncDisposable> {
  const station = new SimulatedStation({
    id: stationId,
    version,
    url: sigec.addresses.ocpp.replace(/\/$/, ''),
    nameplate: {
      vendor: 'Tucano Eletrica',
      model: 'Praia Duo',
      serialNumber: stationId,
      firmwareVersion: '4.3.0',
      iccid: null,
      evseCount: 2,
    },
    statusEverySeconds: 0,
    faultChance: 0,
    backOff: { minimumSeconds: 0.05, randomSeconds: 0.05, doublings: 1 },
    rebootSeconds: 0.05,
    bootRetrySeconds: 0.1,
  });
  const path = `/api/stations/${stationId}`;
  const look = <Answer>(view = '') => sigec.api.get<Answer>(`${path}${view}`);
  const until = <Answer>(view: string, fits: (answer: Answer) => boolean) =>
    waitFor(`${path}${view}`, () => look<Answer>(view), fits);
  const world: World = {
    sigec,
    station,
    stationId,
    look,
    until,
    async connector(evseId, status) {
      const isShown = ({ connectors }: Station) =>
        connectors.some((connector) => connector.evseId === evseId && connector.status === status);
      await until<Station>('', isShown);
      return status;
    },
    async session(fits) {
      const { sessions } = await until<SessionPage>('/sessions', ({ sessions: [newest] }) => {
        return newest !== undefined && Object.entries(fits).every(([key, value]) => newest[key as 'ref'] === value);
      });
      return sessions[0] as Session;
    },
    async command(name, input = {}, more = {}) {
      const { outcome, effect } = await sigec.api.post<CommandRecord>(`${path}/commands/${name}`, { input, ...more });
      if (outcome === null) throw new Error(`${name} has no outcome.`);
      lost.push(...outcome.losses);
      if (outcome.status === 'not-sent' && outcome.losses.length > 0) throw new Unsayable(outcome.reason ?? name);
      return { ...outcome, effect };
    },
    async card(name, more = {}) {
      const value = world.own(name);
      return { ...(await enterToken(sigec, value, more)), value };
    },
    own: (name) => `${name}-${stationId}`,
    async charging(name = 'CARD') {
      const card = await world.card(name);
      const reaction = await station.present({ evseId: 1, token: card.value });
      if (reaction !== 'started') throw new Error(`The driver was ${reaction}.`);
      return { ...(await world.session({ state: 'running', evseId: 1 })), card };
    },
  };
  station.start();
  const isReady = (known: Station | undefined) =>
    known?.link.state === 'online' && known.connectors.filter(({ evseId }) => evseId > 0).length === 2;
  await waitFor(stationId, () => look<Station>().catch(() => undefined), isReady);
  return { ...world, [Symbol.asyncDispose]: () => station.stop() };
}

async function waitFor<Seen>(what: string, see: () => Promise<Seen>, fits: (seen: Seen) => boolean): Promise<Seen> {
  const patience = AbortSignal.timeout(15_000);
  for (;;) {
    const seen = await see();
    if (fits(seen)) return seen;
    if (patience.aborted) throw new Error(`${what} never showed it: ${JSON.stringify(seen)}`);
    await pause(25);
  }
}
