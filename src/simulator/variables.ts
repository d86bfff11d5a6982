import type { GetVariableDataType, GetVariableResultType } from 'typed-ocpp/dist/ocpp21/types.js';
import type { SimulatedConnector } from './connectors.ts';
import type { StationControls } from './dialect.ts';
import { statusWords } from './status-words.ts';

/** The few variables of the device model that a simulated station truly has. */
export function readVariable(asked: GetVariableDataType, station: StationControls): GetVariableResultType {
  const { component, variable, attributeType = 'Actual' } = asked;
  const result = (
    attributeStatus: GetVariableResultType['attributeStatus'],
    attributeValue?: string,
  ): GetVariableResultType => ({
    attributeStatus,
    attributeType,
    component,
    variable,
    ...(attributeValue !== undefined && { attributeValue }),
  });
  const variables = variablesOf(component, station);
  if (variables === undefined) return result('UnknownComponent');
  const value = variables[variable.name];
  if (value === undefined) return result('UnknownVariable');
  return attributeType === 'Actual' ? result('Accepted', value) : result('NotSupportedAttributeType');
}

function variablesOf(
  { name, evse }: GetVariableDataType['component'],
  station: StationControls,
): Record<string, string> | undefined {
  switch (name) {
    case 'ChargingStation':
      return {
        VendorName: station.nameplate.vendor,
        Model: station.nameplate.model,
        SerialNumber: station.nameplate.serialNumber,
        Available: 'true',
      };
    case 'OCPPCommCtrlr':
      return { HeartbeatInterval: String(station.heartbeatSeconds) };
    case 'Controller':
      return { FirmwareVersion: station.nameplate.firmwareVersion };
    case 'EVSE':
    case 'Connector': {
      const [connector] =
        evse === undefined ? [] : station.connectors.find({ evseId: evse.id, connectorId: evse.connectorId });
      return connector === undefined ? undefined : availability(connector);
    }
    default:
      return undefined;
  }
}

function availability({ state }: SimulatedConnector): Record<string, string> {
  return { AvailabilityState: statusWords[state.status], Available: 'true' };
}
