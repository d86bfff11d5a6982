import { change, everyVersion, type Flaw, leaveOut, nameOf, type RepairRule } from '../quirk.ts';

/** Words that stand for all others. */
const general = ['OtherError', 'Other', 'Unknown', 'Undefined'];
/** Left out or made another one, these would ask for something else than the station did. */
const never = /^(certificateType|hashAlgorithm|type|iso15118SchemaVersion|operationMode|chargingProfilePurpose)$/;

export const unknownWord: RepairRule = {
  id: 'unknown-word',
  kind: 'repair',
  title: 'A word that is not in its list is read as Other where the list has one, and as absent where it is optional.',
  seenIn: "lbbrhzn/ocpp#1248, a Legrand GreenUp: StatusNotification with the errorCode 'Error'.",
  versions: everyVersion,
  actions: 'all',
  repair(flaw) {
    if (flaw.keyword !== 'enum' || never.test(nameOf(flaw))) return undefined;
    const words = flaw.schema?.enum ?? [];
    const other = general.find((word) => words.includes(word));
    if (other !== undefined) return change(flaw, other);
    if (isRefusal(flaw)) return change(flaw, 'Rejected');
    return flaw.isRequired ? undefined : leaveOut(flaw);
  },
};

/** A station that answers with a word of its own has certainly not said that it accepts. */
function isRefusal({ isAnswer, path, schema }: Flaw): boolean {
  return isAnswer && path.join() === 'status' && (schema?.enum?.includes('Rejected') ?? false);
}
