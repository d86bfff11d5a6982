import type { Der } from '#charging/der/open-der.ts';
import type { Handler } from '../../handler.ts';
import { readControls } from '../../shared/der/read-controls.ts';
import type { Messages } from '../messages.generated.ts';

/** R04: the controls the station holds, in as many parts as it likes. */
export const onReportDerControl: Handler<Messages['ReportDERControl'], { der: Pick<Der, 'recordReported'> }> = async (
  request,
  { stationId, charging },
) => {
  const { requestId, tbc = false } = request;
  await charging.der.recordReported({ stationId, requestId, controls: readControls(request), isLast: !tbc });
  return {};
};
