import { change, type Edit, type Flaw, leaveOut, nameOf, repairRule } from '../quirk.ts';

export const letterCase = repairRule({
  id: 'letter-case',
  title: 'A word of a list in other letters (available, NO_ERROR, kwh) is read as that word.',
  seenIn: 'Stations whose firmware writes its own constants: "available", "accepted", "kwh".',
  repair(flaw) {
    if (flaw.keyword !== 'enum' || typeof flaw.value !== 'string') return undefined;
    const given = plain(flaw.value);
    const [meant, other] = (flaw.schema?.enum ?? []).filter((word) => plain(word) === given);
    return meant === undefined || other !== undefined ? undefined : change(flaw, meant);
  },
});

/** L1-L2 and L12 differ, so only what stands between words goes. */
function plain(word: string): string {
  return word.trim().replaceAll(/[_ ]/g, '').toLowerCase();
}

export const unitHertz = repairRule({
  id: 'unit-hertz',
  title: 'Hz and Hertz, which OCPP 1.6 has no word for, are left out: a frequency has no other unit.',
  seenIn: "lbbrhzn/ocpp#1576, a ChargeAmps Halo: 'Hz' for the measurand Frequency; mobilityhouse/ocpp#70: 'Hertz'.",
  versions: ['1.6'],
  actions: ['MeterValues', 'StopTransaction'],
  repair({ path, keyword, value }) {
    if (keyword !== 'enum' || path.at(-1) !== 'unit' || !/^(hz|hertz)$/i.test(String(value))) return undefined;
    // Without a unit and a measurand a value would be read as energy, so that the measurand is said with it.
    const edits: Edit[] = [
      { path, to: undefined },
      { path: [...path.slice(0, -1), 'measurand'], to: 'Frequency' },
    ];
    return edits;
  },
});

/** Other ways to write the units of OCPP 1.6, in lower case. */
const spellings: Readonly<Record<string, string>> = {
  '%': 'Percent',
  '°c': 'Celsius',
  c: 'Celsius',
  degc: 'Celsius',
  celcius: 'Celsius',
  celsius: 'Celsius',
  '°f': 'Fahrenheit',
  f: 'Fahrenheit',
  kelvin: 'K',
  ampere: 'A',
  amp: 'A',
  volt: 'V',
  watt: 'W',
};

export const unitSpelling = repairRule({
  id: 'unit-spelling',
  title: 'A unit written another way (%, °C, Celcius, Amp) is read as the one that is meant.',
  seenIn: 'OCPP 1.6 errata: the list of units prints Celcius; stations write Celsius, °C and % too.',
  versions: ['1.6'],
  actions: ['MeterValues', 'StopTransaction'],
  repair(flaw) {
    if (flaw.keyword !== 'enum' || flaw.path.at(-1) !== 'unit') return undefined;
    const meant = spellings[String(flaw.value).trim().toLowerCase()];
    return meant === undefined ? undefined : change(flaw, meant);
  },
});

const sampleWords = new Set(['measurand', 'unit', 'phase', 'location', 'format', 'context']);

export const unknownSampleWord = repairRule({
  id: 'unknown-sample-word',
  title: 'A sample whose measurand, unit, phase, place or circumstance nobody knows is left out; the others count.',
  seenIn: "lbbrhzn/ocpp#361, an Alfen Eve Pro: a sample with the context 'CurrentMax'.",
  actions: ['MeterValues', 'StopTransaction', 'TransactionEvent'],
  repair(flaw) {
    if (flaw.keyword !== 'enum' || !sampleWords.has(nameOf(flaw)) || !flaw.path.includes('sampledValue'))
      return undefined;
    // Left out alone, the word would get its default, and a current would be billed as energy.
    const item = flaw.path.slice(0, flaw.path.indexOf('sampledValue') + 2);
    return [{ path: item, to: undefined }];
  },
});

/** Words that stand for all others. */
const general = ['OtherError', 'Other', 'Unknown', 'Undefined'];
/** Left out or made another one, these would ask for something else than the station did. */
const neverReplaced =
  /^(certificateType|hashAlgorithm|type|iso15118SchemaVersion|operationMode|chargingProfilePurpose)$/;

export const unknownWord = repairRule({
  id: 'unknown-word',
  title: 'A word that is not in its list is read as Other where the list has one, and as absent where it is optional.',
  seenIn: "lbbrhzn/ocpp#1248, a Legrand GreenUp: StatusNotification with the errorCode 'Error'.",
  repair(flaw) {
    if (flaw.keyword !== 'enum' || neverReplaced.test(nameOf(flaw))) return undefined;
    const words = flaw.schema?.enum ?? [];
    const other = general.find((word) => words.includes(word));
    if (other !== undefined) return change(flaw, other);
    if (isRefusal(flaw)) return change(flaw, 'Rejected');
    return flaw.isRequired ? undefined : leaveOut(flaw);
  },
});

/** A station that answers with a word of its own has certainly not said that it accepts. */
function isRefusal({ isAnswer, path, schema }: Flaw): boolean {
  return isAnswer && path.join() === 'status' && (schema?.enum?.includes('Rejected') ?? false);
}

export const overLongToken = repairRule({
  id: 'over-long-token',
  title: 'A token too long to be one is left out of the stop of a session, so that its energy is not lost with it.',
  seenIn: 'lbbrhzn/ocpp#1803, a Sigen EVDC: StopTransaction with an idTag of 21 characters.',
  versions: ['1.6'],
  actions: ['StopTransaction'],
  repair: (flaw) =>
    flaw.keyword === 'maxLength' && nameOf(flaw) === 'idTag' && !flaw.isRequired ? leaveOut(flaw) : undefined,
});

/** Cut, these would name something else or prove nothing. */
const neverCut =
  /(token|idTag|Id|certificate|csr|hash|signature|url|exi\w*|publicKey|signedMeterData|encodingMethod)$/i;

export const overLongText = repairRule({
  id: 'over-long-text',
  title: 'A text longer than its field is cut to fit; tokens, ids, certificates and addresses are not.',
  seenIn:
    'lbbrhzn/ocpp#213, a Schneider EVlink: a chargeBoxSerialNumber of 33 characters; mobilityhouse/ocpp#273, a Siemens; lorenzodonini/ocpp-go#359.',
  repair(flaw) {
    const { keyword, value, schema } = flaw;
    if (keyword !== 'maxLength' || typeof value !== 'string' || neverCut.test(nameOf(flaw))) return undefined;
    const letters = Array.from(value); // JSON Schema counts characters, JavaScript halves of them
    return change(flaw, letters.slice(0, schema?.maxLength ?? 0).join(''));
  },
});

export const extraField = repairRule({
  id: 'extra-field',
  title: 'A field that the message does not have is left out.',
  seenIn: 'evcc-io/evcc#14579: Authorize with a connectorId; road-labs/chargestation-one#61: StopTransaction with one.',
  repair: (flaw) => (flaw.keyword === 'additionalProperties' ? leaveOut(flaw) : undefined),
});
