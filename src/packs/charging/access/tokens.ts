import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { untrustedText, untrustedTextIfAny } from '#base/untrusted-text.ts';
import { refusalSentence } from '#charging/authorization/refusal-words.ts';
import type { Refusal, RefusalReason, Token } from '#contract/access/token.ts';
import type { Check, TokenTryAnswer } from '#contract/access/token-try.ts';
import { time } from '#contract/common.ts';
import { inEnglish, sentenceOf } from '#contract/problems/problem-words.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { cleanedJson } from '../cleaned-json.ts';
import { chargePointId, knownChargePoint } from '../known-charge-point.ts';
import type { PackNeeds } from '../needs.ts';
import { after, counted, cursorIfAny, limit, moreHint, next, olderThan, olderTo, placeAfter } from '../paging.ts';
import { tokenTarget } from '../place.ts';
import { neutral, withSafeErrors } from '../safe-errors.ts';
import {
  holderOf,
  shownToken,
  tokenArguments,
  tokenForAgents,
  tokenIdArgument,
  tokenIdNamed,
  tokenNamed,
} from './token.ts';

const shownRefusal = z.object({
  at: time,
  charge_point_id: z.string(),
  evse_id: z.int().optional(),
  token_id: z.string().optional(),
  status: z.string(),
  reason: z.string(),
  facts: z.record(z.string(), z.unknown()).optional().describe('What it was decided by'),
});

export function listRefusals({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'list_refusals',
    title: 'Refused tokens',
    description:
      'Lists tokens that were refused, where, when and why, newest first, of the last 90 days. Use it when a driver could not charge. What would happen now is told by try_authorization; failed sessions are in list_sessions with is_flagged.',
    category: 'tokens',
    level: 'observe',
    tier: 'R0',
    input: z.object({
      charge_point_id: chargePointId.optional().describe('Only at this charge point'),
      token_id: tokenIdArgument.optional().describe('Only of this token'),
      driver_id: z.uuid().optional().describe('Only of this driver'),
      from: time.optional().describe('At this time or later'),
      to: time.optional().describe('Before this time'),
      limit: limit(100, 20),
    }),
    output: z.object({ refusals: z.array(shownRefusal), older_to: olderTo }),
    examples: [{ charge_point_id: 'CP-7', limit: 5 }],
    async run({ charge_point_id, token_id, driver_id, from, to, limit: most }) {
      const found = await charging.authorization.refusals({
        stationId: charge_point_id,
        tokenId: token_id,
        driverId: driver_id,
        from,
        to,
        limit: most + 1,
      });
      const refusals = found.slice(0, most);
      const older_to = olderThan(found.length > most, refusals.at(-1)?.at);
      const more = older_to === undefined ? '' : ' There are older ones.';
      return {
        text: `${counted(refusals.length, 'refusal')}.${more}`,
        data: { refusals: refusals.map(refusalForAgents), older_to },
      };
    },
  });
}

function refusalForAgents({ at, stationId, evseId, tokenId, status, reason, facts }: Refusal) {
  return {
    at,
    charge_point_id: untrustedText(stationId),
    evse_id: evseId ?? undefined,
    token_id: untrustedTextIfAny(tokenId),
    status,
    reason,
    facts: Object.keys(facts).length === 0 ? undefined : (cleanedJson(facts) as Record<string, unknown>),
  };
}

const blocking = {
  effect: sentenceOf('effect-block-token'),
  already: 'The token is blocked already; nothing has to be done.',
  done: 'The token is blocked: it begins no session from now on.',
};

const unblocking = {
  effect: sentenceOf('effect-unblock-token'),
  already: 'The token is not blocked; nothing has to be done. try_authorization tells what keeps it out.',
  done: 'The token is accepted again.',
};

export function setTokenBlocked({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'set_token_blocked',
    title: 'Block or unblock a token',
    description:
      'With is_blocked true, refuses a token from now on, wherever it is shown: for a lost, stolen or misused card. A session that is running with it goes on; end it with stop_ocpp_transaction. Stations that are offline go by what they remember until they are back. ' +
      'With is_blocked false, accepts it again: when the card was found, or blocked by mistake; try_authorization tells what else may still keep it out. Find the token with find_token. A person approves it first.',
    category: 'tokens',
    level: 'operate',
    tier: 'R2',
    isIdempotent: true,
    input: z.object({
      token_id: tokenIdArgument,
      is_blocked: z.boolean().describe('true: refuse it from now on; false: accept it again'),
    }),
    output: z.object({ token_id: z.string(), is_blocked: z.boolean(), is_done: z.boolean() }),
    examples: [
      { token_id: 'tok_9f3a', is_blocked: true },
      { token_id: 'tok_9f3a', is_blocked: false },
    ],
    subject: ({ token_id }) => token_id,
    async plan({ token_id, is_blocked }) {
      const token = await tokenNamed(charging, { token_id });
      const words = is_blocked ? blocking : unblocking;
      if (token.isBlocked === is_blocked) throw new SigecError('CONFLICT', words.already);
      const { sessions } = await charging.sessions.find({ tokenHash: token.id, state: 'running', limit: 20 });
      return {
        targets: [tokenTarget(token.id)],
        effect: words.effect,
        details: { ...holderOf(token), running_sessions: sessions.map(({ id }) => id) },
        preconditions: { is_blocked: token.isBlocked, driver_id: token.driverId },
      };
    },
    async run({ token_id, is_blocked }, { actor }) {
      const token = await withSafeErrors({}, () =>
        charging.authorization.change(token_id, { isBlocked: is_blocked }, actor),
      );
      const data = { token_id: token.id, is_blocked: token.isBlocked, is_done: token.isBlocked === is_blocked };
      return { text: (is_blocked ? blocking : unblocking).done, data };
    },
  });
}

