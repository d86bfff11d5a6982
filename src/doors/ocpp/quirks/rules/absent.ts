import { change, leaveOut, nameOf, type Oddity, readingRule, repairRule } from '../quirk.ts';

export const emptyPayload = repairRule({
  id: 'empty-payload',
  title: 'null, an empty list or an empty text where a message has no fields is read as {}.',
  seenIn: 'Stations that leave the payload of Heartbeat empty (OCPP-J 1.6 §4.2.1 allows null).',
  repair(flaw) {
    if (flaw.path.length > 0) return undefined;
    const { value } = flaw;
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
    return isEmpty ? change(flaw, {}) : undefined;
  },
});

export const nullForAbsent = repairRule({
  id: 'null-for-absent',
  title: 'A field that is null is read as absent.',
  seenIn: 'mobilityhouse/ocpp#296: StatusNotification with "info": null; dallmann-consulting/OCPP.Core#29.',
  repair: (flaw) => (flaw.value === null && flaw.path.length > 0 ? leaveOut(flaw) : undefined),
});

const emptiable = new Set(['enum', 'format', 'type']);

export const emptyForAbsent = repairRule({
  id: 'empty-for-absent',
  title: 'An empty text for an optional word of a list, time, number or object is read as absent.',
  seenIn:
    'evcc-io/evcc#17836, a Heidelberg Amperfied: "chargingRateUnit": ""; empty timestamps in EVerest/libocpp#808.',
  repair(flaw) {
    const { value, keyword, isRequired } = flaw;
    return value === '' && emptiable.has(keyword) && !isRequired ? leaveOut(flaw) : undefined;
  },
});

export const emptyList = repairRule({
  id: 'empty-list',
  title: 'An empty list where there must be at least one is read as absent; a reading without values is left out.',
  seenIn: 'lbbrhzn/ocpp#466, a Vestel EVC04: MeterValues with "sampledValue": [].',
  repair(flaw) {
    if (flaw.keyword !== 'minItems' || !Array.isArray(flaw.value) || flaw.value.length > 0) return undefined;
    if (!flaw.isRequired) return leaveOut(flaw);
    const item = flaw.path.slice(0, -1);
    return typeof item.at(-1) === 'number' ? [{ path: item, to: undefined }] : undefined;
  },
});

const names = new Set(['chargePointVendor', 'chargePointModel', 'vendorName', 'model']);

export const missingVendor = repairRule({
  id: 'missing-vendor',
  title: 'A boot without a vendor or model is taken; both are shown as Unknown.',
  seenIn: 'steve-community/steve#1099: BootNotification without chargePointVendor and chargePointModel.',
  actions: ['BootNotification'],
  repair: (flaw) => (flaw.keyword === 'required' && names.has(nameOf(flaw)) ? change(flaw, 'Unknown') : undefined),
});

export const missingBootReason = repairRule({
  id: 'missing-boot-reason',
  title: 'A boot without a reason booted for a reason unknown.',
  seenIn: '1.6 firmware that was brought to 2.x and kept its BootNotification, which has no reason in 1.6.',
  versions: ['2.0.1', '2.1'],
  actions: ['BootNotification'],
  repair: (flaw) =>
    flaw.keyword === 'required' && flaw.path.join() === 'reason' ? change(flaw, 'Unknown') : undefined,
});

export const missingErrorCode = repairRule({
  id: 'missing-error-code',
  title: 'A status without an error code has no error.',
  seenIn: 'Stations that send StatusNotification with an errorCode only when there is an error.',
  versions: ['1.6'],
  actions: ['StatusNotification'],
  repair: (flaw) =>
    flaw.keyword === 'required' && flaw.path.join() === 'errorCode' ? change(flaw, 'NoError') : undefined,
});

export const missingIdTag = repairRule({
  id: 'missing-id-tag',
  title: 'A message without its token is taken with an empty one, which nobody holds: it is answered as Invalid.',
  seenIn: 'lorenzodonini/ocpp-go#277: stations set to free charging send no idTag.',
  versions: ['1.6'],
  actions: ['Authorize', 'StartTransaction'],
  repair: (flaw) => (flaw.keyword === 'required' && flaw.path.join() === 'idTag' ? change(flaw, '') : undefined),
});

export const missingTransactionId = repairRule({
  id: 'missing-transaction-id',
  title: 'A stop that does not say which session it ends is taken with the number 0: the session is looked for.',
  seenIn: 'dallmann-consulting/OCPP.Core#29: StopTransaction with "transactionId": null.',
  versions: ['1.6'],
  actions: ['StopTransaction'],
  repair: (flaw) => (flaw.keyword === 'required' && flaw.path.join() === 'transactionId' ? change(flaw, 0) : undefined),
});

/** What meters write that have no value: no register is read from it, and the session is flagged. */
const noValue = -1;

export const missingMeterStop = repairRule({
  id: 'missing-meter-stop',
  title:
    'A stop whose last register is missing or no number still ends its session; the energy is that of its meter values.',
  seenIn: 'Stations that send StopTransaction with the last register in transactionData only.',
  versions: ['1.6'],
  actions: ['StopTransaction'],
  repair: (flaw) => (flaw.path.join() === 'meterStop' ? change(flaw, noValue) : undefined),
});

type Boot = {
  chargePointVendor?: string;
  chargePointModel?: string;
  chargingStation?: { vendorName?: string; model?: string };
};

export const emptyVendor = readingRule({
  id: 'empty-vendor',
  title: 'A boot with an empty vendor or model is taken.',
  seenIn: 'evcc-io/evcc#32170, a Huawei SmartCharger-22KT-S0: "chargePointVendor": "".',
  actions: ['BootNotification'],
  find({ chargePointVendor, chargePointModel, chargingStation }: Boot) {
    if (chargePointVendor === '') return empty('chargePointVendor');
    if (chargePointModel === '') return empty('chargePointModel');
    if (chargingStation?.vendorName === '') return empty('chargingStation.vendorName');
    return chargingStation?.model === '' ? empty('chargingStation.model') : undefined;
  },
});

function empty(field: string): Oddity {
  return { field, value: '', readAs: 'unknown' };
}

export const emptyIdTag = readingRule({
  id: 'empty-id-tag',
  title: 'An empty token is answered as Invalid, as any token that nobody holds.',
  seenIn: 'lorenzodonini/ocpp-go#277: stations set to free charging send an empty idTag.',
  versions: ['1.6'],
  actions: ['Authorize', 'StartTransaction'],
  find: ({ idTag }: { idTag?: string }) =>
    idTag === '' ? { field: 'idTag', value: '', readAs: 'a token nobody holds' } : undefined,
});
