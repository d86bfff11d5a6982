import type { NotifyReportRequest, ReportDataType } from 'typed-ocpp/dist/ocpp21/types.js';
import type { Variables } from '#charging/variables/open-variables.ts';
import type { ReportedVariable } from '#charging/variables/record-variables.ts';
import type { HandlerContext } from '../../handler.ts';
import { stationTime } from '../../shared/station-time.ts';
import { attributeFrom, dataTypeFrom, mutabilityFrom, placeFrom } from '../device-model.ts';

/** B07, B08. Written with the types of 2.1, whose report only adds to that of 2.0.1. */
export async function onNotifyReport(
  { requestId, seqNo, tbc = false, generatedAt, reportData = [] }: NotifyReportRequest,
  { stationId, charging, receivedAt }: HandlerContext<{ variables: Pick<Variables, 'recordReport'> }>,
): Promise<Record<string, never>> {
  await charging.variables.recordReport({
    stationId,
    requestId,
    seqNo,
    isLast: !tbc,
    generatedAt: stationTime(generatedAt, receivedAt),
    receivedAt,
    variables: reportData.map(toVariable),
  });
  return {};
}

function toVariable(data: ReportDataType): ReportedVariable {
  const { component, variable, variableAttribute, variableCharacteristics: told } = data;
  return {
    place: placeFrom(component, variable),
    attributes: variableAttribute.map(({ type, value, mutability, persistent, constant }) => ({
      type: attributeFrom(type),
      value: value ?? null,
      mutability: mutabilityFrom[mutability ?? 'ReadWrite'], // what the specification means when nothing is said
      isPersistent: persistent ?? false,
      isConstant: constant ?? false,
    })),
    characteristics:
      told === undefined
        ? null
        : {
            unit: told.unit ?? null,
            dataType: dataTypeFrom[told.dataType],
            minLimit: told.minLimit ?? null,
            maxLimit: told.maxLimit ?? null,
            maxElements: told.maxElements ?? null,
            values: told.valuesList?.split(',').map((value) => value.trim()) ?? null,
            canBeMonitored: told.supportsMonitoring,
          },
  };
}
