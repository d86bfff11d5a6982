import type { Time } from '#base/clock.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { actorName, system } from '#principals/actor.ts';
import type { EnergyPlans, PlannedAnswer } from '../charging-profiles/charging-profile-needs.ts';
import type { Variables } from '../variables/open-variables.ts';
import type { ControlNeeds, KeeperWork } from './control/control-needs.ts';
import { openControl } from './control/open-control.ts';
import { readHolds } from './control/read-holds.ts';
import { openTroubleBook } from './control/trouble-store.ts';
import type { Energy } from './energy.ts';
import { openGrid } from './grid/open-grid.ts';
import type { VenSettings } from './grid/openadr/open-ven.ts';
import type { InputNeeds } from './inputs/input-needs.ts';
import { openInputs } from './inputs/open-inputs.ts';
import { nameDrivers } from './name-drivers.ts';
import { Solver } from './planner/solver.ts';
import { keepAbilities, readAbilities } from './verification/abilities-store.ts';
import { readForeign } from './verification/clear-foreign.ts';
import { openAbilities } from './verification/open-abilities.ts';
import { readMeasured } from './verification/read-measured.ts';
import { readTold } from './verification/told-abilities.ts';

export type EnergyNeeds = InputNeeds &
  Pick<ControlNeeds, 'versionOf' | 'runCommand' | 'ask' | 'isKillSwitchOn' | 'askKeeper' | 'publishToBroker'> & {
    variables: Pick<Variables, 'view'>;
    /** Opens the names of drivers. */
    installationKey: Buffer;
    /** The server of the grid operator; absent: nobody is asked. */
    openadr?: VenSettings | null;
  };

const planningLate: PlannedAnswer = { decision: 'processing', reason: 'planning' };

/** A process that is otherwise done does not stay for a plan. */
const quietTime: Omit<Time, 'now'> = {
  elapsedMs: () => performance.now(),
  after(delayMs, wake) {
    const timer = setTimeout(wake, delayMs).unref();
    return () => clearTimeout(timer);
  },
};

/** Of a command that ended: nobody saw the answer, so the station may hold other profiles now. What the control itself set, it knows. */
export function mayHaveChangedProfiles({ principal, body }: Pick<LedgerEvent, 'body'> & { principal?: string | null }) {
  if (body['status'] !== 'no-answer') return false;
  const { name } = body;
  return name === 'clear-charging-profiles' || (name === 'set-charging-profile' && principal !== actorName(system));
}

export type OpenEnergy = ReturnType<typeof openEnergy>;

/** Smart charging: what plans rest on, and the plans themselves. */
export function openEnergy(needs: EnergyNeeds) {
  const inputs = openInputs({ ...needs, warningsOfGrid: (siteId) => grid.warnings(siteId) });
  const abilities = openAbilities({
    clock: needs.clock,
    readTold: (stationId) => readTold(needs.variables, stationId),
    readLearned: (stationIds) => readAbilities(needs.pool, stationIds),
    keep: (learned, by) => keepAbilities(needs.ledger, learned, by),
  });
  const control = openControl({
    ...needs,
    inputs,
    abilities,
    solver: new Solver(),
    clock: { ...quietTime, now: () => needs.clock.now() },
    readHolds: (stationId, evses, asked) => readHolds(needs.pool, stationId, evses, asked),
    readMeasured: (sessions) => readMeasured(needs.pool, sessions),
    readForeign: (stationId) => readForeign(needs.pool, stationId),
    troubles: openTroubleBook(needs),
  });
  const grid = openGrid({ ...needs, inputs, openadr: needs.openadr ?? null });
  const energy: Energy = {
    list: inputs.list,
    get: inputs.get,
    set: inputs.set,
    remove: inputs.remove,
    limits: inputs.limits,
    setLimit: inputs.setLimit,
    removeLimit: inputs.removeLimit,
    allowedTransfers: inputs.allowedTransfers,
    unlearn: (...station) => atKeeper('unlearn', control.unlearn)(...station),
    addReadings: inputs.addReadings,
    series: inputs.series,
    importSeries: inputs.importSeries,
    removeSeries: inputs.removeSeries,
    need: inputs.need,
    setNeed: inputs.setNeed,
    removeNeed: inputs.removeNeed,
    status: (siteId) => atKeeper('status', control.status)(siteId),
    plan: (siteId) => atKeeper('plan', control.plan)(siteId),
    preview: (siteId, whatIf) => atKeeper('preview', control.preview)(siteId, whatIf),
    nameDrivers: (plan) => nameDrivers(needs, plan),
    apply: (siteId) => atKeeper('apply', control.apply)(siteId),
  };
  function atKeeper<Args extends unknown[], Result>(
    what: KeeperWork,
    here: (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result> {
    const { askKeeper, isKeeper } = needs;
    if (askKeeper === undefined || isKeeper?.() !== false) return here;
    return async (...args) => (await askKeeper(what, args)) as Result;
  }
  const isKeeper = () => needs.isKeeper?.() ?? true;
  const noticeStation = (stationId: string): void => {
    inputs.noticeStation(stationId).catch((error: unknown) => {
      needs.log.warn({ stationId, err: error }, 'the site of a station could not be looked up');
    });
  };
  const forgetStation = (stationId: string): void => {
    control.forgetStation(stationId);
    grid.forgetStation(stationId);
  };
  /** A car waits for the answer: where the planning node cannot be asked, its plan will come late. */
  const answerAt = (siteId: string, nodeId: string): Promise<PlannedAnswer> =>
    atKeeper('answerFor', (...place: [string, string]) => Promise.resolve(control.answerFor(...place)))(
      siteId,
      nodeId,
    ).catch(() => planningLate);
  const plans: EnergyPlans = {
    async answerFor({ stationId, evseId, hasSession }) {
      const steered = await inputs.steeredNode(stationId, evseId);
      if (steered === null) return null;
      const answer = await answerAt(steered.siteId, steered.nodeId);
      if (answer.decision === 'accepted' && !hasSession) return { decision: 'processing', reason: 'no-session' };
      return answer;
    },
    async promise(stationId, sessionId) {
      const place = await needs.sites.placeOf(stationId);
      if (place !== null) control.promise(place.siteId, sessionId);
    },
  };
  return {
    energy,
    /** Answers other nodes. */
    answerAsKeeper: (what: KeeperWork, args: readonly unknown[]): Promise<unknown> =>
      (control[what] as (...given: unknown[]) => Promise<unknown>)(...args),
    plans,
    inputs,
    control,
    /** Something happened at a station. Whoever tells does not wait: the site is looked up and planned for afterwards. */
    noticeStation,
    /** What a station holds may be gone, and its firmware another: both are looked at anew. */
    noticeBoot(stationId: string): void {
      forgetStation(stationId);
      noticeStation(stationId);
    },
    /** The same, told by the ledger, which every node hears: only the one that plans need look. */
    hearStation(stationId: string): void {
      if (isKeeper()) noticeStation(stationId);
    },
    hearBoot(stationId: string): void {
      forgetStation(stationId);
      if (isKeeper()) noticeStation(stationId);
    },
    /** A station took a profile, or dropped some. */
    noticeProfiles: control.noticeProfiles,
    /** A station told which profiles it holds. */
    noticeReport: control.noticeReport,
    async close(): Promise<void> {
      await grid.close();
      await control.close();
      await inputs.close();
    },
  };
}
