import type { ToolFacts } from './rights.ts';

/** A plan that changed is sent to every station of the site that it changes. */
const planned = ['SetChargingProfile', 'ClearChargingProfile', 'GetCompositeSchedule'];

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
  run_playbook: [
    'TriggerMessage',
    'ClearChargingProfile',
    'ClearCache',
    'UnlockConnector',
    'ChangeAvailability',
    'Reset',
    'RemoteStopTransaction',
    'RequestStopTransaction',
  ],
  set_charging_need: planned,
  set_site_limit: planned,
};

export function coversOf({ name }: ToolFacts): (action: string) => boolean {
  return (action) => messages[name]?.includes(action) ?? false;
}

/** Where the power of a schedule stands, period by period. */
const rates = ['charging_schedule', 'schedule_period', 'schedule_curve_point', 'schedule_price_level'];

/** What a station answers about the power that it will give; asking for it changes nothing. */
export const toldProfile: readonly string[] = ['composite_schedule', ...rates];

/** And the tables that it may write, the book of commands aside. */
const tables: Record<string, readonly string[]> = {
  reserve_connector: ['reservation'],
  cancel_reservation: ['reservation'],
  set_charging_limit: ['charging_profile', ...rates],
  update_firmware: ['firmware_job'],
  set_token_blocked: ['token'],
  correct_bill: ['bill_entry', 'money_transaction'],
  refund_payment: ['bill_entry', 'money_transaction', 'money_payment', 'money_operation', 'open_item'],
  issue_invoices: ['invoice', 'invoice_line', 'money_transaction'],
  credit_invoice: ['invoice', 'invoice_line', 'money_transaction'],
  set_tariff: ['tariff', 'tariff_version', 'tariff_text'],
  assign_tariff: ['tariff_assignment'],
  exclude_outage: ['outage'],
  run_playbook: ['charging_profile', ...rates],
  set_rule: ['rule'],
  close_finding: ['finding'],
  open_ticket: ['ticket', 'ticket_note'],
  set_charging_need: ['charging_need', 'charging_profile', ...rates],
  set_site_limit: ['energy_limit', 'charging_profile', ...rates],
};

export function tablesOf({ name }: ToolFacts): (table: string) => boolean {
  return (table) => (table === 'command' && name in messages) || (tables[name]?.includes(table) ?? false);
}

const onSessions = [
  ...['reset_charge_point', 'unlock_connector', 'set_connector_status', 'start_ocpp_transaction', 'update_firmware'],
];

/** What an effect hangs on: whatever runs at its stations, the one session that it ends, or nothing that a vehicle changes. */
export function restsOn({ name }: ToolFacts, given: Record<string, unknown>): 'sessions' | 'session' | 'nothing' {
  if (name === 'stop_ocpp_transaction') return 'session';
  const { command } = given;
  const isReset = typeof command === 'string' && command.startsWith('reset');
  const isManyResets = name === 'command_many_charge_points' && isReset;
  return isManyResets || onSessions.includes(name) ? 'sessions' : 'nothing';
}
