import type {
  AttributeEnumType,
  ComponentType,
  ComponentVariableType,
  GetBaseReportRequest,
  NotifyReportRequest,
  ReportDataType,
  VariableType,
} from 'typed-ocpp/dist/ocpp21/types.js';
import { defined } from '#base/present.ts';
import type { DeviceModel, SimulatedPlace, SimulatedVariable } from './device-model.ts';
import { type Handlers2, type StationControls, withStatus } from './dialect.ts';

const perMessage = 10;

export const deviceModel2 = {
  GetVariables: ({ getVariableData }, station) => ({
    payload: {
      getVariableResult: getVariableData.map((asked) => {
        const { about, lack, found } = attributeOf(station, asked);
        if (found === undefined) return { ...about, attributeStatus: lack };
        return { ...about, attributeStatus: 'Accepted', attributeValue: found.read() };
      }),
    },
  }),

  SetVariables: ({ setVariableData }, station) => ({
    payload: {
      setVariableResult: setVariableData.map((asked) => {
        const { about, lack, found } = attributeOf(station, asked);
        return {
          ...about,
          attributeStatus: found === undefined ? lack : station.deviceModel.set(found, asked.attributeValue),
        };
      }),
    },
  }),

  GetBaseReport: ({ requestId, reportBase }, station) => {
    const wanted = station.deviceModel.all.filter((variable) => isInBase(variable, reportBase));
    return withStatus('Accepted', () => report(station, requestId, wanted));
  },

  GetReport: ({ requestId, componentVariable, componentCriteria }, station) => {
    const { deviceModel } = station;
    const wanted = deviceModel.all.filter(({ place }) => {
      if (place === null) return false;
      const isNamed = componentVariable?.some((asked) => covers(asked, place)) ?? true;
      return isNamed && (componentCriteria?.some((criterion) => fits(station, place, criterion)) ?? true);
    });
    if (wanted.length === 0) return withStatus('EmptyResultSet');
    return withStatus('Accepted', () => report(station, requestId, wanted));
  },

  SetNetworkProfile: ({ configurationSlot: slot, connectionData }, station) => {
    const { ocppCsmsUrl: url, securityProfile: profile } = connectionData;
    return withStatus(station.keeping(() => station.access.setSlot({ slot, url, profile })));
  },
} satisfies Handlers2;

type Asked = { component: ComponentType; variable: VariableType; attributeType?: AttributeEnumType };

/** The variable that is asked for, or why the station has no such attribute. */
function attributeOf({ deviceModel }: StationControls, { component, variable, attributeType = 'Actual' }: Asked) {
  const place = placeFrom(component, variable);
  const found = deviceModel.find(place);
  const about = { component, variable, attributeType };
  if (found !== undefined && attributeType !== 'Actual') return { about, lack: 'NotSupportedAttributeType' as const };
  return { about, found, lack: unknownPart(deviceModel, place) };
}

export function unknownPart(deviceModel: DeviceModel, place: SimulatedPlace): 'UnknownVariable' | 'UnknownComponent' {
  return deviceModel.hasComponent(place) ? 'UnknownVariable' : 'UnknownComponent';
}

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

function toReport(variable: SimulatedVariable): ReportDataType[] {
  const { place, dataType, unit, min, max, values, isMonitorable = false, read, write } = variable;
  if (place === null) return [];
  const mutability = write === undefined ? 'ReadOnly' : 'ReadWrite';
  return [
    {
      component: componentOf(place),
      variable: variableOf(place),
      variableAttribute: [{ type: 'Actual', value: read(), mutability }],
      variableCharacteristics: {
        dataType,
        supportsMonitoring: isMonitorable,
        ...defined({ unit, minLimit: min, maxLimit: max, valuesList: values }),
      },
    },
  ];
}
