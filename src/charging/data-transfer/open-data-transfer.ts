import type { Pool } from 'pg';
import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { DataTransfer as Transfer, TransferStatus, VendorMessage } from '#contract/stations/data-transfer.ts';
import { hideSignedText } from '#ledger/frames/hide-signed.ts';
import { redactTokens } from '#ledger/frames/redact-tokens.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { uuidv7 } from '#ledger/uuidv7.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { auditOf } from '../change-entry.ts';
import { answerTo, type TransferAnswer, type TransferMessage } from './answer-to.ts';
import { dataTransfers, readTransfers, readVendorMessages, vendorMessages } from './transfer-store.ts';

export type DataTransfer = ReturnType<typeof openDataTransfer>;

export type Registration = Pick<VendorMessage, 'vendorId' | 'messageId' | 'status' | 'data' | 'carriesDisplayMessages'>;

type Needs = { pool: Pool; ledger: Ledger; clock: Clock; hashToken(token: string): string };

const longestKept = 4000;

export function openDataTransfer(needs: Needs) {
  const { pool, ledger, clock } = needs;
  const registered = new Cache({ read: () => readVendorMessages(pool), clock, lastsMs: 10_000 });

  async function keep(transfer: TransferRow): Promise<void> {
    const { stationId, direction, vendorId, messageId, data, status, answer, at } = transfer;
    const row = {
      id: uuidv7(at),
      stationId,
      direction,
      vendorId,
      messageId,
      data: kept(needs, data),
      dataLength: data?.length ?? 0,
      status,
      answer: kept(needs, answer),
      at,
    };
    const kind = direction === 'from-station' ? 'data-received' : 'data-sent';
    const { id: transferId, dataLength } = row;
    await ledger.commit({
      events: [
        {
          kind,
          stationId,
          happenedAt: at,
          body: { transferId, vendorId, messageId, dataLength, status }, // the ledger never forgets what a vendor put into a text
        },
      ],
      writes: [write(dataTransfers, row)],
      whenRefused: 'set-aside',
    });
  }

  async function change(row: Registration | null, of: { vendorId: string; messageId: string | null }, actor: Actor) {
    const registeredAt = clock.now();
    const registeredBy = actorName(actor);
    const kind = row === null ? 'vendor-removed' : 'vendor-registered';
    const details = { ...of, ...row };
    await ledger.commit({
      events: [{ kind, stationId: null, happenedAt: registeredAt, principal: registeredBy, body: details }],
      writes: [write(vendorMessages, { ...of, row: row && { ...row, registeredAt, registeredBy } })],
      audit: [auditOf('data-transfer:vendor', of.vendorId, actor, details)],
    });
    registered.forgetAll();
  }

  return {
    /** P02: keeps what the station sent and tells what to answer. */
    async receive({ at, ...sent }: TransferMessage & { at: Date }): Promise<TransferAnswer> {
      const answer = answerTo(await registered.get(), sent);
      await keep({ ...sent, at, direction: 'from-station', status: answer.status, answer: answer.data });
      return answer;
    },
    recordSent: (sent: TransferMessage & { status: TransferStatus | 'not-answered'; answer: string | null }) =>
      keep({ ...sent, at: clock.now(), direction: 'to-station' }),
    /** The vendor whose 1.6 stations take display messages as data; a station's vendor is not the transfer's, so it is one for all. */
    async displayCarrier(): Promise<string | null> {
      return (await registered.get()).find((row) => row.carriesDisplayMessages)?.vendorId ?? null;
    },
    vendors: () => readVendorMessages(pool),
    register: (wanted: Registration, actor: Actor) =>
      change(wanted, { vendorId: wanted.vendorId, messageId: wanted.messageId }, actor),
    async remove(vendor: { vendorId: string; messageId: string | null }, actor: Actor): Promise<void> {
      const isKnown = (await readVendorMessages(pool)).some(
        ({ vendorId, messageId }) => vendorId === vendor.vendorId && messageId === vendor.messageId,
      );
      if (!isKnown)
        throw new SigecError('NOT_FOUND', `Vendor "${vendor.vendorId}" has no such message. List the vendors to see.`);
      await change(null, vendor, actor);
    },
    of: (stationId: string, limit: number) => readTransfers(pool, stationId, limit),
  };
}

type TransferRow = TransferMessage & {
  direction: Transfer['direction'];
  status: Transfer['status'];
  answer: string | null;
  at: Date;
};

/** Free text of a vendor may hold anything: tokens are hashed in it, and it is cut. */
function kept({ hashToken }: Needs, data: string | null): string | null {
  if (data === null) return null;
  const text = redactTokens(hideSignedText(data), hashToken).replaceAll('\0', '\uFFFD');
  return text.length > longestKept ? `${text.slice(0, longestKept - 1)}…` : text;
}
