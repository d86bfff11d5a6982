import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { every, type Repeating } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { Quirk, QuirkList, StationQuirk, StationRepairs } from '#contract/stations/quirk.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { findCommandByRequest } from '../commands/command-store.ts';
import { tableProjection } from '../rows.ts';
import type { StationRegister } from '../stations/station-register.ts';
import { quirkSwitches, readRepairs, readSwitches } from './quirk-store.ts';
import { type NewRepair, RepairCounts } from './repair-counts.ts';

export type QuirkSwitches = Awaited<ReturnType<typeof openQuirkSwitches>>;

export type SwitchWanted = { rule: string; isOn: boolean | null; of: { stationId: string } | Model };

export type QuirkNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  log: Log;
  register: StationRegister;
  quirkRules: readonly Quirk[];
};

export async function openQuirkSwitches(needs: QuirkNeeds) {
  const { pool, quirkRules } = needs;
  const repairCounts = new RepairCounts(needs);
  const switches = new SwitchCache(needs);
  await switches.load();
  return {
    /** Whether a rule holds for a station: every rule does until it is switched off for it or its model. */
    isOn: (stationId: string, rule: string): boolean => switches.isOn(stationId, rule),
    /** Resolves when the new repairs are durable. */
    recordRepairs: (stationId: string, made: readonly NewRepair[], at: Date): Promise<void> =>
      repairCounts.record(stationId, made, at),
    recordLateAnswer: (late: LateAnswer) => recordLateAnswer(needs, late),
    noteModel: (stationId: string, model: Model): void => switches.noteModel(stationId, model),
    list: async (): Promise<QuirkList> => ({ quirks: [...quirkRules], switches: await readSwitches(pool) }),
    async repairsOf(stationId: string): Promise<StationRepairs> {
      await mustKnow(needs, stationId);
      await repairCounts.flush();
      return {
        repairs: await readRepairs(pool, stationId),
        quirks: quirkRules.map(({ id }) => switches.decide(stationId, id)),
      };
    },
    /** null removes the switch. */
    async setSwitch(wanted: SwitchWanted, actor: Actor): Promise<void> {
      await commitSwitch(needs, wanted, actor);
      await switches.renew();
    },
    async close() {
      await switches.close();
      await repairCounts.close();
    },
  };
}

async function commitSwitch(needs: QuirkNeeds, { rule, isOn, of }: SwitchWanted, actor: Actor): Promise<void> {
  if (rule !== 'all' && !needs.quirkRules.some(({ id }) => id === rule))
    throw new SigecError('NOT_FOUND', `There is no rule "${rule}". List the quirks to see which there are.`);
  if ('stationId' in of) await mustKnow(needs, of.stationId);
  const stationId = 'stationId' in of ? of.stationId : null;
  const { vendor, model } = 'stationId' in of ? { vendor: null, model: null } : of;
  const setBy = actorName(actor);
  const setAt = needs.clock.now();
  const details = { rule, isOn, vendor, model };
  await needs.ledger.commit({
    events: [{ kind: 'quirk-switched', stationId, happenedAt: setAt, principal: setBy, body: details }],
    writes: [write(quirkSwitches, { rule, isOn, stationId, vendor, model, setAt, setBy })],
    audit: [
      { principal: setBy, door: actor.door, action: 'quirk:switch', subject: stationId, outcome: 'done', details },
    ],
  });
}

async function mustKnow({ register }: QuirkNeeds, stationId: string): Promise<void> {
  if ((await register.find(stationId)) !== undefined) return;
  throw new SigecError('NOT_FOUND', `There is no station "${stationId}". List the stations to see which there are.`);
}

type LateAnswer = {
  stationId: string;
  requestId: number;
  action: string;
  at: Date;
  afterMs: number;
  code: string | null;
  answer: Record<string, unknown>;
};

type LateAnswerRow = Pick<LateAnswer, 'action' | 'afterMs' | 'code' | 'answer'> & {
  commandId: string;
  answeredAt: Date;
  isError: boolean;
};

const lateAnswers = tableProjection<LateAnswerRow>({
  name: 'late answers',
  table: 'late_answer',
  key: ['commandId'],
});

async function recordLateAnswer({ pool, ledger }: { pool: Pool; ledger: Ledger }, late: LateAnswer): Promise<void> {
  const { stationId, requestId, action, at, afterMs, code, answer } = late;
  const commandId = await findCommandByRequest(pool, stationId, requestId);
  if (commandId === null) return;
  await ledger.commit({
    events: [
      {
        kind: 'command-answered-late',
        stationId,
        happenedAt: at,
        flags: ['late'],
        body: { commandId, action, afterMs, code, answer },
      },
    ],
    writes: [write(lateAnswers, { commandId, action, answeredAt: at, afterMs, isError: code !== null, code, answer })],
    whenRefused: 'set-aside',
  });
}

type Switches = Map<string, boolean>;

/** A switch that was set on another node is noticed within this time. */
const renewEveryMs = 10_000;

/** Which rules hold for which station, in memory: it is asked while a frame is read. */
class SwitchCache {
  private readonly pool: Pool;
  private readonly renewing: Repeating;
  private ofStations = new Map<string, Switches>();
  private ofModels = new Map<string, Switches>();
  private readonly models = new Map<string, string>();

  constructor({ pool, log }: { pool: Pool; log: Log }) {
    this.pool = pool;
    this.renewing = every({ task: 'read switches of quirks', everyMs: renewEveryMs, log, run: () => this.renew() });
  }

  async load(): Promise<void> {
    const { rows } = await this.pool.query<{ id: string; vendor: string; model: string }>(
      'select id, vendor, model from station where vendor is not null and model is not null',
    );
    for (const { id, vendor, model } of rows) this.noteModel(id, { vendor, model });
    await this.renew();
  }

  async renew(): Promise<void> {
    const ofStations = new Map<string, Switches>();
    const ofModels = new Map<string, Switches>();
    for (const { rule, isOn, stationId, vendor, model } of await readSwitches(this.pool)) {
      const holders = stationId === null ? ofModels : ofStations;
      const holder = stationId ?? modelKey({ vendor: vendor ?? '', model: model ?? '' });
      holders.set(holder, (holders.get(holder) ?? new Map<string, boolean>()).set(rule, isOn));
    }
    this.ofStations = ofStations;
    this.ofModels = ofModels;
  }

  close(): Promise<void> {
    return this.renewing.close();
  }

  noteModel(stationId: string, model: Model): void {
    this.models.set(stationId, modelKey(model));
  }

  isOn(stationId: string, rule: string): boolean {
    return this.decide(stationId, rule).isOn;
  }

  /** The station's own switch first, then that of its model; what names the rule before what names all. */
  decide(stationId: string, rule: string): StationQuirk {
    const own = this.ofStations.get(stationId);
    const byStation = own?.get(rule) ?? own?.get('all');
    if (byStation !== undefined) return { id: rule, isOn: byStation, decidedBy: 'station' };
    const shared = this.ofModels.get(this.models.get(stationId) ?? '');
    const byModel = shared?.get(rule) ?? shared?.get('all');
    if (byModel !== undefined) return { id: rule, isOn: byModel, decidedBy: 'model' };
    return { id: rule, isOn: true, decidedBy: 'default' };
  }
}

type Model = { vendor: string; model: string };

function modelKey({ vendor, model }: Model): string {
  return `${vendor}\n${model}`;
}
