import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';
import type { Contract } from '#contract/access/contract.ts';
import { time } from '#contract/common.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { revocationReasons } from '#contract/word-lists.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import type { PackNeeds } from '../needs.ts';
import { withSafeErrors } from '../safe-errors.ts';

const shown = z.object({
  contract_id: z.string(),
  state: z.string().describe('waiting: the vehicle has not fetched its certificate; installed; or revoked'),
  vehicle: z.string().describe('The provisioning id (PCID) of the vehicle'),
  token_id: z.string().describe('The token that its sessions are billed to'),
  driver_id: z.string().optional(),
  issued_at: time,
  expires_at: time.optional().describe('When the certificate in the vehicle ends'),
  revoked_at: time.optional(),
});

const most = 100;

function shownOf(contract: Contract): z.input<typeof shown> {
  const { id, state, pcid, tokenId, driverId, issuedAt, revokedAt, certificates } = contract;
  return {
    contract_id: id,
    state,
    vehicle: untrustedText(pcid),
    token_id: tokenId,
    issued_at: issuedAt,
    ...(driverId !== null && { driver_id: driverId }),
    ...(certificates[0] !== undefined && { expires_at: certificates[0].expiresAt }),
    ...(revokedAt !== null && { revoked_at: revokedAt }),
  };
}

export function listContracts({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'list_contracts',
    title: 'List Plug & Charge contracts',
    description:
      'Lists contracts by which vehicles charge without a card (Plug & Charge, ISO 15118), the newest first: of one driver, or all. Use it to see whether a vehicle has fetched its certificate, or to find the contract for revoke_contract.',
    category: 'tokens',
    level: 'advanced',
    tier: 'R0',
    input: z.object({ driver_id: z.uuid().optional().describe('From list_drivers; absent: all') }),
    output: z.object({ contracts: z.array(shown), has_more: z.boolean() }),
    examples: [{}],
    async run({ driver_id }) {
      const { contracts } = await charging.plugAndCharge.find(driver_id === undefined ? {} : { driverId: driver_id });
      const data = { contracts: contracts.slice(0, most).map(shownOf), has_more: contracts.length > most };
      return { text: `${contracts.length} contracts.`, data };
    },
  });
}

export function revokeContract({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  const known = async (id: string) =>
    withSafeErrors({ NOT_FOUND: 'There is no such contract. list_contracts tells which there are.' }, () =>
      charging.plugAndCharge.get(id),
    );
  return defineTool({
    name: 'revoke_contract',
    title: 'Revoke a Plug & Charge contract',
    description:
      'Ends for ever the contract by which a vehicle charges without a card, such as after it was sold: its certificates are revoked, and it fetches no new one. It cannot be undone. An administrator approves it first. Find the contract with list_contracts.',
    category: 'tokens',
    level: 'advanced',
    tier: 'R3',
    input: z.object({
      contract_id: z.uuid().describe('From list_contracts'),
      reason: z.enum(revocationReasons).default('cessation-of-operation').describe('Told to whoever asks'),
    }),
    output: z.object({ contract_id: z.string(), revoked_at: time }),
    examples: [{ contract_id: '0197a1f0-0000-4000-8000-000000000001', reason: 'cessation-of-operation' }],
    subject: (input) => input.contract_id,
    async plan({ contract_id, reason }) {
      const { state, pcid, certificates } = await known(contract_id);
      return {
        targets: [],
        effect: state === 'revoked' ? sentenceOf('effect-contract-revoked') : sentenceOf('effect-revoke-contract'),
        details: { vehicle: untrustedText(pcid), certificates: certificates.length, reason },
        preconditions: { is_revoked: state === 'revoked' },
      };
    },
    async run({ contract_id, reason }, { actor }) {
      await known(contract_id);
      const { id, revokedAt } = await withSafeErrors({}, () =>
        charging.plugAndCharge.revoke({ id: contract_id, reason, actor }),
      );
      return {
        text: 'It is revoked. Stations of this system refuse it at once, those of others when they ask next.',
        data: { contract_id: id, revoked_at: revokedAt ?? '' },
      };
    },
  });
}
