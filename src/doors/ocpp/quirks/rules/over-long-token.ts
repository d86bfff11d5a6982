import { leaveOut, nameOf, type RepairRule } from '../quirk.ts';

export const overLongToken: RepairRule = {
  id: 'over-long-token',
  kind: 'repair',
  title: 'A token too long to be one is left out of the stop of a session, so that its energy is not lost with it.',
  seenIn: 'lbbrhzn/ocpp#1803, a Sigen EVDC: StopTransaction with an idTag of 21 characters.',
  versions: ['1.6'],
  actions: ['StopTransaction'],
  repair: (flaw) =>
    flaw.keyword === 'maxLength' && nameOf(flaw) === 'idTag' && !flaw.isRequired ? leaveOut(flaw) : undefined,
};
