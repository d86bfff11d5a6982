import type { ReadCard } from '#charging/session-reports/session-report.ts';
import type { Messages } from './messages.generated.ts';

type IdToken = Messages['Authorize']['request']['idToken'];

/** C18: a payment at the station's terminal is presented as a token whose value is the payment's reference. */
export function cardPaymentOf({ idToken, type, additionalInfo = [] }: IdToken): ReadCard | undefined {
  if (type !== 'DirectPayment') return undefined;
  return { pspRef: idToken, info: additionalInfo.map((told) => ({ type: told.type, value: told.additionalIdToken })) };
}
