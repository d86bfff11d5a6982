/** The checks that compute rows again from events, each by the code that wrote them first. */
export type EventCheck = 'sessions' | 'bills' | 'outages' | 'energy' | 'connectors';

/**
 * How `sigec database rebuild` gets at the rows of a table (L8): from events, from the copy that every commit keeps of the rows it
 * wrote, or not at all, for a reason.
 */
export type TableOrigin =
  | { rows: 'from-events'; check: EventCheck }
  /** `except`: columns that hold a secret, or what is so at this moment only. */
  | { rows: 'from-copies'; except: readonly string[] }
  | { rows: 'not-derived'; because: string };

const copied = copiedExcept();

function copiedExcept(...except: string[]): TableOrigin {
  return { rows: 'from-copies', except };
}

function fromEvents(check: EventCheck): TableOrigin {
  return { rows: 'from-events', check };
}

function notDerived(because: string): TableOrigin {
  return { rows: 'not-derived', because };
}

const theLedger = notDerived('it is the ledger');
const moneyLedger = notDerived('it is the ledger of money, booked once and never changed');
const ownRecord = notDerived('its rows are the record; no event stands behind them');
const queue = notDerived('work that waits; rows leave once it is done');
const position = notDerived('how far a reader is; without it the reader begins anew');
const secret = notDerived('it holds secrets, of which no copy may exist');
const momentary = notDerived('what holds for minutes or hours; whoever is concerned begins anew');
const counter = notDerived('a count beside the ledger');
const imported = notDerived('it was imported, and is imported again');
const ofStation = notDerived('a copy of what the station holds, which is asked again for it');
const content = notDerived('content under its own digest: a damaged one no longer fits its name');
const samples = notDerived('raw samples, dropped by age; what counts of them is in the events of sessions');

