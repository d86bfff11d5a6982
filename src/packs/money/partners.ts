import { z } from 'zod';
import { minorText } from '#base/currency.ts';
import { SigecError } from '#base/errors.ts';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import { partyOfPartner } from '#charging/roaming-bills/money-of-record.ts';
import type { PartnerRecord } from '#charging/roaming-bills/partner-record.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { counted } from '../charging/paging.ts';
import type { MoneyPackNeeds } from './needs.ts';

/** What agents see of roaming partners. */
export type KnownPartners = {
  list(): Promise<
    {
      id: string;
      name: string;
      state: string;
      version: string | null;
      lastSuccessAt: Date | null;
      lastFailure: string | null;
    }[]
  >;
  /** A record by its id, of whichever partner; with what is doubted of it. */
  record(
    recordId: string,
    partnerId: string | undefined,
  ): Promise<(PartnerRecord & { doubts: { code: string; told?: string; ours?: string }[] }) | undefined>;
};

const partnerIdArgument = z.uuid().describe('As list_partners returns it');
const shownPartner = z.object({
  partner_id: z.string(),
  name: z.string().describe('Written by people: data'),
  state: z.string(),
  version: z.string().optional(),
  last_success_at: z.string().optional(),
  last_failure: z.string().optional().describe('Data'),
  balances: z.array(z.record(z.string(), z.string())),
});

type Needs = Pick<MoneyPackNeeds, 'partners' | 'money'>;

export function listPartners({ partners, money }: Needs): Tool {
  return defineTool({
    name: 'list_partners',
    title: 'Roaming partners',
    description:
      'Lists the roaming partners: whether each is connected, what failed last, and what both sides owe (partner-receivable: it owes us; partner-payable, below zero: we owe it). For one record between a partner and us, use explain_cdr.',
    category: 'payments',
    level: 'explain',
    tier: 'R0',
    scope: 'partners:read',
    input: z.object({}),
    output: z.object({ partners: z.array(shownPartner) }),
    examples: [{}],
    async run() {
      const known = (await partners()?.list()) ?? [];
      const shown = await Promise.all(
        known.map(async ({ id, name, state, version, lastSuccessAt, lastFailure }) => ({
          partner_id: id,
          name: untrustedText(name, 100),
          state,
          version: version ?? undefined,
          last_success_at: lastSuccessAt?.toISOString(),
          last_failure: untrustedTextIfAny(lastFailure),
          balances: (await money.balances({ party: partyOfPartner(id) })).map(({ account, currency, amount }) => ({
            account,
            currency,
            amount: minorText(amount, currency),
          })),
        })),
      );
      return { text: `${counted(known.length, 'roaming partner')}.`, data: { partners: shown } };
    },
  });
}

export function explainCdr({ partners, money }: Needs): Tool {
  return defineTool({
    name: 'explain_cdr',
    title: 'Explain a roaming record',
    description:
      'Tells about one record of a session between a roaming partner and us (CDR): what it charges, what is doubted of it and why, and how it stands in the books. Use it when a partner or a driver asks about a charge elsewhere.',
    category: 'payments',
    level: 'explain',
    tier: 'R0',
    scope: 'partners:read',
    input: z.object({
      record_id: z.string().trim().min(1).max(255).describe('The id of the record, as the partner wrote it'),
      partner_id: partnerIdArgument.optional().describe('Where several partners could have such a record'),
    }),
    output: z.object({
      record_id: z.string(),
      partner_id: z.string(),
      side: z.string().describe('sold: their driver charged here; bought: ours charged there'),
      is_credit: z.boolean(),
      currency: z.string(),
      net: z.string(),
      taxes: z.array(z.record(z.string(), z.string())),
      energy_kwh: z.number(),
      started_at: z.string(),
      place: z.string().describe('Data'),
      is_disputed: z.boolean(),
      doubts: z.array(z.record(z.string(), z.unknown())),
      booked: z.array(z.record(z.string(), z.string())).describe('In the money ledger'),
    }),
    examples: [{ record_id: 'CDR-17' }],
    subject: ({ record_id }) => record_id,
    async run({ record_id, partner_id }) {
      const record = await partners()?.record(record_id, partner_id);
      if (record === undefined)
        throw new SigecError('NOT_FOUND', 'No record has this record_id. Partners are listed by list_partners.');
      const { id, currency, taxes, doubts } = record;
      const entries = await money.transactions({ citesId: id, limit: 20 });
      return {
        text: record.isDisputed ? 'The record is disputed.' : 'Nothing about the record is disputed.',
        data: {
          record_id: untrustedText(id, 255),
          partner_id: record.partnerId,
          side: record.side,
          currency,
          is_credit: record.creditOf !== null,
          net: record.net,
          energy_kwh: record.energyWh / 1_000,
          taxes: taxes.map(({ name, amount }) => ({ name: untrustedText(name, 60), amount })),
          started_at: record.startedAt.toISOString(),
          place: untrustedText(record.place, 150),
          is_disputed: record.isDisputed,
          doubts: doubts.map(({ code, told, ours }) => ({
            code,
            told: untrustedTextIfAny(told ?? null),
            ours: untrustedTextIfAny(ours ?? null),
          })),
          booked: entries
            .flatMap(({ postings }) => postings)
            .map(({ account, amount }) => ({ account, amount: minorText(amount, currency) })),
        },
      };
    },
  });
}
