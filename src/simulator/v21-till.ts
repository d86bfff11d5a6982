import type {
  ChangeTransactionTariffRequest,
  ChangeTransactionTariffResponse,
  ClearTariffsRequest,
  ClearTariffsResponse,
  GetTariffsRequest,
  GetTariffsResponse,
  NotifyWebPaymentStartedRequest,
  NotifyWebPaymentStartedResponse,
  SetDefaultTariffRequest,
  SetDefaultTariffResponse,
} from 'typed-ocpp/dist/ocpp21/types.js';
import type { Handlers } from './dialect.ts';

type TillMessages21 = {
  SetDefaultTariff: { request: SetDefaultTariffRequest; response: SetDefaultTariffResponse };
  GetTariffs: { request: GetTariffsRequest; response: GetTariffsResponse };
  ClearTariffs: { request: ClearTariffsRequest; response: ClearTariffsResponse };
  ChangeTransactionTariff: { request: ChangeTransactionTariffRequest; response: ChangeTransactionTariffResponse };
  NotifyWebPaymentStarted: { request: NotifyWebPaymentStartedRequest; response: NotifyWebPaymentStartedResponse };
};

export const till21: Handlers<TillMessages21> = {
  SetDefaultTariff: ({ evseId, tariff }, { till }) => ({ payload: { status: till.setDefault(evseId, tariff) } }),

  GetTariffs: ({ evseId }, { till }) => {
    const held = [...till.defaultTariffs].filter(([place]) => evseId === 0 || place === evseId);
    if (held.length === 0) return { payload: { status: 'NoTariff' } };
    return {
      payload: {
        status: 'Accepted',
        tariffAssignments: held.map(([place, { tariffId }]) => ({
          tariffId,
          tariffKind: 'DefaultTariff',
          evseIds: [place],
        })),
      },
    };
  },

  ClearTariffs: ({ tariffIds, evseId }, { till }) => {
    const results = [...till.clear(tariffIds, evseId)].map(([tariffId, status]) => ({ tariffId, status }));
    return { payload: { clearTariffsResult: results.length > 0 ? results : [{ status: 'NoTariff' }] } };
  },

  ChangeTransactionTariff: ({ transactionId, tariff }, { till }) => ({
    payload: { status: till.changeForSession(transactionId, tariff) },
  }),

  NotifyWebPaymentStarted: ({ evseId, timeout }, { till }) => {
    till.webPayments.set(evseId, new Date(Date.now() + timeout * 1000));
    return { payload: {} };
  },
};
