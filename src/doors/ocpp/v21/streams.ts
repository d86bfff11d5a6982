import type { ConstantStreamDataType } from 'typed-ocpp/dist/ocpp21/types.js';
import type { OpenStream } from '#charging/streams/open-streams.ts';

export function streamFrom({ id, params, variableMonitoringId }: ConstantStreamDataType): OpenStream {
  return {
    id,
    monitorId: variableMonitoringId,
    intervalSeconds: params.interval ?? null,
    values: params.values ?? null,
  };
}
