import { tableProjection } from '../rows.ts';

export type SessionTariffRow = {
  stationId: string;
  sessionRef: string;
  tariffId: string;
  changedAt: Date;
  isTold: boolean;
};

/** A running session got another price from a moment on; its driver has yet to be told, or was. */
export const sessionTariffs = tableProjection<SessionTariffRow>({
  name: 'session tariffs',
  table: 'session_tariff',
  key: ['stationId', 'sessionRef', 'changedAt'],
});
