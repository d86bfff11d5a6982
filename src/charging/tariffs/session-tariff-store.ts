import { tableProjection } from '../rows.ts';

export type SessionTariffRow = {
  stationId: string;
  sessionRef: string;
  tariffId: string;
  changedAt: Date;
  isTold: boolean;
};

/** A new price of a running session, from when it holds, and whether the driver has been told. */
export const sessionTariffs = tableProjection<SessionTariffRow>({
  name: 'session tariffs',
  table: 'session_tariff',
  key: ['stationId', 'sessionRef', 'changedAt'],
});
