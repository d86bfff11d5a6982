import { z } from 'zod';
import { asError, SigecError } from '#base/errors.ts';
import { AddressRefused, type GuardedAnswer, type GuardedFetch, guardedFetch } from '#base/guarded-fetch.ts';
import { parsedJson } from '#base/json.ts';
import type { VehicleCertificateWanted } from '../certificates/certificate-questions.ts';
import { type ContractProvider, failed, type ProviderAnswer } from './contract-provider.ts';

export type HttpPoolRules = {
  url: string;
  /** Sent as a bearer token; empty: none is. */
  token: string;
  /** Sent as X-API-Key; empty: none is. */
  apiKey: string;
  timeoutMs: number;
};

/** Larger than any answer: four certificates of 800 bytes each and a signature, in base64 in JSON. */
const maxBytes = 256 * 1024;

/** The open interface of contract pools (Open Plug & Charge): one entry per contract that they have for the vehicle. */
const answerShape = z.object({
  CCPResponse: z.object({
    emaidContent: z
      .array(
        z.object({
          messageDef: z.object({
            certificateInstallationRes: z.base64().max(20_000).optional(),
            certificateUpdateRes: z.base64().max(20_000).optional(),
          }),
        }),
      )
      .min(1)
      .max(100),
  }),
});

/** A pool of somebody else's, asked over HTTP: the request of the vehicle goes there as it came, and their answer comes back as it is. */
export function openHttpPool(rules: HttpPoolRules, given?: GuardedFetch): ContractProvider {
  const { timeoutMs } = rules;
  const { protocol, hostname } = new URL(rules.url);
  if (protocol !== 'https:' && !isHere(hostname))
    throw new SigecError('CANNOT_START', 'CONTRACT_POOL_URL must begin with https://: our key to the pool goes there.');
  // The operator named this very host, wherever it stands; nothing else is asked, and no redirect is followed.
  const allowedHosts = [new URL(rules.url).host];
  const fetch = given ?? guardedFetch({ allowedHosts, limits: { timeoutMs, maxBytes } });
  return { answer: (wanted) => askPool(fetch, rules, wanted) };
}

function isHere(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

const fields = {
  install: { request: 'certificateInstallationReq', response: 'certificateInstallationRes' },
  update: { request: 'certificateUpdateReq', response: 'certificateUpdateRes' },
} as const;

async function askPool(
  fetch: GuardedFetch,
  { url, token, apiKey }: HttpPoolRules,
  { action, exi, schemaVersion }: VehicleCertificateWanted,
): Promise<ProviderAnswer> {
  const { request, response } = fields[action];
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(token !== '' && { authorization: `Bearer ${token}` }),
    ...(apiKey !== '' && { 'x-api-key': apiKey }),
  };
  const body = JSON.stringify({ [request]: exi, xsdMsgDefNamespace: schemaVersion });
  let answer: GuardedAnswer;
  try {
    answer = await fetch(url, { method: 'POST', headers, body });
  } catch (error) {
    const why = error instanceof AddressRefused ? `its address is refused, since ${error.message}` : reached(error);
    return failed('PoolUnreachable', `The contract pool could not be asked: ${why}.`);
  }
  if (answer.status === 404) return failed('NoContract', 'The contract pool has no contract for this vehicle.');
  if (answer.status === 401 || answer.status === 403)
    return failed(
      'PoolRefused',
      'The contract pool does not know us; check CONTRACT_POOL_TOKEN or CONTRACT_POOL_API_KEY.',
    );
  if (answer.status !== 200)
    return failed('PoolError', `The contract pool answered with HTTP status ${answer.status}.`);
  const read = answerShape.safeParse(parsedJson(answer.body.toString('utf8')));
  const found = read.success ? read.data.CCPResponse.emaidContent : [];
  const exiResponse = found[0]?.messageDef[response];
  if (exiResponse === undefined)
    return failed('PoolError', 'The contract pool answered in a form that is not known here.');
  return { status: 'accepted', exi: exiResponse, remainingContracts: found.length - 1 };
}

function reached(error: unknown): string {
  const { name, message } = asError(error);
  return name === 'TimeoutError' || name === 'AbortError' ? 'it did not answer in time' : message;
}
