import { createHash } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { CurveQuery } from '#contract/sessions/curve.ts';
import type { MeterKey, NewMeterKey } from '#contract/sessions/meter-keys.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { StationRegister } from '../stations/station-register.ts';
import { meterKeys, readMeterKeys } from './meter-key-store.ts';
import { keepMeterWeeks, type MeterWeeksNeeds } from './meter-weeks.ts';
import { readPublicKey } from './public-key.ts';
import { readSessionMessages, readStationMessages } from './read-meter-messages.ts';
import { sessionCurve } from './session-curve.ts';
import { findSessionPlace } from './session-place.ts';
import { sessionSignedValues } from './signed-values.ts';

export type MeterValues = Awaited<ReturnType<typeof openMeterValues>>;

export async function openMeterValues(
  needs: MeterWeeksNeeds & { ledger: Ledger; register: StationRegister; installationKey: Buffer },
) {
  const { pool, clock, register } = needs;
  const stopKeeping = await keepMeterWeeks(needs);
  const mustKnow = async (stationId: string) => {
    if ((await register.find(stationId)) !== undefined) return;
    throw new SigecError('NOT_FOUND', `There is no station "${stationId}". List the stations to see which there are.`);
  };
  return {
    /** The last messages, newest last. */
    ofSession: async (sessionId: string, limit: number) =>
      readSessionMessages(needs, await findSessionPlace(pool, sessionId), limit),
    ofStation: (stationId: string, limit: number) => readStationMessages(needs, { stationId, limit, now: clock.now() }),
    curve: (sessionId: string, query: CurveQuery) => sessionCurve(pool, sessionId, query),
    signed: (sessionId: string, limit: number) => sessionSignedValues(needs, sessionId, limit),
    async keys(stationId: string) {
      await mustKnow(stationId);
      return readMeterKeys(pool, stationId);
    },
    async setKeys(stationId: string, wanted: readonly NewMeterKey[], actor: Actor) {
      await mustKnow(stationId);
      await setMeterKeys(needs, { stationId, wanted }, actor);
      return readMeterKeys(pool, stationId);
    },
    close: stopKeeping,
  };
}

async function setMeterKeys(
  { ledger, clock }: { ledger: Ledger; clock: Clock },
  { stationId, wanted }: { stationId: string; wanted: readonly NewMeterKey[] },
  actor: Actor,
): Promise<void> {
  const setAt = clock.now();
  const setBy = actorName(actor);
  const keys = wanted.map((key, index) => toKey(key, index, { setAt: setAt.toISOString(), setBy }));
  const body = { keys: keys.map(({ setAt: _at, setBy: _by, ...key }) => key) };
  const details = { keys: keys.map(({ id, evseId }) => ({ id, evseId })) };
  await ledger.commit({
    events: [{ kind: 'meter-keys-set', stationId, happenedAt: setAt, principal: setBy, body }],
    writes: [write(meterKeys, { stationId, keys })],
    audit: [
      { principal: setBy, door: actor.door, action: 'meter-keys:set', subject: stationId, outcome: 'done', details },
    ],
  });
}

function toKey(
  { evseId, publicKey, curve, validFrom, validTo }: NewMeterKey,
  index: number,
  set: Pick<MeterKey, 'setAt' | 'setBy'>,
): MeterKey {
  const field = `keys[${index}]`;
  const read = readPublicKey(publicKey, curve);
  if (read === undefined)
    throw refused(
      `${field}.publicKey`,
      'is no public key of a meter: give it as PEM, as DER in hexadecimal digits or Base64, or as oca:base16:asn1:…; for a bare point, name its curve',
    );
  if (curve !== undefined && curve !== read.curve)
    throw refused(`${field}.curve`, `is ${curve}, but the key is on ${read.curve}; leave it out or correct it`);
  const times = [validFrom, validTo].map((text) => (text === null ? null : new Date(text).toISOString()));
  const [from = null, to = null] = times;
  if (from !== null && to !== null && from >= to) throw refused(`${field}.validTo`, 'must be later than validFrom');
  const spki = read.key.export({ type: 'spki', format: 'der' });
  const id = createHash('sha256').update(spki).digest('hex').slice(0, 16);
  return { id, evseId, publicKey: spki.toString('base64'), curve: read.curve, validFrom: from, validTo: to, ...set };
}

function refused(field: string, problem: string): SigecError {
  return new SigecError('INVALID_INPUT', `${field} ${problem}.`, { details: { field } });
}
