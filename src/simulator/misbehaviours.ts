import { isRecord } from '#base/json.ts';
import type { Frame } from './frames.ts';

type Fields = Record<string, unknown>;
type Spoil = (frame: Frame) => Frame;
type Misbehaviour = { spoil?: Spoil; answersAfterSeconds?: number };

const transaction = ['StartTransaction', 'StopTransaction', 'MeterValues', 'TransactionEvent'];
const timed = [...transaction, 'StatusNotification'];

/** What real stations do against the book, each named as the rule by which a server may bear it. */
export const misbehaviours = {
  'empty-payload': { spoil: ofCalls(['Heartbeat'], () => null) },
  'null-for-absent': {
    spoil: ofCalls(['StatusNotification'], (payload) => ({ ...payload, info: null, customData: null })),
  },
  'unit-hertz': { spoil: withSample({ value: '49.99', measurand: 'Frequency', unit: 'Hz' }) },
  'letter-case': { spoil: ofCalls(['StatusNotification'], (payload) => changed(payload, lowerCased)) },
  'unit-spelling': { spoil: withSample({ value: '14', measurand: 'Temperature', unit: '°C' }) },
  'empty-for-absent': {
    spoil: ofCalls(['BootNotification', 'StatusNotification'], (payload) =>
      'chargingStation' in payload
        ? changed(payload, (name, value) => (name === 'chargingStation' ? { ...(value as Fields), modem: '' } : value))
        : 'status' in payload
          ? { ...payload, timestamp: '' }
          : payload,
    ),
  },
  'timestamp-form': { spoil: ofCalls(timed, (payload) => changed(payload, (_name, value) => withoutZone(value))) },
  'timestamp-missing': { spoil: ofCalls(timed, (payload) => changed(payload, timesBecome('0000-00-00T00:00:00Z'))) },
  'number-as-text': { spoil: ofCalls(timed, (payload) => changed(payload, numbersAsText)) },
  'boolean-as-text': { spoil: ofResults((payload) => changed(payload, booleansAsText)) },
  'object-as-text': {
    spoil: ofCalls(['DataTransfer'], (payload) => ({ ...payload, data: { said: payload['data'] } })),
  },
  'text-as-number': { spoil: ofCalls(transaction, (payload) => changed(payload, textsAsNumber)) },
  'fraction-for-integer': {
    spoil: ofCalls(transaction, (payload) =>
      changed(payload, (name, value) => (name.startsWith('meterSt') ? Number(value) + 0.333 : value)),
    ),
  },
  'single-for-list': {
    spoil: ofCalls(transaction, (payload) =>
      changed(payload, (name, value) =>
        name === 'meterValue' && Array.isArray(value) ? (value[0] as unknown) : value,
      ),
    ),
  },
  'empty-list': { spoil: ofCalls(['TransactionEvent'], (payload) => ({ ...payload, meterValue: [] })) },
  'missing-vendor': { spoil: ofCalls(['BootNotification'], (payload) => changed(payload, without(/vendor|model/i))) },
  'missing-boot-reason': { spoil: ofCalls(['BootNotification'], (payload) => changed(payload, without(/^reason$/))) },
  'missing-error-code': {
    spoil: ofCalls(['StatusNotification'], (payload) => changed(payload, without(/^errorCode$/))),
  },
  'missing-id-tag': { spoil: ofCalls(['StartTransaction'], (payload) => changed(payload, without(/^idTag$/))) },
  'missing-transaction-id': {
    spoil: ofCalls(['StopTransaction'], (payload) => changed(payload, without(/^transactionId$/))),
  },
  'missing-meter-stop': { spoil: ofCalls(['StopTransaction'], (payload) => changed(payload, without(/^meterStop$/))) },
  'unreadable-sample': { spoil: withSample({ value: 'NaN', measurand: 'Voltage' }) },
  'unreadable-event-field': {
    spoil: ofCalls(['TransactionEvent'], (payload) => ({ ...payload, triggerReason: 'Whim' })),
  },
  'unknown-sample-word': { spoil: withSample({ value: '16', context: 'CurrentMax', unit: 'A' }) },
  'unknown-word': {
    spoil: ofCalls([...transaction, 'StatusNotification'], (payload) =>
      changed(payload, (name, value) => (/^(errorCode|reason|stoppedReason)$/.test(name) ? 'Whim' : value)),
    ),
  },
  'over-long-token': {
    spoil: ofCalls(['StopTransaction'], (payload) => ({ ...payload, idTag: 'X16WG99J2QIEGCC0MCJ5-' })),
  },
  'over-long-text': {
    spoil: ofCalls(['BootNotification'], (payload) =>
      changed(payload, (name, value) => (/serialNumber$/i.test(name) ? String(value).padEnd(40, '0') : value)),
    ),
  },
  'extra-field': { spoil: ofCalls(timed, (payload) => ({ ...payload, firmwareBuild: '2026-03' })) },
  'clock-before-2000': { spoil: ofCalls(timed, (payload) => changed(payload, timesBecome('1970-01-01T00:00:00Z'))) },
  'impossible-transaction-id': {
    spoil: ofCalls(['MeterValues', 'StopTransaction'], (payload) => ({ ...payload, transactionId: -1 })),
  },
  'empty-vendor': {
    spoil: ofCalls(['BootNotification'], (payload) =>
      changed(payload, (name, value) => (/^(chargePointVendor|vendorName)$/.test(name) ? '' : value)),
    ),
  },
  'empty-id-tag': { spoil: ofCalls(['StartTransaction'], (payload) => ({ ...payload, idTag: '' })) },
  'no-boot-after-reconnect': {}, // as every station that is not told to boot on each connection
  'late-answer': { answersAfterSeconds: 60 },
  'error-code-spelling': {
    spoil: (frame) => (frame.kind === 'error' ? { ...frame, code: screaming(frame.code) } : frame),
  },
} as const satisfies Record<string, Misbehaviour>;

export type MisbehaviourName = keyof typeof misbehaviours;

/** One after the other, as a station with several faults would. */
export function spoiled(frame: Frame, names: readonly MisbehaviourName[]): Frame {
  return names.reduce((spoilt, name) => {
    const misbehaviour: Misbehaviour = misbehaviours[name];
    return misbehaviour.spoil?.(spoilt) ?? spoilt;
  }, frame);
}

export function answerDelaySeconds(names: readonly MisbehaviourName[]): number {
  const delays = names.map((name): Misbehaviour => misbehaviours[name]).map((one) => one.answersAfterSeconds ?? 0);
  return Math.max(0, ...delays);
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
