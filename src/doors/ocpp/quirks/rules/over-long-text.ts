import { change, everyVersion, nameOf, type RepairRule } from '../quirk.ts';

/** Cut, these would name something else or prove nothing. */
const never = /(token|idTag|Id|certificate|csr|hash|signature|url|exi\w*|publicKey|signedMeterData|encodingMethod)$/i;

export const overLongText: RepairRule = {
  id: 'over-long-text',
  kind: 'repair',
  title: 'A text longer than its field is cut to fit; tokens, ids, certificates and addresses are not.',
  seenIn:
    'lbbrhzn/ocpp#213, a Schneider EVlink: a chargeBoxSerialNumber of 33 characters; mobilityhouse/ocpp#273, a Siemens; lorenzodonini/ocpp-go#359.',
  versions: everyVersion,
  actions: 'all',
  repair(flaw) {
    const { keyword, value, schema } = flaw;
    if (keyword !== 'maxLength' || typeof value !== 'string' || never.test(nameOf(flaw))) return undefined;
    const letters = Array.from(value); // JSON Schema counts characters, JavaScript halves of them
    return change(flaw, letters.slice(0, schema?.maxLength ?? 0).join(''));
  },
};
