import { randomInt, randomUUID } from 'node:crypto';
import { SigecError } from '#base/errors.ts';
import type { Contract, NewContract } from '#contract/access/contract.ts';
import { isEmaid } from '#contract/access/emaid.ts';
import type { RevocationReason } from '#contract/stations/certificates.ts';
import { write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { revokedCertificates } from '../certificates/certificate-projections.ts';
import { changeEntry } from '../change-entry.ts';
import { contracts, readContracts, readVehicle, revokedContracts } from './contract-store.ts';
import type { PlugAndChargeNeeds } from './open-plug-and-charge.ts';

/** The vehicle fetches its certificate by itself; until then the contract waits. */
export async function issueContract(needs: PlugAndChargeNeeds, wanted: NewContract, actor: Actor): Promise<Contract> {
  const { pool, ledger, clock } = needs;
  const vehicle = await readVehicle(pool, { pcid: wanted.pcid });
  if (vehicle === undefined)
    throw new SigecError(
      'NOT_FOUND',
      `No vehicle ${wanted.pcid} is registered; register its provisioning certificate first.`,
    );
  const tokenId = wanted.tokenId === undefined ? await newToken(needs, wanted, actor) : await tokenIn(needs, wanted);
  const now = clock.now();
  const known = await readContracts(pool, { vehicleId: vehicle.id, tokenId, now });
  const open = known.find(({ revokedAt }) => revokedAt === null);
  if (open !== undefined)
    throw new SigecError('CONFLICT', `The vehicle ${vehicle.pcid} has the contract ${open.id} of this token already.`);
  const row = { id: randomUUID(), vehicleId: vehicle.id, tokenId, issuedAt: now, issuedBy: actorName(actor) };
  await ledger.commit(
    changeEntry({
      kind: 'contract-issued',
      body: { contractId: row.id, vehicleId: vehicle.id, tokenId },
      subject: row.id,
      at: now,
      actor,
      writes: [write(contracts, row)],
    }),
  );
  return getContract(needs, row.id);
}

async function newToken({ tokens, emaidPrefix }: PlugAndChargeNeeds, wanted: NewContract, actor: Actor) {
  const { emaid = madeEmaid(emaidPrefix), driverId } = wanted;
  if (!isEmaid(emaid))
    throw new SigecError(
      'INVALID_INPUT',
      'An eMAID has 14 characters, such as DE8AAC12345678: the country, three of the provider, nine of the contract.',
      { details: { field: 'emaid' } },
    );
  const added = { value: emaid, type: 'emaid', note: 'Plug & Charge', ...(driverId && { driverId }) } as const;
  return (await tokens.add(added, actor)).token.id;
}

async function tokenIn({ tokens }: PlugAndChargeNeeds, { tokenId = '', emaid, driverId }: NewContract) {
  if (emaid !== undefined || driverId !== undefined)
    throw new SigecError('INVALID_INPUT', 'Give either a token, or an eMAID and a driver for a new one.', {
      details: { field: 'tokenId' },
    });
  const token = await tokens.get(tokenId);
  if (token.type === 'emaid') return token.id;
  throw new SigecError(
    'INVALID_INPUT',
    `The token ${tokenId} is of type ${token.type}; a contract needs one of type emaid. Leave it out to have one made.`,
    { details: { field: 'tokenId' } },
  );
}

const characters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** C for contract, and eight characters by chance. */
function madeEmaid(prefix: string): string {
  return `${prefix}C${Array.from({ length: 8 }, () => characters[randomInt(characters.length)]).join('')}`;
}

/** For ever: the responder says so at once, and the vehicle fetches no other certificate. The first revocation counts. */
export async function revokeContract(
  needs: PlugAndChargeNeeds,
  { id, reason, actor }: { id: string; reason: RevocationReason; actor: Actor },
): Promise<Contract> {
  const { ledger, clock } = needs;
  const known = await getContract(needs, id);
  if (known.revokedAt !== null) return known;
  const at = clock.now();
  const by = { revokedAt: at, revokedBy: actorName(actor), revocationReason: reason };
  const serialNumbers = known.certificates.filter((each) => each.revokedAt === null).map((each) => each.serialNumber);
  await ledger.commit(
    changeEntry({
      kind: 'contract-revoked',
      body: { contractId: id, reason, serialNumbers },
      subject: id,
      at,
      actor,
      writes: [
        write(revokedContracts, { id, ...by }),
        ...serialNumbers.map((serialNumber) => write(revokedCertificates, { serialNumber, ...by })),
      ],
    }),
  );
  return getContract(needs, id);
}

export async function getContract({ pool, clock }: PlugAndChargeNeeds, id: string): Promise<Contract> {
  const [found] = await readContracts(pool, { id, now: clock.now() });
  if (found !== undefined) return found;
  throw new SigecError('NOT_FOUND', `There is no contract ${id}; list the contracts.`);
}
