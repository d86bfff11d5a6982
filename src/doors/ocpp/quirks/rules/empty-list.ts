import { everyVersion, leaveOut, type RepairRule } from '../quirk.ts';

export const emptyList: RepairRule = {
  id: 'empty-list',
  kind: 'repair',
  title: 'An empty list where there must be at least one is read as absent; a reading without values is left out.',
  seenIn: 'lbbrhzn/ocpp#466, a Vestel EVC04: MeterValues with "sampledValue": [].',
  versions: everyVersion,
  actions: 'all',
  repair(flaw) {
    if (flaw.keyword !== 'minItems' || !Array.isArray(flaw.value) || flaw.value.length > 0) return undefined;
    if (!flaw.isRequired) return leaveOut(flaw);
    const item = flaw.path.slice(0, -1);
    return typeof item.at(-1) === 'number' ? [{ path: item, to: undefined }] : undefined;
  },
};
