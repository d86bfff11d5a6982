import { change, nameOf, repairRule } from '../quirk.ts';

export const numberAsText = repairRule({
  id: 'number-as-text',
  title: 'A number written as a text ("1") is read as the number.',
  seenIn: 'voltbras/go-ocpp#16: StatusNotification with "connectorId": "1".',
  repair(flaw) {
    const { value, keyword, schema } = flaw;
    const wantsNumber = schema?.type === 'integer' || schema?.type === 'number';
    if (keyword !== 'type' || !wantsNumber || typeof value !== 'string') return undefined;
    if (!/^\s*[+-]?\d{1,15}(\.\d{1,15})?\s*$/.test(value)) return undefined;
    return change(flaw, Number(value));
  },
});

const meanings: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  false: false,
  '0': false,
  no: false,
};

export const booleanAsText = repairRule({
  id: 'boolean-as-text',
  title: 'true and false written as a text or as 1 and 0 are read as such.',
  seenIn: 'evcc-io/evcc#10339: GetConfiguration answered with "readonly": "true"; evcc-io/evcc#26253: with 0 and 1.',
  repair(flaw) {
    if (flaw.keyword !== 'type' || flaw.schema?.type !== 'boolean') return undefined;
    if (typeof flaw.value !== 'string' && typeof flaw.value !== 'number') return undefined;
    const meant = meanings[String(flaw.value).trim().toLowerCase()];
    return meant === undefined ? undefined : change(flaw, meant);
  },
});

export const objectAsText = repairRule({
  id: 'object-as-text',
  title: 'An object or list in the data of a DataTransfer, which is a text in OCPP 1.6, is read as its JSON text.',
  seenIn: 'mobilityhouse/ocpp#462: "data": {"StationMode": "paymentMode"}; matth-x/MicroOcpp#395.',
  versions: ['1.6'],
  actions: ['DataTransfer'],
  repair(flaw) {
    const { path, keyword, value } = flaw;
    if (keyword !== 'type' || path.join() !== 'data' || value === null || typeof value !== 'object') return undefined;
    return change(flaw, JSON.stringify(value));
  },
});

export const textAsNumber = repairRule({
  id: 'text-as-number',
  title: 'A number or boolean where a text belongs is read as its text.',
  seenIn: 'OpenEVSE/openevse_esp32_firmware#335: MeterValues with "value": 604.213; evcc-io/evcc#10339: "value": 5.',
  repair(flaw) {
    const { value, keyword, schema } = flaw;
    if (keyword !== 'type' || schema?.type !== 'string') return undefined;
    if (typeof value === 'boolean') return change(flaw, String(value));
    // A number beyond these has lost digits on the way: as a token it would be another one.
    const isWhole = typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
    return isWhole ? change(flaw, String(value)) : undefined;
  },
});

export const fractionForInteger = repairRule({
  id: 'fraction-for-integer',
  title: 'A quantity with a fraction where a whole number belongs (meterStop 26008.333) is rounded; an id is not.',
  seenIn:
    'shiv3/ocpp-cp-simulator#83: StopTransaction with a fractional meterStop was refused and its session never ended.',
  repair(flaw) {
    const { value, keyword, schema } = flaw;
    if (keyword !== 'type' || schema?.type !== 'integer' || typeof value !== 'number') return undefined;
    return /id$/i.test(nameOf(flaw)) ? undefined : change(flaw, Math.round(value));
  },
});

export const singleForList = repairRule({
  id: 'single-for-list',
  title: 'One thing where a list belongs is read as a list of one.',
  seenIn: 'lbbrhzn/ocpp#1144, a Huawei wallbox: MeterValues with an object as meterValue.',
  repair(flaw) {
    const { value, keyword, schema } = flaw;
    if (keyword !== 'type' || schema?.type !== 'array' || value === null || value === '') return undefined;
    return change(flaw, [value]);
  },
});
