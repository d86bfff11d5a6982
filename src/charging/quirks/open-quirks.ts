import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { Quirk, QuirkList, StationRepairs } from '#contract/stations/quirk.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { StationRegister } from '../stations/station-register.ts';
import { quirkSwitches, readRepairs, readSwitches } from './quirk-store.ts';
import { type Model, QuirkSwitches } from './quirk-switches.ts';
import { type LateAnswer, recordLateAnswer } from './record-late-answer.ts';
import { type NewRepair, RepairCounts } from './repair-counts.ts';

export type Quirks = {
  /** Whether a rule holds for a station: every rule does until it is switched off for it or its model. */
  isOn(stationId: string, rule: string): boolean;
  /** Resolves once what is new about them is durable. */
  recordRepairs(stationId: string, made: readonly NewRepair[], at: Date): Promise<void>;
  recordLateAnswer(late: LateAnswer): Promise<void>;
  noteModel(stationId: string, model: Model): void;

  list(): Promise<QuirkList>;
  repairsOf(stationId: string): Promise<StationRepairs>;
  /** null takes the switch away. */
  setSwitch(wanted: SwitchWanted, actor: Actor): Promise<void>;
};

export type SwitchWanted = { rule: string; isOn: boolean | null; of: { stationId: string } | Model };

export type QuirkNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  log: Log;
  register: StationRegister;
  /** Every rule there is; the door for stations brings them. */
  quirkRules: readonly Quirk[];
};

export type OpenQuirks = Quirks & { close(): Promise<void> };

export async function openQuirks(needs: QuirkNeeds): Promise<OpenQuirks> {
  const { pool, quirkRules } = needs;
  const repairCounts = new RepairCounts(needs);
  const switches = new QuirkSwitches(needs);
  await switches.load();
  return {
    isOn: (stationId, rule) => switches.isOn(stationId, rule),
    recordRepairs: (stationId, made, at) => repairCounts.record(stationId, made, at),
    recordLateAnswer: (late) => recordLateAnswer(needs, late),
    noteModel: (stationId, model) => switches.noteModel(stationId, model),
    list: async () => ({ quirks: [...quirkRules], switches: await readSwitches(pool) }),
    async repairsOf(stationId) {
      await mustKnow(needs, stationId);
      await repairCounts.flush();
      return {
        repairs: await readRepairs(pool, stationId),
        quirks: quirkRules.map(({ id }) => switches.decide(stationId, id)),
      };
    },
    async setSwitch(wanted, actor) {
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
