import { byStatus, type Translator } from '../../command.ts';
import { firmwareOrder, isCanceled, noteRefused, retriesOf } from '../../shared/file-orders.ts';
import type { Messages } from '../messages.generated.ts';

/** L01, L02. */
export const updateFirmware: Translator<Messages, 'update-firmware'> = async (input, context) => {
  const response = await context.call('UpdateFirmware', await firmwareOrder(input, context));
  const answer = { hasCanceledEarlier: isCanceled(response) };
  return noteRefused(byStatus(response, ['Accepted', 'AcceptedCanceled'], { answer }), context);
};

/** L03. */
export const publishFirmware: Translator<Messages, 'publish-firmware'> = async (
  input,
  { stationId, requestId, charging, call },
) => {
  const { location, checksum } = input;
  await charging.firmware.beginPublication({ stationId, requestId, location, checksum });
  return byStatus(await call('PublishFirmware', { requestId, location, checksum, ...retriesOf(input) }));
};

/** L04. */
export const unpublishFirmware: Translator<Messages, 'unpublish-firmware'> = async (
  { checksum },
  { stationId, charging, call },
) => {
  const outcome = byStatus(await call('UnpublishFirmware', { checksum }), ['Unpublished']);
  const isGone = outcome.status === 'accepted' || outcome.code === 'NoFirmware';
  if (isGone) await charging.firmware.recordUnpublished({ stationId, checksum });
  return outcome;
};
