import { createHmac } from 'node:crypto';
import type { ActivateDevice, Device } from '#contract/devices/device.ts';
import { problemOf } from '#contract/problems/problem.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { isOvertaken } from '#ledger/ledger-types.ts';
import { seal, unseal } from '#ledger/seal.ts';
import { whenOvertaken } from '#ledger/when-overtaken.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { isSame } from '#principals/key-store.ts';
import { newEpoch } from './credentials/device-token.ts';
import { commitChange, type DeviceNeeds } from './device-needs.ts';
import type { ActivationAnswer, ActivationProof, RefusalReason } from './device-registry.ts';
import {
  type DeviceRow,
  type KeptDevice,
  mustReadDevice,
  readDevice,
  readDeviceByCode,
  toDevice,
} from './device-store.ts';
import { changedDevice } from './device-writes.ts';

/**
 * An operator has read the code on the device. One with a serial number whose secret is known has to prove it besides, so it is
 * activated by its next poll; one whose secret nobody knows is activated by the code alone, and that is written down.
 */
export async function activateDevice(
  needs: DeviceNeeds,
  { code, name, secret }: ActivateDevice,
  actor: Actor,
): Promise<Device> {
  const row = await readDeviceByCode(needs.pool, code, needs.clock.now());
  if (row === undefined) throw problemOf('NOT_FOUND', sentenceOf('device-code-unknown', { code }), { field: 'code' });
  if (secret !== undefined && row.serialNumber === null)
    throw problemOf('INVALID_INPUT', sentenceOf('device-without-serial', { deviceId: row.id }), {
      field: 'secret',
    });
  const named = name === undefined ? {} : { name };
  const sealed = secret === undefined ? row.secret : seal(needs.installationKey, purpose, Buffer.from(secret, 'hex'));
  const entered =
    row.serialNumber !== null && sealed !== null
      ? approve(needs, { row, actor, set: { ...named, secret: sealed } })
      : activate(needs, { row, by: actorName(actor), actor, set: named, isProven: false });
  await entered.catch(whenOvertaken(sentenceOf('device-code-unknown', { code })));
  return toDevice(await mustReadDevice(needs, row.id), needs.clock.now());
}

/** A device polls whether it has been activated. A challenge is used up by the proof that activates it. */
export async function proveActivation(
  needs: DeviceNeeds,
  { deviceId, proof, address }: { deviceId: string; proof: ActivationProof; address: string },
): Promise<ActivationAnswer> {
  const id = deviceId.trim().toLowerCase();
  const refuse = (reason: RefusalReason): ActivationAnswer => {
    needs.refusals.add({ deviceId: id, reason, address });
    return { status: 'refused', reason };
  };
  const row = await readDevice(needs.pool, id);
  if (row === undefined || row.kind === 'server') return refuse('unknown-device');
  if (row.state === 'blocked') return refuse('blocked');
  const isAccepted = row.state === 'active' && row.activationCode === null;
  if (proof.serialNumber === null) return { status: isAccepted ? 'done' : 'pending' };
  if (row.serialNumber !== proof.serialNumber) return refuse('other-device');
  if (row.challenge === null || row.challenge !== proof.challenge) return refuse('wrong-challenge');
  if (row.challengeUsedAt !== null) return refuse('replayed-activation');
  if (row.secret === null) return { status: isAccepted ? 'done' : 'pending' }; // there is no secret to check its proof with
  if (row.activationExpiresAt === null || row.activationExpiresAt <= needs.clock.now())
    return refuse('wrong-challenge');
  if (!isProof(needs, row.secret, proof)) return refuse('wrong-hmac');
  if (row.approvedBy === null) return { status: 'pending' };
  try {
    await activate(needs, { row, by: row.approvedBy, set: {}, isProven: true });
  } catch (error) {
    if (isOvertaken(error)) return refuse('replayed-activation'); // the same proof, sent twice at once
    throw error;
  }
  return { status: 'done' };
}

const purpose = 'device secret';

type LettingIn = { row: KeptDevice; set: Partial<DeviceRow> };

async function approve(needs: DeviceNeeds, { row, actor, set }: LettingIn & { actor: Actor }): Promise<void> {
  const approved = { approvedAt: needs.clock.now(), approvedBy: actorName(actor) };
  await commitChange(needs, {
    kind: 'device-changed',
    body: { deviceId: row.id, isProofAwaited: true, ...(set.name !== undefined && { name: set.name }) },
    writes: [changedDevice(row.id, { ...set, ...approved }, decidedUpon(row))],
    actor,
  });
}

async function activate(
  needs: DeviceNeeds,
  { row, by, actor, set, isProven }: LettingIn & { by: string; actor?: Actor; isProven: boolean },
): Promise<void> {
  const now = needs.clock.now();
  const isUnproven = row.serialNumber !== null && !isProven;
  await commitChange(needs, {
    kind: 'device-activated',
    body: { deviceId: row.id, name: set.name ?? row.name, by, isProven },
    ...(isUnproven && { flags: ['unproven'] }),
    writes: [
      changedDevice(
        row.id,
        {
          ...set,
          state: 'active',
          activatedAt: now,
          activatedBy: by,
          lastSeenAt: now,
          clientHash: row.askingClientHash,
          askingClientHash: null,
          activationCode: null,
          activationExpiresAt: null,
          approvedAt: null,
          approvedBy: null,
          challengeUsedAt: isProven ? now : null,
          tokenEpoch: newEpoch(),
        },
        decidedUpon(row),
      ),
    ],
    ...(actor && { actor }),
  });
  needs.revoked(row.id); // the credentials that the client was given before
}

/** The code activates the client that showed it, and no client that asked since. */
function decidedUpon({
  state,
  activationCode,
  challenge,
  askingClientHash,
  approvedBy,
}: DeviceRow): Partial<DeviceRow> {
  return { state, activationCode, challenge, askingClientHash, approvedBy };
}

function isProof(
  { installationKey }: DeviceNeeds,
  secret: Buffer,
  { algorithm, challenge, hmac }: Extract<ActivationProof, { challenge: string }>,
): boolean {
  if (algorithm !== 'hmac-sha256' || !/^[0-9a-f]{64}$/i.test(hmac)) return false;
  const wanted = createHmac('sha256', unseal(installationKey, purpose, secret))
    .update(challenge)
    .digest();
  return isSame(wanted, Buffer.from(hmac, 'hex'));
}
