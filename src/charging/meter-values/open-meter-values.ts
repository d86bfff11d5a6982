import { SigecError } from '#base/errors.ts';
import type { CurveQuery, SessionCurve } from '#contract/sessions/curve.ts';
import type { MeterKey, NewMeterKey } from '#contract/sessions/meter-keys.ts';
import type { SignedValues } from '#contract/sessions/signed-values.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import type { StationRegister } from '../stations/station-register.ts';
import { readMeterKeys } from './meter-key-store.ts';
import { keepMeterWeeks, type MeterWeeksNeeds } from './meter-weeks.ts';
import { readSessionMessages, readStationMessages, type StoredMeterMessage } from './read-meter-messages.ts';
import { sessionCurve } from './session-curve.ts';
import { findSessionPlace } from './session-place.ts';
import { setMeterKeys } from './set-meter-keys.ts';
import { sessionSignedValues } from './signed-values.ts';

export type MeterValues = {
  /** The last messages, newest last. */
  ofSession(sessionId: string, limit: number): Promise<StoredMeterMessage[]>;
  ofStation(stationId: string, limit: number): Promise<StoredMeterMessage[]>;
  curve(sessionId: string, query: CurveQuery): Promise<SessionCurve>;
  signed(sessionId: string, limit: number): Promise<SignedValues>;
  keys(stationId: string): Promise<MeterKey[]>;
  setKeys(stationId: string, keys: readonly NewMeterKey[], actor: Actor): Promise<MeterKey[]>;
};

export type OpenMeterValues = MeterValues & { close(): Promise<void> };

export async function openMeterValues(
  needs: MeterWeeksNeeds & { ledger: Ledger; register: StationRegister; installationKey: Buffer },
): Promise<OpenMeterValues> {
  const { pool, clock, register } = needs;
  const stopKeeping = await keepMeterWeeks(needs);
  const mustKnow = async (stationId: string) => {
    if ((await register.find(stationId)) !== undefined) return;
    throw new SigecError('NOT_FOUND', `There is no station "${stationId}". List the stations to see which there are.`);
  };
  return {
    ofSession: async (sessionId, limit) => readSessionMessages(needs, await findSessionPlace(pool, sessionId), limit),
    ofStation: (stationId, limit) => readStationMessages(needs, { stationId, limit, now: clock.now() }),
    curve: (sessionId, query) => sessionCurve(pool, sessionId, query),
    signed: (sessionId, limit) => sessionSignedValues(needs, sessionId, limit),
    async keys(stationId) {
      await mustKnow(stationId);
      return readMeterKeys(pool, stationId);
    },
    async setKeys(stationId, wanted, actor) {
      await mustKnow(stationId);
      await setMeterKeys(needs, { stationId, wanted }, actor);
      return readMeterKeys(pool, stationId);
    },
    close: stopKeeping,
  };
}