export function findToken({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'find_token',
    title: 'Find tokens',
    description:
      'Finds tokens (RFID cards, idTags) by their id, driver or group, or those that are blocked. Of each only the last characters are shown, never the value. Use it to get a token_id for start_ocpp_transaction, set_token_blocked or try_authorization. To find the driver first, use list_drivers.',
    category: 'tokens',
    level: 'observe',
    tier: 'R0',
    input: z.object({
      token_id: tokenIdArgument.optional().describe('One token, as sessions and refusals name it'),
      driver_id: z.uuid().optional().describe('Only of this driver, as list_drivers returns it'),
      group_id: tokenIdArgument.optional().describe('Only of this group'),
      is_blocked: z.boolean().optional().describe('true: only blocked ones; false: only others'),
      limit: limit(100, 20),
      after,
    }),
    output: z.object({ tokens: z.array(shownToken), next }),
    examples: [{ driver_id: '0b9f2c1e-2f6c-4a57-9d55-3f9a1c2b7d10' }, { is_blocked: true }],
    async run({ token_id, driver_id, group_id, is_blocked, limit: most, after: cursor }) {
      if (token_id !== undefined) return tokenPage([await tokenNamed(charging, { token_id })], null);
      const { tokens, next: more } = await charging.authorization.find({
        driverId: driver_id,
        groupId: group_id,
        isBlocked: is_blocked,
        limit: most,
        after: placeAfter(cursor),
      });
      return tokenPage(tokens, more);
    },
  });
}

function tokenPage(tokens: readonly Token[], more: string | null) {
  const text = `${counted(tokens.length, 'token')}.${moreHint(more)}`;
  return { text, data: { tokens: tokens.map(tokenForAgents), next: cursorIfAny(more) } };
}

export function tryAuthorization({ charging }: Pick<PackNeeds, 'charging'>): Tool {
  return defineTool({
    name: 'try_authorization',
    title: 'Would this token be accepted?',
    description:
      'Tells whether a token would be accepted at a charge point now or at another time, every question that was asked and what it was decided by, the price it would charge by, and what the station would do while offline. Nothing is written or sent. Use it before start_ocpp_transaction, and to explain a refusal; list_refusals tells what really happened.',
    category: 'tokens',
    level: 'observe',
    tier: 'R0',
    rateLimit: { calls: 30, perSeconds: 60 }, // the number of a card is a credential: nobody guesses many
    input: z.object({
      charge_point_id: chargePointId,
      ...tokenArguments,
      evse_id: z.int().min(1).max(10_000).optional().describe('Matters for the price only'),
      at: time.optional().describe('Absent: now'),
    }),
    output: z.object({
      status: z.string(),
      reason: z.string().optional(),
      checks: z.array(
        z.object({ name: z.string(), result: z.string(), facts: z.record(z.string(), z.unknown()).optional() }),
      ),
      token_label: z.string().optional(),
      driver_id: z.string().optional(),
      site_id: z.string().optional(),
      tariff_id: z.string().optional(),
      price: z.string().optional().describe('As drivers are shown it: data'),
      offline_would_accept: z.boolean().optional().describe('Absent: cannot be told'),
      is_in_local_list: z.boolean(),
    }),
    examples: [{ charge_point_id: 'CP-7', token_id: 'tok_9f3a' }],
    subject: ({ charge_point_id }) => charge_point_id,
    async run(input) {
      const { id: stationId } = await knownChargePoint(charging, input.charge_point_id);
      const tokenId = await tokenIdNamed(charging, input);
      const tried = await withSafeErrors({}, () =>
        charging.authorization.tryOut({ stationId, tokenId, evseId: input.evse_id, at: input.at }),
      );
      const text = tried.reason === null ? 'The token would be accepted.' : `It would be refused. ${whyRefused(tried)}`;
      return { text, data: triedForAgents(tried) };
    },
  });
}

function triedForAgents({ status, reason, checks, token, place, tariff, offline }: TokenTryAnswer) {
  return {
    status,
    reason: reason ?? undefined,
    checks: checks
      .filter(({ result }) => result === 'passed' || result === 'refused')
      .map(({ name, result, facts }) => ({ name, result, facts: cleanedJson(facts) as Record<string, unknown> })),
    token_label: untrustedTextIfAny(token?.label ?? null),
    driver_id: token?.driverId ?? undefined,
    site_id: place.siteId ?? undefined,
    tariff_id: tariff?.tariffId,
    price: tariff === null ? undefined : untrustedText(tariff.text, 200),
    offline_would_accept: offline.wouldAccept ?? undefined,
    is_in_local_list: offline.isListed,
  };
}

export function whyRefused({ reason, checks }: { reason: RefusalReason | null; checks: readonly Check[] }): string {
  if (reason === null) return '';
  const facts = checks.find(({ result }) => result === 'refused')?.facts ?? {};
  return inEnglish(neutral(refusalSentence(reason, facts)));
}
