import { everyVersion, leaveOut, type RepairRule } from '../quirk.ts';

export const extraField: RepairRule = {
  id: 'extra-field',
  kind: 'repair',
  title: 'A field that the message does not have is left out.',
  seenIn: 'evcc-io/evcc#14579: Authorize with a connectorId; road-labs/chargestation-one#61: StopTransaction with one.',
  versions: everyVersion,
  actions: 'all',
  repair: (flaw) => (flaw.keyword === 'additionalProperties' ? leaveOut(flaw) : undefined),
};
