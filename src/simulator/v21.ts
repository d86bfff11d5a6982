import type { BatterySwapRequest } from 'typed-ocpp/dist/ocpp21/types.js';
import { reportOf } from './der-controls.ts';
import { type Handlers2, type StationControls, withStatus } from './dialect.ts';

/** What only 2.1 has of dynamic schedules, cars that feed back, grid support and battery swaps. */
export const energy21 = {
  UpdateDynamicSchedule: ({ chargingProfileId, scheduleUpdate }, { profiles }) =>
    withStatus(profiles.update(chargingProfileId, scheduleUpdate) ? 'Accepted' : 'Rejected'),

  UsePriorityCharging: ({ transactionId }, { profiles, sessions }) => {
    if (sessions.byRef(transactionId) === undefined) return withStatus('Rejected');
    const hasProfile = profiles.find(undefined, { chargingProfilePurpose: 'PriorityCharging' }).length > 0;
    return withStatus(hasProfile ? 'Accepted' : 'NoProfile');
  },

  NotifyAllowedEnergyTransfer: ({ transactionId }, { sessions }) =>
    withStatus(sessions.byRef(transactionId) === undefined ? 'Rejected' : 'Accepted'),

  /** Q07: only a profile with a curve says what a signal means. */
  AFRRSignal: (_request, { profiles }) => {
    const periods = profiles.all.flatMap(({ profile }) => profile.chargingSchedule[0]?.chargingSchedulePeriod ?? []);
    const hasCurve = periods.some(({ v2xSignalWattCurve }) => v2xSignalWattCurve !== undefined);
    return withStatus(hasCurve ? 'Accepted' : 'Rejected');
  },

  SetDERControl: (control, station) => {
    const supersededIds = station.der.set(control);
    const start = () => tellStartStop(station, { controlId: control.controlId, started: true, supersededIds });
    return {
      payload: { status: 'Accepted', ...(supersededIds.length > 0 && { supersededIds }) },
      ...(!control.isDefault && { afterwards: start }), // a default waits until nothing else holds
    };
  },

  GetDERControl: (request, station) => {
    const found = station.der.find(request);
    if (found.length === 0) return withStatus('NotFound');
    const report = () => {
      found.forEach((held, index) => {
        const tbc = index < found.length - 1;
        void station.say('ReportDERControl', { requestId: request.requestId, tbc, ...reportOf(held) });
      });
    };
    return withStatus('Accepted', report);
  },

  ClearDERControl: (request, station) => {
    const gone = station.der.clear(request);
    if (gone.length === 0) return withStatus('NotFound');
    const tell = () => {
      for (const controlId of gone) tellStartStop(station, { controlId, started: false, supersededIds: [] });
    };
    return withStatus('Accepted', request.isDefault ? undefined : tell);
  },

  /** S02, S03: the driver comes at once, leaves an empty battery and takes a full one. */
  RequestBatterySwap: ({ idToken, requestId }, station) => {
    const swap = (eventType: BatterySwapRequest['eventType'], evseId: number, soC: number) => {
      const batteryData = [{ evseId, serialNumber: `${station.nameplate.serialNumber}-${evseId}`, soC, soH: 98 }];
      void station.say('BatterySwap', { eventType, requestId, idToken, batteryData } satisfies BatterySwapRequest);
    };
    return {
      payload: { status: 'Accepted' },
      afterwards: () => {
        swap('BatteryIn', 1, 15);
        swap('BatteryOut', 2, 100);
      },
    };
  },
} satisfies Handlers2;

function tellStartStop(
  station: StationControls,
  { controlId, started, supersededIds }: { controlId: string; started: boolean; supersededIds: string[] },
): void {
  const timestamp = new Date().toISOString();
  const aside = supersededIds.length > 0 ? { supersededIds } : {};
  void station.say('NotifyDERStartStop', { controlId, started, timestamp, ...aside });
}

export const till21 = {
  SetDefaultTariff: ({ evseId, tariff }, { till }) => withStatus(till.setDefault(evseId, tariff)),

  GetTariffs: ({ evseId }, { till }) => {
    const held = [...till.defaultTariffs].filter(([place]) => evseId === 0 || place === evseId);
    if (held.length === 0) return withStatus('NoTariff');
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

  ChangeTransactionTariff: ({ transactionId, tariff }, { till }) =>
    withStatus(till.changeForSession(transactionId, tariff)),

  NotifyWebPaymentStarted: ({ evseId, timeout }, { till }) => {
    till.webPayments.set(evseId, new Date(Date.now() + timeout * 1000));
    return { payload: {} };
  },
} satisfies Handlers2;
