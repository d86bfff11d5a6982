import { accepted, rejected, type Translator } from '../../command.ts';
import { reasonOf } from '../../shared/status-reason.ts';
import type { Messages } from '../messages.generated.ts';

type Wanted = { variable: string; value: string };

/** C25: what the station needs to make one-time passwords of its own. The secret is sent once and cannot be read again. */
export const setPaymentCode: Translator<Messages, 'set-payment-code'> = async (
  { evseId, isOn, validitySeconds, length },
  { stationId, charging, call },
) => {
  const place = { stationId, evseId: evseId ?? 0 };
  const set = async (wanted: readonly Wanted[]) => {
    const component = { name: 'WebPaymentsCtrlr', ...(evseId !== undefined && { evse: { id: evseId } }) };
    const { setVariableResult } = await call('SetVariables', {
      setVariableData: wanted.map(({ variable, value: attributeValue }) => ({
        component,
        variable: { name: variable },
        attributeValue,
      })),
    });
    return setVariableResult.find(({ attributeStatus }) => !['Accepted', 'RebootRequired'].includes(attributeStatus));
  };
  if (!isOn) {
    const refused = await set([{ variable: 'Enabled', value: 'false' }]);
    if (refused !== undefined) return rejected(refused.attributeStatus, { reason: whyOf(refused) });
    await charging.paymentAddresses.dropDynamic(place);
    return accepted();
  }
  const { secret, template } = await charging.paymentAddresses.beginDynamic(place, { validitySeconds, length });
  const refused = await set([
    { variable: 'URLTemplate', value: template },
    { variable: 'TOTPVersion', value: 'v1' },
    { variable: 'ValidityTime', value: String(validitySeconds) },
    { variable: 'Length', value: String(length) },
    { variable: 'SharedSecret', value: secret },
    { variable: 'Enabled', value: 'true' },
  ]);
  const said = refused === undefined ? null : whyOf(refused);
  await charging.paymentAddresses.endDynamic({ ...place, isTaken: refused === undefined, said });
  return refused === undefined ? accepted() : rejected(refused.attributeStatus, { reason: said });
};

type Result = Messages['SetVariables']['response']['setVariableResult'][number];

function whyOf({ variable, attributeStatus, attributeStatusInfo }: Result): string {
  const reason = reasonOf(attributeStatusInfo);
  return `${variable.name}: ${attributeStatus}${reason === null ? '' : ` (${reason})`}`;
}
