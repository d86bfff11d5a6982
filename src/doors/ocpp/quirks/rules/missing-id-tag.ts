import { change, type RepairRule } from '../quirk.ts';

export const missingIdTag: RepairRule = {
  id: 'missing-id-tag',
  kind: 'repair',
  title: 'A message without its token is taken with an empty one, which nobody holds: it is answered as Invalid.',
  seenIn: 'lorenzodonini/ocpp-go#277: stations set to free charging send no idTag.',
  versions: ['1.6'],
  actions: ['Authorize', 'StartTransaction'],
  repair: (flaw) => (flaw.keyword === 'required' && flaw.path.join() === 'idTag' ? change(flaw, '') : undefined),
};
