import type {
  ComponentType,
  ComponentVariableType,
  GetBaseReportRequest,
  GetBaseReportResponse,
  GetReportRequest,
  GetReportResponse,
  GetVariablesRequest,
  GetVariablesResponse,
  NotifyReportRequest,
  ReportDataType,
  SetNetworkProfileRequest,
  SetNetworkProfileResponse,
  SetVariablesRequest,
  SetVariablesResponse,
  VariableType,
} from 'typed-ocpp/dist/ocpp21/types.js';
import type { SimulatedPlace, SimulatedVariable } from './device-model.ts';
import type { Handlers, StationControls } from './dialect.ts';

type Messages = {
  GetVariables: { request: GetVariablesRequest; response: GetVariablesResponse };
  SetVariables: { request: SetVariablesRequest; response: SetVariablesResponse };
  GetBaseReport: { request: GetBaseReportRequest; response: GetBaseReportResponse };
  GetReport: { request: GetReportRequest; response: GetReportResponse };
  SetNetworkProfile: { request: SetNetworkProfileRequest; response: SetNetworkProfileResponse };
};

/** Variables in one message of a report. */
const perMessage = 10;
const networkSlots = 4;

export const deviceModel2: Handlers<Messages> = {
  GetVariables: ({ getVariableData }, { deviceModel }) => ({
    payload: {
      getVariableResult: getVariableData.map(({ component, variable, attributeType = 'Actual' }) => {
        const place = placeFrom(component, variable);
        const found = deviceModel.find(place);
        const about = { component, variable, attributeType };
        if (found === undefined)
          return {
            ...about,
            attributeStatus: deviceModel.hasComponent(place) ? 'UnknownVariable' : 'UnknownComponent',
          };
        if (attributeType !== 'Actual') return { ...about, attributeStatus: 'NotSupportedAttributeType' };
        return { ...about, attributeStatus: 'Accepted', attributeValue: found.read() };
      }),
    },
  }),

  SetVariables: ({ setVariableData }, { deviceModel }) => ({
    payload: {
      setVariableResult: setVariableData.map(({ component, variable, attributeType = 'Actual', attributeValue }) => {
        const place = placeFrom(component, variable);
        const found = deviceModel.find(place);
        const about = { component, variable, attributeType };
        if (found === undefined)
          return {
            ...about,
            attributeStatus: deviceModel.hasComponent(place) ? 'UnknownVariable' : 'UnknownComponent',
          };
        if (attributeType !== 'Actual') return { ...about, attributeStatus: 'NotSupportedAttributeType' };
        return { ...about, attributeStatus: deviceModel.set(found, attributeValue) };
      }),
    },
  }),

  GetBaseReport: ({ requestId, reportBase }, station) => {
    const wanted = station.deviceModel.all.filter((variable) => isInBase(variable, reportBase));
    return { payload: { status: 'Accepted' }, afterwards: () => report(station, requestId, wanted) };
  },

  GetReport: ({ requestId, componentVariable, componentCriteria }, station) => {
    const { deviceModel } = station;
    const wanted = deviceModel.all.filter(({ place }) => {
      if (place === null) return false;
      const isNamed = componentVariable?.some((asked) => covers(asked, place)) ?? true;
      return isNamed && (componentCriteria?.some((criterion) => fits(station, place, criterion)) ?? true);
    });
    if (wanted.length === 0) return { payload: { status: 'EmptyResultSet' } };
    return { payload: { status: 'Accepted' }, afterwards: () => report(station, requestId, wanted) };
  },

  SetNetworkProfile: ({ configurationSlot, connectionData }, { networkProfiles }) => {
    if (configurationSlot < 1 || configurationSlot > networkSlots) return { payload: { status: 'Rejected' } };
    return {
      payload: { status: 'Accepted' },
      afterwards: () => void networkProfiles.set(configurationSlot, connectionData.ocppCsmsUrl),
    };
  },
};

export function placeFrom(component: ComponentType, variable: VariableType): SimulatedPlace {
  return {
    component: component.name,
    evseId: component.evse?.id,
    connectorId: component.evse?.connectorId,
    variable: variable.name,
    instance: variable.instance,
  };
}

export function componentOf({ component, evseId, connectorId }: SimulatedPlace): ComponentType {
  const evse = evseId === undefined ? {} : { evse: { id: evseId, ...(connectorId !== undefined && { connectorId }) } };
  return { name: component, ...evse };
}

export function variableOf({ variable, instance }: SimulatedPlace): VariableType {
  return { name: variable, ...(instance !== undefined && { instance }) };
}

/** A component alone stands for all of its variables, and without an EVSE for those of every EVSE. */
export function covers({ component, variable }: ComponentVariableType, place: SimulatedPlace): boolean {
  const { evse } = component;
  return (
    component.name === place.component &&
    (evse === undefined ||
      (evse.id === place.evseId && (evse.connectorId ?? place.connectorId) === place.connectorId)) &&
    (variable === undefined || (variable.name === place.variable && variable.instance === place.instance))
  );
}

function isInBase({ place, write }: SimulatedVariable, base: GetBaseReportRequest['reportBase']): boolean {
  if (place === null) return false;
  if (base === 'FullInventory') return true;
  return base === 'ConfigurationInventory' ? write !== undefined : place.variable === 'AvailabilityState';
}

/** A criterion holds for a component whose variable of that name is true; one without such a variable is taken to fit (B08.FR.09). */
function fits({ deviceModel }: StationControls, place: SimulatedPlace, criterion: string): boolean {
  const flag = deviceModel.find({ ...place, variable: criterion, instance: undefined });
  return flag === undefined ? criterion !== 'Problem' : flag.read() === 'true';
}

function report(station: StationControls, requestId: number, variables: readonly SimulatedVariable[]): void {
  const generatedAt = new Date().toISOString();
  const parts = Math.max(1, Math.ceil(variables.length / perMessage));
  for (let seqNo = 0; seqNo < parts; seqNo += 1) {
    const reportData = variables.slice(seqNo * perMessage, (seqNo + 1) * perMessage).flatMap(toReport);
    const message: NotifyReportRequest = {
      requestId,
      generatedAt,
      seqNo,
      tbc: seqNo < parts - 1,
      ...(reportData.length > 0 && { reportData }),
    };
    void station.say('NotifyReport', message);
  }
}

function toReport({
  place,
  dataType,
  unit,
  min,
  max,
  values,
  isMonitorable,
  read,
  write,
}: SimulatedVariable): ReportDataType[] {
  if (place === null) return [];
  return [
    {
      component: componentOf(place),
      variable: variableOf(place),
      variableAttribute: [
        { type: 'Actual', value: read(), mutability: write === undefined ? 'ReadOnly' : 'ReadWrite' },
      ],
      variableCharacteristics: {
        dataType,
        supportsMonitoring: isMonitorable ?? false,
        ...(unit !== undefined && { unit }),
        ...(min !== undefined && { minLimit: min }),
        ...(max !== undefined && { maxLimit: max }),
        ...(values !== undefined && { valuesList: values }),
      },
    },
  ];
}
