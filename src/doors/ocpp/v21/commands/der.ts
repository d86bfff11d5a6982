import { present } from '#base/present.ts';
import { byStatus, type Translator } from '../../command.ts';
import { wireControlType } from '../../shared/der/wire-words.ts';
import { writeControl } from '../../shared/der/write-control.ts';
import type { Messages } from '../messages.generated.ts';

export const setDerControl: Translator<Messages, 'set-der-control'> = async (
  input,
  { call, charging, stationId, requestId },
) => {
  const control = { ...input, controlId: input.controlId ?? String(requestId) };
  const response = await call('SetDERControl', writeControl(control));
  const { status, supersededIds = [] } = response;
  if (status === 'Accepted') await charging.der.recordSet({ stationId, control, supersededIds });
  return byStatus(response, ['Accepted'], { answer: { controlId: control.controlId, supersededIds } });
};

/** What the station holds follows in ReportDERControl. */
export const getDerControl: Translator<Messages, 'get-der-control'> = async (
  { controlId, type, isDefault },
  { call, requestId },
) => byStatus(await call('GetDERControl', { requestId, ...choiceOf({ controlId, type }), ...present({ isDefault }) }));

export const clearDerControl: Translator<Messages, 'clear-der-control'> = async (
  choice,
  { call, charging, stationId },
) => {
  const response = await call('ClearDERControl', { isDefault: choice.isDefault, ...choiceOf(choice) });
  // What the station cannot find is not there, whatever we thought.
  if (response.status === 'Accepted' || response.status === 'NotFound')
    await charging.der.recordCleared({ stationId, choice });
  return byStatus(response);
};

function choiceOf({
  controlId,
  type,
}: {
  controlId?: string | undefined;
  type?: keyof typeof wireControlType | undefined;
}) {
  return present({ controlId, controlType: type && wireControlType[type] });
}
