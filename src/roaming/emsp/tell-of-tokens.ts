import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { enqueueAll } from '../outbox/outbox.ts';
import { endpointOf, hasRole, isConnected, type Partner } from '../partners/partner.ts';
import { tokenPush } from './our-tokens.ts';
import { type ToldTokens, toldAfterMs } from './told-tokens.ts';

type Needs = {
  pool: Pool;
  clock: Clock;
  charging: Pick<Charging, 'authorization'>;
  told: ToldTokens;
  listPartners(): Promise<Partner[]>;
  wake(): void;
};

const pageSize = 500;

/** Whether the partner hears of our tokens, and may ask about them. */
export function isToldOfTokens(partner: Partner): boolean {
  return isConnected(partner) && hasRole(partner, 'CPO') && partner.isSharingTokens;
}

/** Tells partners what our tokens are worth: they let drivers charge by it when they cannot ask. */
export function openTokenTelling({ pool, clock, charging, told, listPartners, wake }: Needs) {
  async function tell(tokenIds: readonly string[], partners?: readonly Partner[]): Promise<void> {
    if (tokenIds.length === 0) return;
    const hearing = (partners ?? (await listPartners())).filter(isToldOfTokens);
    const pushes = hearing.flatMap(({ id }) => tokenIds.map((tokenId) => tokenPush(id, tokenId)));
    await enqueueAll(pool, pushes, clock.now());
    wake();
  }

  async function tellAll(partner: Partner): Promise<void> {
    for (let offset = 0; ; offset += pageSize) {
      const page = { from: null, to: null, offset, limit: pageSize };
      const { tokens } = await charging.authorization.revealChanged(page);
      await tell(
        tokens.map(({ id }) => id),
        [partner],
      );
      if (tokens.length < pageSize) return;
    }
  }

  /** Of those that partners know: where what they were told is not so any more. */
  async function tellIfTurned(tokenIds: readonly string[]): Promise<void> {
    const turned: string[] = [];
    for (const tokenId of tokenIds) {
      const known = await told.find(tokenId);
      if (known === undefined || known.goneAt !== null) continue;
      const isValid = (await charging.authorization.standingElsewhere(tokenId)) === 'accepted';
      if (isValid !== known.isValid) turned.push(tokenId);
    }
    await tell(turned);
  }

  async function tellOfAll(of: { driverId: string } | { groupId: string }): Promise<void> {
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<Charging['authorization']['find']>> = await charging.authorization.find({
        ...of,
        limit: pageSize,
        ...(after !== null && { after }),
      });
      await tellIfTurned(page.tokens.map(({ id }) => id));
      after = page.next;
    } while (after !== null);
  }

  return {
    tellAll,
    /** Whether the event was about tokens. */
    async take({ kind, body }: Pick<LedgerEvent, 'kind' | 'body'>): Promise<boolean> {
      const [tokenId, driverId, groupId] = [body['tokenId'], body['driverId'], body['groupId']].map(String) as [
        string,
        string,
        string,
      ];
      switch (kind) {
        case 'token-added':
        case 'token-changed':
          if ((await charging.authorization.standingElsewhere(tokenId)) !== 'unknown') await tell([tokenId]);
          return true;
        case 'token-removed':
          if (await told.markGone(tokenId, clock.now())) await tell([tokenId]);
          return true;
        case 'token-credit-booked':
          await tellIfTurned([tokenId]);
          return true;
        case 'driver-changed':
          await tellOfAll({ driverId });
          return true;
        case 'token-group-changed':
          await tellOfAll({ groupId });
          return true;
        default:
          return false;
      }
    },
    /** What turns without an event: one begins to hold, or ends. And what nobody needs to know any more is forgotten. */
    async keepUp(): Promise<void> {
      const hearing = (await listPartners()).filter(isToldOfTokens);
      if (hearing.length > 0) {
        let page = await told.page('', pageSize);
        // Partners of before this was written down are told once more.
        const taking = hearing.filter((partner) => endpointOf(partner, 'tokens', 'RECEIVER') !== undefined);
        if (page.length === 0) for (const partner of taking) await tellAll(partner);
        while (page.length > 0) {
          await tellIfTurned(page.map(({ tokenId }) => tokenId));
          page = page.length < pageSize ? [] : await told.page(page.at(-1)?.tokenId ?? '', pageSize);
        }
      }
      await told.forgetGoneBefore(new Date(clock.now().getTime() - toldAfterMs));
    },
  };
}
