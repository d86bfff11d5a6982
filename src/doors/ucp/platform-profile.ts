import { z } from 'zod';
import { parsedJson } from '#base/json.ts';
import type { Claimed } from './capabilities.ts';
import { UcpError } from './ucp-error.ts';

const config = z.record(z.string(), z.unknown()).optional();
const key = z.looseObject({ kid: z.string().max(200), kty: z.string().max(20) });

/** A list in the first revision, a map of lists in those since. */
const capabilities = z.union([
  z.array(z.looseObject({ name: z.string(), version: z.string(), config })).max(200),
  z.record(z.string(), z.array(z.looseObject({ version: z.string(), config })).max(20)),
]);

const schema = z.looseObject({
  ucp: z.looseObject({ version: z.string().max(20), capabilities: capabilities.optional() }),
  /** Called `keys` since 2026-08-25. */
  signing_keys: z.array(key).max(50).optional(),
  keys: z.array(key).max(50).optional(),
});

export type SigningKey = z.infer<typeof key>;

/** A platform as it describes itself. */
export type PlatformProfile = { version: string; capabilities: Claimed[]; signingKeys: SigningKey[] };

export function readPlatformProfile(text: string): PlatformProfile {
  const read = schema.safeParse(parsed(text));
  if (!read.success)
    throw new UcpError(
      422,
      'profile_malformed',
      'The platform profile is no UCP profile: `ucp.version` and `ucp.capabilities` are needed.',
    );
  const { ucp, signing_keys: older = [], keys = [] } = read.data;
  const { capabilities: given = [] } = ucp;
  const claimed = Array.isArray(given)
    ? given.map(({ name, version, config: own = {} }) => ({ name, versions: [version], config: own }))
    : Object.entries(given).map(([name, each]) => ({
        name,
        versions: each.map(({ version }) => version),
        config: Object.assign({}, ...each.map(({ config: own }) => own)) as Record<string, unknown>,
      }));
  return { version: ucp.version, capabilities: claimed, signingKeys: [...keys, ...older] };
}

function parsed(text: string): unknown {
  const read = parsedJson(text);
  if (read === undefined) throw new UcpError(422, 'profile_malformed', 'The platform profile is no JSON.');
  return read;
}
