import { z } from 'zod';
import { ifFound } from '#base/errors.ts';
import type { Json } from '#base/json-schema.ts';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { Token } from '#contract/access/token.ts';
import { time } from '#contract/common.ts';
import { mayNameDrivers } from '#principals/personal-data.ts';
import type { CallContext } from '#tools/context.ts';
import { wrongArgument } from '#tools/invalid-input.ts';
import type { PackNeeds } from '../needs.ts';
import { withSafeErrors } from '../safe-errors.ts';

export const shownToken = z.object({
  token_id: z.string(),
  label: z.string().describe('Its last characters, all that is shown'),
  type: z.string(),
  is_blocked: z.boolean(),
  driver_id: z.string().optional(),
  group_id: z.string().optional(),
  valid_from: time.optional(),
  expires_at: time.optional(),
  credit: z.string().optional(),
  tariff_id: z.string().optional(),
  note: z.string().optional(),
  last_used_at: time.optional(),
});

export function tokenForAgents(token: Token): z.input<typeof shownToken> {
  return {
    token_id: token.id,
    label: untrustedText(token.label),
    type: token.type,
    is_blocked: token.isBlocked,
    driver_id: token.driverId ?? undefined,
    group_id: token.groupId ?? undefined,
    valid_from: token.validFrom ?? undefined,
    expires_at: token.expiresAt ?? undefined,
    credit: token.credit ?? undefined,
    tariff_id: token.tariffId ?? undefined,
    note: untrustedTextIfAny(token.note, 100),
    last_used_at: token.lastUsedAt ?? undefined,
  };
}

/**
 * Whose token it is, for whoever approves. Never by name: a proposal is kept, and what names a driver must be gone once they are
 * forgotten.
 */
export function holderOf({ id, label, driverId }: Pick<Token, 'id' | 'label' | 'driverId'>): Record<string, Json> {
  return { token_id: id, token_label: untrustedText(label), driver_id: driverId };
}

/** The same by the hash that a session keeps; a token that is gone has no holder. */
export async function holderOfHash(
  { authorization }: Pick<Charging, 'authorization'>,
  tokenHash: string | null,
): Promise<Record<string, Json>> {
  if (tokenHash === null) return {};
  const token = await ifFound(authorization.get(tokenHash));
  return token === undefined ? { token_id: untrustedText(tokenHash) } : holderOf(token);
}

/** Only to who may read drivers. */
export async function driverNameFor(
  { charging, may }: Pick<PackNeeds, 'charging' | 'may'>,
  { actor }: Pick<CallContext, 'actor'>,
  driverId: unknown,
): Promise<string | undefined> {
  if (typeof driverId !== 'string' || !mayNameDrivers({ may }, actor)) return undefined;
  const driver = await ifFound(charging.drivers.get(driverId));
  return untrustedTextIfAny(driver?.name ?? null, 100);
}

/** A token is named by its keyed hash: its value is shown to nobody. */
export const tokenIdArgument = z
  .string()
  .regex(/^tok_[\w-]{1,40}$/, 'must be a token_id such as tok_9f…, as find_token returns it')
  .describe('As find_token returns it');

export const tokenArguments = {
  token_id: tokenIdArgument.optional(),
  id_tag: z
    .string()
    .trim()
    .min(1)
    .max(36)
    .optional()
    .describe('Or what is printed on the card; it is never shown again'),
};

type Named = { token_id?: string | undefined; id_tag?: string | undefined };

export async function tokenNamed(charging: Pick<Charging, 'authorization'>, named: Named): Promise<Token> {
  const id = await tokenIdNamed(charging, named);
  return withSafeErrors({ NOT_FOUND: noSuchToken }, () => charging.authorization.get(id));
}

export async function tokenIdNamed(charging: Pick<Charging, 'authorization'>, named: Named): Promise<string> {
  const { token_id: id, id_tag: value } = named;
  if ((id === undefined) === (value === undefined))
    throw wrongArgument('Give one token: token_id or id_tag, not both.', 'token_id');
  return id ?? charging.authorization.idOfPrinted(value ?? '');
}

const noSuchToken = 'There is no such token here. Call find_token to see those of a driver or group.';
