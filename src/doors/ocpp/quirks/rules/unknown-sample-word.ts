import { everyVersion, nameOf, type RepairRule } from '../quirk.ts';

const words = new Set(['measurand', 'unit', 'phase', 'location', 'format', 'context']);

export const unknownSampleWord: RepairRule = {
  id: 'unknown-sample-word',
  kind: 'repair',
  title: 'A sample whose measurand, unit, phase, place or circumstance nobody knows is left out; the others count.',
  seenIn: "lbbrhzn/ocpp#361, an Alfen Eve Pro: a sample with the context 'CurrentMax'.",
  versions: everyVersion,
  actions: ['MeterValues', 'StopTransaction', 'TransactionEvent'],
  repair(flaw) {
    if (flaw.keyword !== 'enum' || !words.has(nameOf(flaw)) || !flaw.path.includes('sampledValue')) return undefined;
    // Left out alone, the word would get its default, and a current would be billed as energy.
    const item = flaw.path.slice(0, flaw.path.indexOf('sampledValue') + 2);
    return [{ path: item, to: undefined }];
  },
};
