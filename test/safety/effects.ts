import type { ToolFacts } from './rights.ts';

/**
 * What a station may hear because of each tool that needs approval, written down here by hand. A new tool has no row, and so nothing that
 * it sends is covered until somebody has thought about it.
 */
const messages: Record<string, readonly string[]> = {
  reset_charge_point: ['Reset'],
  unlock_connector: ['UnlockConnector'],
  set_connector_status: ['ChangeAvailability'],
  start_ocpp_transaction: ['RemoteStartTransaction', 'RequestStartTransaction'],
  stop_ocpp_transaction: ['RemoteStopTransaction', 'RequestStopTransaction'],
  set_charging_limit: ['SetChargingProfile', 'ClearChargingProfile'],
  reserve_connector: ['ReserveNow'],
  cancel_reservation: ['CancelReservation'],
  update_charge_point_configuration: ['ChangeConfiguration', 'SetVariables'],
  update_firmware: ['UpdateFirmware', 'SignedUpdateFirmware'],
  command_many_charge_points: ['Reset', 'ChangeAvailability'],
};

export function coversOf({ name }: ToolFacts): (action: string) => boolean {
  return (action) => messages[name]?.includes(action) ?? false;
}

const onSessions = [
  ...['reset_charge_point', 'unlock_connector', 'set_connector_status', 'start_ocpp_transaction', 'update_firmware'],
];

/** What an effect hangs on: whatever runs at its stations, the one session that it ends, or nothing that a vehicle changes. */
export function restsOn({ name }: ToolFacts, given: Record<string, unknown>): 'sessions' | 'session' | 'nothing' {
  if (name === 'stop_ocpp_transaction') return 'session';
  const isManyResets = name === 'command_many_charge_points' && String(given['command']).startsWith('reset');
  return isManyResets || onSessions.includes(name) ? 'sessions' : 'nothing';
}
