import type { NotifyCustomerInformationRequest } from 'typed-ocpp/dist/ocpp21/types.js';
import type { StationControls } from './dialect.ts';

/** A message holds this many characters at most. */
const partLength = 512;

/** Tells what it remembers about a customer, in as many messages as it takes; nothing is told in one that is empty. */
export async function tellAboutCustomer(
  station: StationControls,
  { requestId, text }: { requestId: number; text: string },
): Promise<void> {
  const count = Math.max(1, Math.ceil(text.length / partLength));
  const generatedAt = new Date().toISOString();
  for (let seqNo = 0; seqNo < count; seqNo += 1) {
    const part: NotifyCustomerInformationRequest = {
      requestId,
      seqNo,
      data: text.slice(seqNo * partLength, (seqNo + 1) * partLength),
      tbc: seqNo < count - 1,
      generatedAt,
    };
    await station.say('NotifyCustomerInformation', part);
  }
}
