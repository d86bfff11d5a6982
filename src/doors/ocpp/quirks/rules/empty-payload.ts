import { change, everyVersion, type RepairRule } from '../quirk.ts';

export const emptyPayload: RepairRule = {
  id: 'empty-payload',
  kind: 'repair',
  title: 'null, an empty list or an empty text where a message has no fields is read as {}.',
  seenIn: 'Stations that leave the payload of Heartbeat empty (OCPP-J 1.6 §4.2.1 allows null).',
  versions: everyVersion,
  actions: 'all',
  repair(flaw) {
    if (flaw.path.length > 0) return undefined;
    const { value } = flaw;
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
    return isEmpty ? change(flaw, {}) : undefined;
  },
};
