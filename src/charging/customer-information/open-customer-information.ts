import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { CustomerInformationRequest } from '#contract/stations/customer-information.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { seal, unseal } from '#ledger/seal.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import {
  customerParts,
  customerRequests,
  deleteOldParts,
  type RequestRow,
  readParts,
  readReports,
  readRequests,
} from './customer-store.ts';
import { auditOf } from '../change-entry.ts';

/** Whom a question is about; exactly one has to be said. */
export type CustomerNamed = {
  token: string | null;
  customerIdentifier: string | null;
  certificateSerialNumber: string | null;
};

export type CustomerQuestion = CustomerNamed & {
  stationId: string;
  requestId: number;
  isReport: boolean;
  isClear: boolean;
};

export type CustomerReportPart = {
  stationId: string;
  requestId: number;
  seqNo: number;
  text: string;
  isLast: boolean;
  generatedAt: Date;
};

export type CustomerInformation = ReturnType<typeof openCustomerInformation>;

export type CustomerInformationNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  installationKey: Buffer;
  hashToken(token: string): string;
};

export const customerInformationPurpose = 'customer information';

/** What stations keep about customers: asking for it, letting them forget it (use cases N09, N10), and reading it once. */
export function openCustomerInformation(needs: CustomerInformationNeeds) {
  const { pool, ledger, clock, installationKey } = needs;
  async function find(stationId: string): Promise<CustomerInformationRequest[]> {
    await deleteOldParts(pool, clock.now());
    return readRequests(pool, stationId);
  }
  return {
    find,
    async begin({ stationId, requestId, isReport, isClear, ...named }: CustomerQuestion): Promise<void> {
      const askedAt = clock.now();
      const request = { stationId, requestId, isReport, isClear, ...subjectOf(needs, named), askedAt };
      const { about, reference } = request;
      const body = { requestId, about, reference, isReport, isClear };
      await deleteOldParts(pool, askedAt);
      await ledger.commit({
        events: [{ kind: 'customer-information-asked', stationId, happenedAt: askedAt, body }],
        writes: [write(customerRequests, request)],
      });
    },
    /** The ledger, which never forgets, hears only that something was told. */
    async recordPart({ text, ...part }: CustomerReportPart): Promise<void> {
      const { stationId, requestId, seqNo, isLast, generatedAt } = part;
      const sealedText = seal(installationKey, customerInformationPurpose, Buffer.from(text));
      const kind = isLast ? 'customer-information-reported' : 'customer-information-progressed';
      await ledger.commit({
        events: [{ kind, stationId, happenedAt: generatedAt, body: { requestId, seqNo, characters: text.length } }],
        writes: [write(customerParts, { ...part, sealedText })],
        whenRefused: 'set-aside',
      });
    },
  /** Gives the text and removes it from here. */
    async read({ stationId, requestId, actor }: { stationId: string; requestId: number; actor: Actor }): Promise<string> {
      const request = (await find(stationId)).find((one) => one.requestId === requestId);
      mustBeReadable(request, { stationId, requestId });
      const parts = await readParts(pool, stationId, requestId);
      const text = parts.map((part) => unseal(installationKey, customerInformationPurpose, part).toString()).join('');
      const at = clock.now();
      const by = actorName(actor);
      await ledger.commit({
        events: [{ kind: 'customer-information-read', stationId, happenedAt: at, principal: by, body: { requestId } }],
        writes: [write(readReports, { stationId, requestId, at, by })],
        audit: [auditOf('read-customer-information', stationId, actor, { requestId })],
      });
      return text;
    },
  };
}

function subjectOf(
  { hashToken }: CustomerInformationNeeds,
  { token, customerIdentifier, certificateSerialNumber }: CustomerNamed,
): Pick<RequestRow, 'about' | 'reference'> {
  const named = [
    { about: 'token' as const, value: token },
    { about: 'customer' as const, value: customerIdentifier },
    { about: 'certificate' as const, value: certificateSerialNumber },
  ].flatMap(({ about, value }) => (value === null ? [] : [{ about, reference: hashToken(value) }]));
  const [subject] = named;
  if (subject === undefined || named.length > 1) {
    throw new SigecError(
      'INVALID_INPUT',
      'Name the customer by exactly one of token, customerIdentifier, certificate.',
    );
  }
  return subject;
}

function mustBeReadable(
  request: CustomerInformationRequest | undefined,
  { stationId, requestId }: { stationId: string; requestId: number },
): void {
  if (request === undefined) {
    throw new SigecError(
      'NOT_FOUND',
      `${stationId} was not asked for customer information under ${requestId}; list its requests.`,
    );
  }
  if (request.readAt !== null) {
    throw new SigecError('CONFLICT', `It was read on ${request.readAt} and is not kept; ask the station again.`);
  }
  if (!request.isComplete) {
    throw new SigecError('CONFLICT', `Not all of it is here: ${request.parts} parts. Wait, or ask the station again.`);
  }
}
