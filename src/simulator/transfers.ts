import type { DataTransferStatusEnumType, MessageInfoType } from 'typed-ocpp/dist/ocpp21/types.js';
import type { Handlers2, Handlers16, StationControls } from './dialect.ts';
import { answerPlugAndCharge16, pncVendor } from './plug-and-charge/plug-and-charge-16.ts';

/** The vendor whose messages a simulated station knows. */
export const simulatedVendor = 'org.sigec.simulator';
/** OCA's note on pricing: how a server tells a station of 1.6 what a session costs. */
const costVendor = 'org.openchargealliance.costmsg';

type Transfer = { vendorId: string; messageId?: string | undefined; data?: unknown };
type TransferAnswer = { status: DataTransferStatusEnumType; data?: unknown };

/** Echo gives back what it got; a station of 1.6 takes the messages for displays that 2.0.1 has. */
function answerTransfer(station: StationControls, { vendorId, messageId, data }: Transfer): TransferAnswer {
  if (vendorId === costVendor && (messageId === 'RunningCost' || messageId === 'FinalCost'))
    return tellCost(station, String(data));
  if (vendorId !== simulatedVendor) return { status: 'UnknownVendorId' };
  if (messageId === 'Echo') return { status: 'Accepted', ...(data !== undefined && { data }) };
  if (messageId === 'SetDisplayMessage') {
    const { message } = JSON.parse(String(data)) as { message: MessageInfoType };
    return { status: station.displays.set(message) === 'Accepted' ? 'Accepted' : 'Rejected' };
  }
  if (messageId === 'ClearDisplayMessage') {
    const { id } = JSON.parse(String(data)) as { id: number };
    return { status: station.displays.clear(id) ? 'Accepted' : 'Rejected' };
  }
  return { status: 'UnknownMessageId' };
}

function tellCost({ till }: StationControls, data: string): TransferAnswer {
  const { transactionId, cost } = JSON.parse(data) as { transactionId: number; cost: number };
  till.costs.set(String(transactionId), cost);
  return { status: 'Accepted' };
}

export const transfers16 = {
  DataTransfer: (request, station) => {
    if (request.vendorId === pncVendor) return answerPlugAndCharge16(station, request);
    const { status, data } = answerTransfer(station, request);
    return { payload: { status, ...(data !== undefined && { data: data as string }) } };
  },
} satisfies Handlers16;

export const transfers2 = {
  DataTransfer: (request, station) => {
    const { status, data } = answerTransfer(station, request);
    return { payload: { status, ...(data !== undefined && { data: data as Record<string, unknown> }) } };
  },
} satisfies Handlers2;
