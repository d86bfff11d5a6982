import type { CustomerInformation } from '#charging/customer-information/open-customer-information.ts';
import type { Handler } from '../../handler.ts';
import { stationTime } from '../../shared/station-time.ts';
import type { Messages } from '../messages.generated.ts';

export const onNotifyCustomerInformation: Handler<
  Messages['NotifyCustomerInformation'],
  { customerInformation: Pick<CustomerInformation, 'recordPart'> }
> = async ({ requestId, seqNo, data, tbc = false, generatedAt }, { stationId, charging, receivedAt }) => {
  await charging.customerInformation.recordPart({
    stationId,
    requestId,
    seqNo,
    text: data,
    isLast: !tbc,
    generatedAt: stationTime(generatedAt, receivedAt),
  });
  return {};
};
