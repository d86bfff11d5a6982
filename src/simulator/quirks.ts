import { isRecord } from '#base/json.ts';
import type { Frame } from './frames.ts';

type Fields = Record<string, unknown>;
type Spoil = (frame: Frame) => Frame;
/** What is done to a frame, or that answers come late. */
type SimulatedQuirk = Spoil | { answersAfterSeconds: number };

const transaction = ['StartTransaction', 'StopTransaction', 'MeterValues', 'TransactionEvent'];
const timed = [...transaction, 'StatusNotification'];

/** What real stations do against the book, each named as the rule by which a server may bear it. */
export const simulatedQuirks = {
  'empty-payload': ofCalls(['Heartbeat'], () => null),
  'null-for-absent': ofCalls(['StatusNotification'], (payload) => ({ ...payload, info: null, customData: null })),
  'unit-hertz': withSample({ value: '49.99', measurand: 'Frequency', unit: 'Hz' }),
  'letter-case': ofCalls(['StatusNotification'], (payload) => changed(payload, lowerCased)),
  'unit-spelling': withSample({ value: '14', measurand: 'Temperature', unit: '°C' }),
  'empty-for-absent': ofCalls(['BootNotification', 'StatusNotification'], (payload) =>
    'chargingStation' in payload
      ? changed(payload, (name, value) => (name === 'chargingStation' ? { ...(value as Fields), modem: '' } : value))
      : 'status' in payload
        ? { ...payload, timestamp: '' }
        : payload,
  ),
  'timestamp-form': ofCalls(timed, (payload) => changed(payload, (_name, value) => withoutZone(value))),
  'timestamp-missing': ofCalls(timed, (payload) => changed(payload, timesBecome('0000-00-00T00:00:00Z'))),
  'number-as-text': ofCalls(timed, (payload) => changed(payload, numbersAsText)),
  'boolean-as-text': ofResults((payload) => changed(payload, booleansAsText)),
  'object-as-text': ofCalls(['DataTransfer'], (payload) => ({ ...payload, data: { said: payload['data'] } })),
  'text-as-number': ofCalls(transaction, (payload) => changed(payload, textsAsNumber)),
  'fraction-for-integer': ofCalls(transaction, (payload) =>
    changed(payload, (name, value) => (name.startsWith('meterSt') ? Number(value) + 0.333 : value)),
  ),
  'single-for-list': ofCalls(transaction, (payload) =>
    changed(payload, (name, value) => (name === 'meterValue' && Array.isArray(value) ? (value[0] as unknown) : value)),
  ),
  'empty-list': ofCalls(['TransactionEvent'], (payload) => ({ ...payload, meterValue: [] })),
  'missing-vendor': ofCalls(['BootNotification'], (payload) => changed(payload, without(/vendor|model/i))),
  'missing-boot-reason': ofCalls(['BootNotification'], (payload) => changed(payload, without(/^reason$/))),
  'missing-error-code': ofCalls(['StatusNotification'], (payload) => changed(payload, without(/^errorCode$/))),
  'missing-id-tag': ofCalls(['StartTransaction'], (payload) => changed(payload, without(/^idTag$/))),
  'missing-transaction-id': ofCalls(['StopTransaction'], (payload) => changed(payload, without(/^transactionId$/))),
  'missing-meter-stop': ofCalls(['StopTransaction'], (payload) => changed(payload, without(/^meterStop$/))),
  'unreadable-sample': withSample({ value: 'NaN', measurand: 'Voltage' }),
  'unreadable-event-field': ofCalls(['TransactionEvent'], (payload) => ({ ...payload, triggerReason: 'Whim' })),
  'unknown-sample-word': withSample({ value: '16', context: 'CurrentMax', unit: 'A' }),
  'unknown-word': ofCalls([...transaction, 'StatusNotification'], (payload) =>
    changed(payload, (name, value) => (/^(errorCode|reason|stoppedReason)$/.test(name) ? 'Whim' : value)),
  ),
  'over-long-token': ofCalls(['StopTransaction'], (payload) => ({ ...payload, idTag: 'X16WG99J2QIEGCC0MCJ5-' })),
  'over-long-text': ofCalls(['BootNotification'], (payload) =>
    changed(payload, (name, value) => (/serialNumber$/i.test(name) ? String(value).padEnd(40, '0') : value)),
  ),
  'extra-field': ofCalls(timed, (payload) => ({ ...payload, firmwareBuild: '2026-03' })),
  'clock-before-2000': ofCalls(timed, (payload) => changed(payload, timesBecome('1970-01-01T00:00:00Z'))),
  'impossible-transaction-id': ofCalls(['MeterValues', 'StopTransaction'], (payload) => ({
    ...payload,
    transactionId: -1,
  })),
  'empty-vendor': ofCalls(['BootNotification'], (payload) =>
    changed(payload, (name, value) => (/^(chargePointVendor|vendorName)$/.test(name) ? '' : value)),
  ),
  'empty-id-tag': ofCalls(['StartTransaction'], (payload) => ({ ...payload, idTag: '' })),
  'no-boot-after-reconnect': (frame) => frame, // as every station that is not told to boot on each connection
  'late-answer': { answersAfterSeconds: 60 },
  'error-code-spelling': (frame) => (frame.kind === 'error' ? { ...frame, code: screaming(frame.code) } : frame),
} as const satisfies Record<string, SimulatedQuirk>;

