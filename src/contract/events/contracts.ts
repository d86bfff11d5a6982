import { z } from 'zod';
import { defineEvent, list, moment, text } from './define-event.ts';

/** Vehicles and their contracts for Plug & Charge. Neither a vehicle nor a contract is named by what stands in its certificate. */
export const contractEvents = {
  'vehicle-provisioned': defineEvent(
    { vehicleId: text, origin: z.enum(['ours', 'given']) },
    'a vehicle was registered for Plug & Charge',
    'um veículo foi cadastrado para Plug & Charge',
  ),
  'vehicle-unprovisioned': defineEvent(
    { vehicleId: text },
    'a vehicle was removed from Plug & Charge',
    'um veículo foi retirado do Plug & Charge',
  ),
  'contract-issued': defineEvent(
    { contractId: text, vehicleId: text, tokenId: text },
    'a contract for Plug & Charge was issued',
    'um contrato de Plug & Charge foi emitido',
  ),
  'contract-certified': defineEvent(
    {
      contractId: text,
      tokenId: text,
      serialNumber: text,
      action: z.enum(['install', 'update']),
      expiresAt: moment,
    },
    'a vehicle fetched its contract certificate through {station}',
    'um veículo buscou o certificado do seu contrato por {station}',
  ),
  'contract-revoked': defineEvent(
    { contractId: text, reason: text, serialNumbers: list(text) },
    'a contract for Plug & Charge was revoked',
    'um contrato de Plug & Charge foi revogado',
  ),
  'provisioning-service-certified': defineEvent(
    { serialNumber: text },
    'a certificate was issued for what signs contracts',
    'um certificado foi emitido para quem assina contratos',
  ),
};
