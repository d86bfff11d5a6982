import { z } from 'zod';
import {
  addedVehicle,
  contract,
  contractList,
  contractQuery,
  contractRevocation,
  newContract,
  newProvisionedVehicle,
  provisionedVehicle,
  provisionedVehicleList,
} from '../access/contract.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'tokens:read');
const changing = allow('operate', 'tokens:change');
const ofId = z.object({ id: z.uuid() });

/** Plug & Charge: which vehicles may fetch which contracts (ISO 15118). */
export const contractApi = defineApi('tokens', {
  list: reading('GET /api/contracts', 'Contracts for Plug & Charge, the newest first', {
    query: contractQuery,
    answer: contractList,
  }),
  issue: changing(
    'POST /api/contracts',
    'Issues a contract for a registered vehicle: it fetches the certificate at the next station it is plugged in at',
    { body: newContract, answer: contract, status: 201 },
  ),
  revoke: changing('POST /api/contracts/:id/revoke', 'Ends a contract for ever and revokes its certificates', {
    params: ofId,
    body: contractRevocation,
    answer: contract,
  }),
  vehicles: reading('GET /api/contracts/vehicles', 'Vehicles that may be given contracts', {
    answer: provisionedVehicleList,
  }),
  registerVehicle: changing(
    'POST /api/contracts/vehicles',
    'Registers a vehicle by the provisioning certificate of its maker, or issues one for it',
    { body: newProvisionedVehicle, answer: addedVehicle, status: 201 },
  ),
  removeVehicle: changing(
    'DELETE /api/contracts/vehicles/:id',
    'Forgets a vehicle; contracts of it that were not revoked have to be revoked first',
    { params: ofId, answer: provisionedVehicle },
  ),
});