export type QuirkName = keyof typeof simulatedQuirks;

/** One after the other, as a station with several faults would. */
export function spoiled(frame: Frame, names: readonly QuirkName[]): Frame {
  return names.reduce((spoilt, name) => {
    const quirk: SimulatedQuirk = simulatedQuirks[name];
    return typeof quirk === 'function' ? quirk(spoilt) : spoilt;
  }, frame);
}

export function answerDelaySeconds(names: readonly QuirkName[]): number {
  const delays = names.map((name): SimulatedQuirk => simulatedQuirks[name]);
  return Math.max(0, ...delays.map((one) => (typeof one === 'function' ? 0 : one.answersAfterSeconds)));
}

function ofCalls(actions: readonly string[], change: (payload: Fields) => unknown): Spoil {
  return (frame) =>
    frame.kind === 'call' && actions.includes(frame.action) && isRecord(frame.payload)
      ? { ...frame, payload: change(frame.payload) }
      : frame;
}

function ofResults(change: (payload: Fields) => unknown): Spoil {
  return (frame) =>
    frame.kind === 'result' && isRecord(frame.payload) ? { ...frame, payload: change(frame.payload) } : frame;
}

/** Every meter reading has one sample more. */
function withSample(sample: object): Spoil {
  return ofCalls(transaction, (payload) =>
    changed(payload, (name, value) =>
      name === 'sampledValue' && Array.isArray(value) ? [...(value as unknown[]), sample] : value,
    ),
  );
}

type Change = (name: string, value: unknown) => unknown;

/** Each field by its name, at every depth; undefined takes it out. */
function changed(payload: unknown, change: Change): unknown {
  if (Array.isArray(payload)) return payload.map((item) => changed(item, change));
  if (!isRecord(payload)) return payload;
  const fields = Object.entries(payload).map(([name, value]) => [name, change(name, changed(value, change))]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

function without(names: RegExp): Change {
  return (name, value) => (names.test(name) ? undefined : value);
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
}

function timesBecome(text: string): Change {
  return (_name, value) => (isTime(value) ? text : value);
}

function withoutZone(value: unknown): unknown {
  return isTime(value) ? value.replace('T', ' ').replace(/Z$/, '') : value;
}

function lowerCased(name: string, value: unknown): unknown {
  return /^(status|connectorStatus|errorCode)$/.test(name) ? String(value).toLowerCase() : value;
}

function numbersAsText(name: string, value: unknown): unknown {
  return typeof value === 'number' && name !== 'value' ? String(value) : value;
}

function textsAsNumber(name: string, value: unknown): unknown {
  return name === 'value' && typeof value === 'string' ? Number(value) : value;
}

function booleansAsText(_name: string, value: unknown): unknown {
  return typeof value === 'boolean' ? String(value) : value;
}

function screaming(code: string): string {
  return code.replaceAll(/(?<=[a-z])[A-Z]/g, '_$&').toUpperCase();
}
