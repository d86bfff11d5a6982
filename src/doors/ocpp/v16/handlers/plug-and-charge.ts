import { isRecord, parsedJson } from '#base/json.ts';
import type { HandlerContext } from '../../handler.ts';
import { onAuthorize } from '../../v201/handlers/authorize.ts';
import { onGet15118EVCertificate } from '../../v201/handlers/get-15118-ev-certificate.ts';
import { onGetCertificateStatus } from '../../v201/handlers/get-certificate-status.ts';
import { onSignCertificate } from '../../v201/handlers/sign-certificate.ts';
import { validator201 } from '../../v201/validator.ts';
import type { Messages } from '../messages.generated.ts';
import type { PlugAndChargeUseCases } from '../plug-and-charge.ts';

/** By their names in OCA's note, which are those of 2.0.1. */
const handlers = {
  Authorize: onAuthorize,
  Get15118EVCertificate: onGet15118EVCertificate,
  GetCertificateStatus: onGetCertificateStatus,
  SignCertificate: onSignCertificate,
} as const;

type Answer = Messages['DataTransfer']['response'];
type AnyHandler = (request: unknown, context: HandlerContext<PlugAndChargeUseCases>) => Promise<object>;

/** A message of 2.0.1 inside a DataTransfer, answered in the same way. */
export async function answerPlugAndCharge(
  { messageId, data }: { messageId: string | null; data: string | null },
  context: HandlerContext<PlugAndChargeUseCases>,
): Promise<Answer> {
  if (messageId === null || !Object.hasOwn(handlers, messageId)) return { status: 'UnknownMessageId' };
  const name = messageId as keyof typeof handlers;
  const request = named(name, parsedJson(data ?? ''));
  if (validator201.check(`${name}Request`, request) !== undefined) return { status: 'Rejected' };
  const handler = handlers[name] as AnyHandler;
  return { status: 'Accepted', data: JSON.stringify(await handler(request, context)) };
}

/** The note gives the eMAID as a mere text, and many stations send it as 2.0.1 does. Its certificates are those for vehicles. */
function named(name: keyof typeof handlers, request: unknown): unknown {
  if (!isRecord(request)) return request;
  const { idToken, certificateType } = request;
  if (name === 'Authorize' && typeof idToken === 'string') return { ...request, idToken: { idToken, type: 'eMAID' } };
  if (name === 'SignCertificate' && certificateType === undefined)
    return { ...request, certificateType: 'V2GCertificate' };
  return request;
}
