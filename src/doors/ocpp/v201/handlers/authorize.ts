import type { AuthorizedStation, StationAuthorization } from '#charging/authorization/station-authorization.ts';
import type { Handler, HandlerContext } from '../../handler.ts';
import { askOf, idTokenInfoOf } from '../id-token.ts';
import type { Messages } from '../messages.generated.ts';

type Request = Messages['Authorize']['request'];
type Response = Messages['Authorize']['response'];
export type AuthorizeUseCases = { authorization: Pick<StationAuthorization, 'authorize'> };

/** C01–C08: may this token charge, and does the contract certificate that came with it stand? */
export const onAuthorize: Handler<Messages['Authorize'], AuthorizeUseCases> = async (request, context) =>
  answerOf(await authorized(request, context));

type Presented = Pick<Request, 'certificate' | 'iso15118CertificateHashData'> & {
  idToken: { idToken: string; type: string };
};

export function authorized(request: Presented, context: HandlerContext<AuthorizeUseCases>): Promise<AuthorizedStation> {
  const { stationId, charging, receivedAt } = context;
  return charging.authorization.authorize({
    stationId,
    ...askOf(request.idToken),
    purpose: 'authorize',
    at: receivedAt,
    contract: contractOf(request),
  });
}

function contractOf({ certificate, iso15118CertificateHashData: hashes }: Presented) {
  if (certificate === undefined && hashes === undefined) return undefined;
  return {
    chain: certificate ?? null,
    hashes: (hashes ?? []).map(({ responderURL, hashAlgorithm, issuerNameHash, issuerKeyHash, serialNumber }) => ({
      hashAlgorithm,
      issuerNameHash,
      issuerKeyHash,
      serialNumber,
      responderUrl: responderURL,
    })),
  };
}

const certificateStatus = {
  accepted: 'Accepted',
  'signature-error': 'SignatureError',
  expired: 'CertificateExpired',
  revoked: 'CertificateRevoked',
  'none-available': 'NoCertificateAvailable',
  'chain-error': 'CertChainError',
  'contract-cancelled': 'ContractCancelled',
} satisfies Record<NonNullable<AuthorizedStation['contractStatus']>, Response['certificateStatus']>;

export function answerOf(decision: AuthorizedStation): Response {
  const { contractStatus } = decision;
  return {
    idTokenInfo: idTokenInfoOf(decision),
    ...(contractStatus && { certificateStatus: certificateStatus[contractStatus] }),
  };
}
