import type { BuyerContext } from '#bookshop/checkout.ts';
import type { Actor } from '#principals/actor.ts';
import { type Capability, relevantTo } from './capabilities.ts';
import type { SigningKey } from './platform-profile.ts';
import { languageIn, type UcpLanguage } from './texts.ts';
import { isFirst, type UcpVersion } from './versions.ts';

/** Who asks, as both parties have agreed: by which revision, with which capabilities, and whose checkouts are theirs. */
export type Platform = {
  profileUrl: string;
  version: UcpVersion;
  common: readonly Capability[];
  /** Where it wants to hear of its orders. */
  webhookUrl: string | null;
  /** Of carts, checkouts and orders: the platform, and the key it came with. */
  owner: string;
  actor: Actor;
  /** With which it signs what its buyers agreed to. */
  signingKeys: readonly SigningKey[];
  language: UcpLanguage;
};

export function has({ common }: Pick<Platform, 'common'>, capability: string): boolean {
  return common.some(({ name }) => name === capability);
}

/** What a platform says of its buyer counts before what it says of itself. */
export function speaking<Reader extends { language: UcpLanguage }>(
  reader: Reader,
  context: Pick<BuyerContext, 'language'> | undefined,
): Reader {
  const { language } = context ?? {};
  return language === undefined ? reader : { ...reader, language: languageIn(language) };
}

/** The `ucp` of an answer. */
export function envelope(
  { version, common }: Pick<Platform, 'version' | 'common'>,
  root: string,
  more: { status?: 'error' | 'success'; handlers?: Record<string, unknown> } = {},
): object {
  const relevant = relevantTo(root, common);
  if (isFirst(version)) return { version, capabilities: relevant.map(({ name }) => ({ name, version })) };
  return {
    version,
    status: more.status ?? 'success',
    capabilities: Object.fromEntries(relevant.map(({ name }) => [name, [{ version }]])),
    ...(more.handlers && { payment_handlers: more.handlers }),
  };
}
