import type { X509Certificate } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { ContractQuery, NewContract, NewProvisionedVehicle } from '#contract/access/contract.ts';
import type { RevocationReason } from '#contract/stations/certificates.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import type { Authorization } from '../authorization/open-authorization.ts';
import type { Authorities } from '../certificates/authorities/open-authorities.ts';
import type { CertificateAddresses } from '../certificates/issuing/certificate-extensions.ts';
import { plainSerial } from '../plain-serial.ts';
import { openVehicleQuestions } from './ask-for-vehicle.ts';
import { getContract, issueContract, revokeContract } from './change-contracts.ts';
import { readContracts, readTokenOf, readVehicles } from './contract-store.ts';
import { type HttpPoolRules, openHttpPool } from './http-pool.ts';
import { openBuiltInPool } from './pool/built-in-pool.ts';
import { registerVehicle, removeVehicle } from './register-vehicle.ts';

export type PlugAndCharge = ReturnType<typeof openPlugAndCharge>;

export type PlugAndChargeRules = {
  /** The country and provider that eMAIDs of ours begin with. */
  emaidPrefix: string;
  /** A pool elsewhere that has the contracts; null: they are ours. */
  pool: HttpPoolRules | null;
  /** Whether a contract is good whose responder cannot be asked. */
  isUnknownFine: boolean;
};

export type PlugAndChargeNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  log: Log;
  authorities: Pick<Authorities, 'of' | 'all'>;
  addresses: CertificateAddresses | undefined;
  emaidPrefix: string;
  tokens: Pick<Authorization, 'add' | 'get'>;
  /** The eMAID of a token that may charge; undefined: it is blocked, has ended, or is gone. */
  emaidOf(tokenId: string): Promise<string | undefined>;
  /** Of certificates that our authorities issued. */
  isRevoked(certificate: X509Certificate): Promise<boolean>;
};

/** Plug & Charge (ISO 15118): vehicles, their contracts, and who answers when a vehicle asks for one. */
export function openPlugAndCharge(needs: PlugAndChargeNeeds, rules: PlugAndChargeRules) {
  const provider = rules.pool === null ? openBuiltInPool(needs) : openHttpPool(rules.pool);
  const { pool, clock } = needs;
  return {
    /** M01, M02. */
    askForVehicle: openVehicleQuestions({ ...needs, provider }),
    /** To which token a contract certificate of ours belongs; undefined: it is none. */
    tokenOf: (serialNumber: string) => readTokenOf(pool, plainSerial(serialNumber)),
    find: async (query: ContractQuery) => ({ contracts: await readContracts(pool, { ...query, now: clock.now() }) }),
    get: (id: string) => getContract(needs, id),
    issue: (wanted: NewContract, actor: Actor) => issueContract(needs, wanted, actor),
    revoke: (wanted: { id: string; reason: RevocationReason; actor: Actor }) => revokeContract(needs, wanted),
    vehicles: async () => ({ vehicles: await readVehicles(pool) }),
    registerVehicle: (wanted: NewProvisionedVehicle, actor: Actor) => registerVehicle(needs, wanted, actor),
    removeVehicle: (id: string, actor: Actor) => removeVehicle(needs, id, actor),
  };
}