/** Every table of the database. `npm run check` fails for one that is missing here. */
export const tableOrigins: Readonly<Record<string, TableOrigin>> = {
  // assistant
  assistant_allowance: ownRecord,
  assistant_conversation: ownRecord,
  assistant_permission: ownRecord,
  // automation
  automatic_step: momentary,
  automation_position: position,
  delivery: queue,
  delivery_receiver: momentary,
  notification: ownRecord,
  notification_settings: ownRecord,
  push_key: secret,
  push_subscription: ownRecord,
  remedy_record: counter,
  rule: copied,
  rule_run: ownRecord,
  rule_wait: queue,
  webhook: ownRecord,
  // bookshop
  book: imported,
  book_cart: momentary,
  book_checkout: momentary,
  book_coupon: imported,
  book_order: copied,
  book_order_line: copied,
  book_payment: ownRecord,
  ucp_answer: momentary,
  ucp_signing_key: secret,
  ucp_webhook: queue,
  // charging: who may charge
  cache_to_clear: copied,
  driver: copied,
  forgotten_token: copied,
  guest_token: ownRecord,
  local_list: copied,
  local_list_bucket: content,
  local_list_content: content,
  person_key: secret,
  refusal: copied,
  reservation: copied,
  token: copiedExcept('last_used_at', 'last_used_station_id'),
  token_group: copied,
  // charging: sessions and money
  asked_session_limit: copied,
  battery_swap: copied,
  bill: fromEvents('bills'),
  bill_due: queue,
  bill_entry: fromEvents('bills'),
  guest_visit: copiedExcept('link_hash', 'next_look_at'),
  invoice: copiedExcept('fiscal_attempts', 'fiscal_next_at', 'fiscal_note'),
  invoice_line: copied,
  invoice_payment: copied,
  kept_tariff: copied,
  meter_key: copied,
  meter_message: samples,
  meter_shape: samples,
  payment: copied,
  payment_code: copiedExcept('secret'),
  reported_tariff: copied,
  roaming_bill_due: queue,
  session: fromEvents('sessions'),
  session_cost: copied,
  session_limit: copied,
  session_tariff: copied,
  settlement: copiedExcept('compared_at'),
  signed_key: secret,
  station_tariff: copied,
  swapped_battery: copied,
  tariff: copied,
  tariff_assignment: copied,
  tariff_version: copied,
  vat_validation: copied,
  web_payment: copied,
  // charging: certificates and security
  authority: copied,
  certificate_renewal: copied,
  certificate_request: copied,
  certificate_status_check: copied,
  contract: copied,
  contract_certificate: copied,
  foreign_certificate: notDerived('the station shows it again when it signs in'),
  installed_certificate: copied,
  issued_certificate: copied,
  provisioned_vehicle: copied,
  revocation_list: notDerived('it is signed anew from the certificates that were revoked'),
  security_event: copied,
  security_upgrade: copied,
  station_password_candidate: secret,
  station_security: copied,
  station_sign_in: notDerived('the last few of each station, for whoever looks for a fault now'),
  vehicle_certificate_request: copied,
  // charging: energy
  afrr_signal: copied,
  allowed_transfer: copied,
  charging_need: fromEvents('energy'),
  charging_profile: copied,
  charging_schedule: copied,
  composite_schedule: copied,
  der_alarm: copied,
  der_control: copied,
  der_curve_point: copied,
  der_start_stop: copied,
  energy_limit: fromEvents('energy'),
  energy_meter: samples,
  energy_quarter: samples,
  energy_series: fromEvents('energy'),
  energy_trouble: copied,
  energy_series_point: fromEvents('energy'),
  ev_ac_needs: copied,
  ev_dc_needs: copied,
  ev_der_abilities: copied,
  ev_energy_offer: copied,
  ev_needs: copied,
  ev_schedule: copied,
  ev_v2x_needs: copied,
  external_limit: copied,
  priority_charging: copied,
  schedule_curve_point: copied,
  schedule_period: copied,
  schedule_price_level: copied,
  site_energy: fromEvents('energy'),
  station_charging_ability: copied,
  // charging: stations
  alert: copied,
  campaign: copied,
  campaign_station: copied,
  command: copied,
  connector: fromEvents('connectors'),
  customer_information_part: notDerived('personal answers, deleted once they were read'),
  customer_information_request: copied,
  data_transfer: copied,
  desired_setting: copied,
  device_place: copied,
  device_report: ofStation,
  display_message: copied,
  display_request: copied,
  display_text: copied,
  event_stream: copied,
  file_part: content,
  finding: copied,
  firmware_image: copied,
  firmware_image_part: momentary,
  firmware_job: copied,
  firmware_link: momentary,
  firmware_report: copied,
  health_station: notDerived('what detectors have learned, written behind the messages'),
  kill_switch: copied,
  late_answer: copied,
  log_file: copied,
  log_report: copied,
  log_request: copied,
  monitor: copied,
  monitoring_setting: copied,
  network_profile: copied,
  outage: fromEvents('outages'),
  outage_connector: fromEvents('outages'),
  outage_position: position,
  outage_station: fromEvents('outages'),
  quirk_switch: copied,
  repair: counter,
  site: copied,
  station: copiedExcept(
    ...['last_seen_at', 'password_salt', 'password_hash', 'offline_reason'],
    ...['link_node', 'link_epoch', 'link_version', 'link_address', 'link_changed_at'],
  ),
  station_password_exemption: copied,
  station_place: copied,
  stream_message: samples,
  template_variable: copied,
  ticket: copied,
  ticket_note: copied,
  variable: ofStation,
  variable_characteristics: ofStation,
  variable_template: copied,
  vendor_message: copied,
  // devices
  device: copiedExcept(
    ...['last_seen_at', 'client_hash', 'asking_client_hash', 'secret', 'challenge', 'activation_code'],
    ...['link_is_online', 'link_transport', 'link_since', 'link_reason', 'link_epoch', 'link_node'],
  ),
  device_tool: copiedExcept('input_schema'), // as the device wrote it, down to its white space, which a copy would lose
  // cluster
  keeper: momentary,
  node: momentary,
  // ledger
  audit: theLedger,
  audit_head: theLedger,
  event: theLedger,
  event_shape: theLedger,
  frame_block: notDerived('the flight recorder, dropped by age'),
  heartbeat_count: counter,
  installation: notDerived('the fingerprint of the installation key'),
  row_copy: notDerived('the copies themselves'),
  row_copy_table: notDerived('made anew by the next start'),
  set_aside: theLedger,
  // roaming
  roaming_booking: ownRecord,
  roaming_command: ownRecord,
  roaming_dispute: ownRecord,
  roaming_evse: ownRecord,
  roaming_exchange: ownRecord,
  roaming_grant: momentary,
  roaming_object: ownRecord,
  roaming_outbox: queue,
  roaming_partner: secret,
  roaming_hub_client: ownRecord,
  roaming_party: ownRecord,
  roaming_position: position,
  roaming_reservation: ownRecord,
  roaming_session: ownRecord,
  roaming_site: ownRecord,
  roaming_tariff_version: ownRecord,
  roaming_told_token: secret,
  // money
  money_movement: copied,
  money_operation: copied,
  money_payment: copiedExcept('lease', 'leased_until', 'next_look_at', 'attempts'),
  money_posting: moneyLedger,
  money_reconciliation: notDerived('how our books and the provider compared, which is asked again'),
  money_transaction: moneyLedger,
  open_item: copied,
  simulated_payment: ownRecord,
  // principals
  invitation: copiedExcept('hash'),
  oauth_client: ownRecord,
  oauth_code: secret,
  oauth_grant: copied,
  oauth_token: secret,
  passkey: copiedExcept('counter', 'last_used_at'),
  person: copiedExcept(...['password_hash', 'totp_sealed', 'totp_step', 'recovery_hashes', 'signed_in_at']),
  principal_key: copiedExcept('secret_hash', 'last_used_at'),
  sign_in: momentary,
  sign_in_code: secret,
  sign_in_step: momentary,
  // tools
  agent_session: momentary,
  disclosure: momentary,
  proposal: copiedExcept('sealed', 'approval'),
  tool_answer: momentary,
  // vehicles
  veiculo: imported,
  veiculo_carroceria: imported,
  veiculo_faixa: imported,
  veiculo_ficha: imported,
  veiculo_palavra: imported,
};
