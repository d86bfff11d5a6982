import { change, everyVersion, nameOf, type RepairRule } from '../quirk.ts';

export const fractionForInteger: RepairRule = {
  id: 'fraction-for-integer',
  kind: 'repair',
  title: 'A quantity with a fraction where a whole number belongs (meterStop 26008.333) is rounded; an id is not.',
  seenIn:
    'shiv3/ocpp-cp-simulator#83: StopTransaction with a fractional meterStop was refused and its session never ended.',
  versions: everyVersion,
  actions: 'all',
  repair(flaw) {
    const { value, keyword, schema } = flaw;
    if (keyword !== 'type' || schema?.type !== 'integer' || typeof value !== 'number') return undefined;
    return /id$/i.test(nameOf(flaw)) ? undefined : change(flaw, Math.round(value));
  },
};
