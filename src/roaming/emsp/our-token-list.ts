import { randomUUID } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { Party } from '../model/party.ts';
import { unknownToken } from '../roaming-problem.ts';
import type { WireRequest } from '../wire.ts';
import { allowedOf, goneToken, type OurToken, ourToken, tokenRequest } from './our-tokens.ts';
import type { ToldTokens } from './told-tokens.ts';

type Needs = {
  charging: Pick<Charging, 'authorization'>;
  clock: Clock;
  us: Party;
  operator: string;
  told: ToldTokens;
  hashToken(token: string): string;
};

type Page = { dateFrom?: Date | undefined; dateTo?: Date | undefined; offset: number; limit: number };

export type OurTokenList = ReturnType<typeof openOurTokenList>;

/** The cards of our drivers, as partners see them. What a stranger paid with, and what a station made itself, is none of them. */
export function openOurTokenList({ charging, clock, us, operator, told, hashToken }: Needs) {
  async function find(tokenId: string): Promise<OurToken | undefined> {
    const known = await charging.authorization.get(tokenId).catch(() => undefined);
    const standing = known && (await charging.authorization.standingElsewhere(tokenId));
    if (known === undefined || standing === undefined || standing === 'unknown') return undefined;
    const { value } = await charging.authorization.reveal(tokenId);
    return ourToken({ ...known, value, standing, changedAt: clock.now() }, us, operator);
  }
  const note = (tokens: readonly { tokenId: string; token: OurToken }[]) =>
    told.note(
      tokens.map(({ tokenId, token: { uid, type, valid } }) => ({ tokenId, uid, type, isValid: valid })),
      clock.now(),
    );
  return {
    find,
    /** What a request of the outbox stands for: it names the token alone. undefined: nobody ever heard of it. */
    async prepare(request: WireRequest): Promise<WireRequest | undefined> {
      const { tokenId } = request.body as { tokenId: string };
      const token = await find(tokenId);
      if (token !== undefined) {
        await note([{ tokenId, token }]);
        return tokenRequest(request, token);
      }
      const known = await told.find(tokenId);
      return known && tokenRequest(request, goneToken(known, us, operator, clock.now()));
    },
    /** What is there, and behind it what is gone: whoever reads changes alone hears of both. */
    async page({ dateFrom, dateTo, offset, limit }: Page): Promise<{ total: number; items: OurToken[] }> {
      const asked = { from: dateFrom ?? null, to: dateTo ?? null };
      const { tokens, total } = await charging.authorization.revealChanged({ ...asked, offset, limit });
      const there = tokens.map((row) => ({ tokenId: row.id, token: ourToken(row, us, operator) }));
      await note(there);
      const isPastAll = offset + limit > total;
      const behind = { offset: Math.max(0, offset - total), limit: isPastAll ? limit - there.length : 0 };
      const { gone, total: allGone } = await told.pageOfGone({ ...asked, ...behind });
      const items = [
        ...there.map(({ token }) => token),
        ...gone.map((known) => goneToken(known, us, operator, clock.now())),
      ];
      return { total: total + allGone, items };
    },
    /** A driver of ours stands at a partner's station. */
    async authorize(uid: string) {
      const { status } = await charging.authorization.decideElsewhere(uid);
      const allowed = allowedOf(status);
      if (allowed === undefined) throw unknownToken('There is no such token.');
      const token = await find(hashToken(uid));
      return { allowed, token, ...(allowed === 'ALLOWED' && { authorizationReference: randomUUID() }) };
    },
  };
}
