/**
 * The tools under the addresses that they had in the first draft of the product. Reading takes its arguments from the path and the query,
 * acting from the body.
 */
export const seedPaths: readonly { method: 'GET' | 'POST'; tool: string; pathArgument?: string }[] = [
  { method: 'POST', tool: 'reset_charge_point' },
  { method: 'POST', tool: 'update_charge_point_configuration' },
  { method: 'POST', tool: 'start_ocpp_transaction' },
  { method: 'POST', tool: 'stop_ocpp_transaction' },
  { method: 'POST', tool: 'set_connector_status' },
  { method: 'GET', tool: 'get_charge_point_status', pathArgument: 'charge_point_id' },
  { method: 'GET', tool: 'list_charge_points' },
  { method: 'GET', tool: 'list_connectors_by_status' },
  { method: 'GET', tool: 'get_transaction_details', pathArgument: 'transaction_id' },
];
