import type {
  AFRRSignalRequest,
  AFRRSignalResponse,
  BatterySwapRequest,
  ClearDERControlRequest,
  ClearDERControlResponse,
  GetDERControlRequest,
  GetDERControlResponse,
  NotifyAllowedEnergyTransferRequest,
  NotifyAllowedEnergyTransferResponse,
  RequestBatterySwapRequest,
  RequestBatterySwapResponse,
  SetDERControlRequest,
  SetDERControlResponse,
  UpdateDynamicScheduleRequest,
  UpdateDynamicScheduleResponse,
  UsePriorityChargingRequest,
  UsePriorityChargingResponse,
} from 'typed-ocpp/dist/ocpp21/types.js';
import { reportOf } from './der-controls.ts';
import type { Handlers, StationControls } from './dialect.ts';

type Messages = {
  UpdateDynamicSchedule: { request: UpdateDynamicScheduleRequest; response: UpdateDynamicScheduleResponse };
  UsePriorityCharging: { request: UsePriorityChargingRequest; response: UsePriorityChargingResponse };
  NotifyAllowedEnergyTransfer: {
    request: NotifyAllowedEnergyTransferRequest;
    response: NotifyAllowedEnergyTransferResponse;
  };
  AFRRSignal: { request: AFRRSignalRequest; response: AFRRSignalResponse };
  SetDERControl: { request: SetDERControlRequest; response: SetDERControlResponse };
  GetDERControl: { request: GetDERControlRequest; response: GetDERControlResponse };
  ClearDERControl: { request: ClearDERControlRequest; response: ClearDERControlResponse };
  RequestBatterySwap: { request: RequestBatterySwapRequest; response: RequestBatterySwapResponse };
};

/** What only 2.1 has of dynamic schedules, cars that feed back, grid support and battery swaps. */
export const energy21: Handlers<Messages> = {
  UpdateDynamicSchedule: ({ chargingProfileId, scheduleUpdate }, { profiles }) => ({
    payload: { status: profiles.update(chargingProfileId, scheduleUpdate) ? 'Accepted' : 'Rejected' },
  }),

  UsePriorityCharging: ({ transactionId }, { profiles, sessions }) => {
    if (sessions.byRef(transactionId) === undefined) return { payload: { status: 'Rejected' } };
    const hasProfile = profiles.find(undefined, { chargingProfilePurpose: 'PriorityCharging' }).length > 0;
    return { payload: { status: hasProfile ? 'Accepted' : 'NoProfile' } };
  },

  NotifyAllowedEnergyTransfer: ({ transactionId }, { sessions }) => ({
    payload: { status: sessions.byRef(transactionId) === undefined ? 'Rejected' : 'Accepted' },
  }),

  /** Q07: only a profile with a curve says what a signal means. */
  AFRRSignal: (_request, { profiles }) => {
    const periods = profiles.all.flatMap(({ profile }) => profile.chargingSchedule[0]?.chargingSchedulePeriod ?? []);
    const hasCurve = periods.some(({ v2xSignalWattCurve }) => v2xSignalWattCurve !== undefined);
    return { payload: { status: hasCurve ? 'Accepted' : 'Rejected' } };
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
    if (found.length === 0) return { payload: { status: 'NotFound' } };
    const report = () => {
      found.forEach((held, index) => {
        const tbc = index < found.length - 1;
        void station.say('ReportDERControl', { requestId: request.requestId, tbc, ...reportOf(held) });
      });
    };
    return { payload: { status: 'Accepted' }, afterwards: report };
  },

  ClearDERControl: (request, station) => {
    const gone = station.der.clear(request);
    if (gone.length === 0) return { payload: { status: 'NotFound' } };
    const tell = () => {
      for (const controlId of gone) tellStartStop(station, { controlId, started: false, supersededIds: [] });
    };
    return { payload: { status: 'Accepted' }, ...(!request.isDefault && { afterwards: tell }) };
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
};

function tellStartStop(
  station: StationControls,
  { controlId, started, supersededIds }: { controlId: string; started: boolean; supersededIds: string[] },
): void {
  const timestamp = new Date().toISOString();
  const aside = supersededIds.length > 0 ? { supersededIds } : {};
  void station.say('NotifyDERStartStop', { controlId, started, timestamp, ...aside });
}
