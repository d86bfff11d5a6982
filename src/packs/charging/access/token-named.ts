import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import type { Charging } from '#charging/charging.ts';
import type { Token } from '#contract/access/token.ts';
import { withSafeErrors } from '../safe-errors.ts';

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

/** The one token that the arguments name. */
export async function tokenNamed(charging: Pick<Charging, 'authorization'>, named: Named): Promise<Token> {
  const id = await tokenIdNamed(charging, named);
  return withSafeErrors({ NOT_FOUND: noSuchToken }, () => charging.authorization.get(id));
}

/** What it is called here, known or not. */
export async function tokenIdNamed(charging: Pick<Charging, 'authorization'>, named: Named): Promise<string> {
  const { token_id: id, id_tag: value } = named;
  if ((id === undefined) === (value === undefined))
    throw new SigecError('INVALID_INPUT', 'Give one token: token_id or id_tag, not both.', {
      details: { fields: [{ field: 'token_id' }] },
    });
  return id ?? charging.authorization.idOfPrinted(value ?? '');
}

const noSuchToken = 'There is no such token here. Call find_token to see those of a driver or group.';
